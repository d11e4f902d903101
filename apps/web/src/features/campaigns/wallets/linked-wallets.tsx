import type { CampaignMe } from '@platemark/api/campaigns'
import type { User } from '@platemark/api/profile'
import { useState } from 'react'
import { Address } from '../../../components/address.tsx'
import { SaveButton } from '../../../components/read-only/save-button.tsx'
import { isOver } from '../join/join-times.ts'
import type { ShownCampaign } from '../use-campaign.ts'
import { LinkDialog } from './link-dialog.tsx'

type LinkedWalletsProps = ShownCampaign & { me: CampaignMe; user: User }

/** Wallets that count in the entry of the user, and a button to link another. */
export function LinkedWallets({ campaign, me, user, refresh }: LinkedWalletsProps) {
  const [isOpen, setOpen] = useState(false)
  const canLink = !isOver(campaign) && campaign.status !== 'paused'
  if (me.wallets.length === 0 && !canLink) return null
  return (
    <section className="linked-wallets" aria-label="Linked wallets">
      <p className="small muted">
        {me.wallets.length === 0
          ? 'Do you use a second wallet? Link it, and both count in this entry.'
          : 'These wallets also count in your entry:'}
      </p>
      {me.wallets.length > 0 && (
        <ul>
          {me.wallets.map((address) => (
            <li key={address}>
              <Address address={address} />
            </li>
          ))}
        </ul>
      )}
      {canLink && (
        <SaveButton look="quiet" onClick={() => setOpen(true)}>
          Link another wallet
        </SaveButton>
      )}
      {isOpen && (
        <LinkDialog
          campaign={campaign}
          user={user}
          onLinked={refresh}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}
