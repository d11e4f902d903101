import type { TokenDetails } from '@platemark/api/collection-reads'
import type { Collection, Creator } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { isSameAddress } from '@platemark/rules/addresses'
import { formatCount } from '@platemark/rules/amounts'
import { explorerTokenLink } from '@platemark/rules/explorer'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { AccountName } from '../../../components/accounts/account-name.tsx'
import { Ago } from '../../../components/ago.tsx'
import { CreatorAvatar, collectorHref } from '../../../components/creator.tsx'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { ExternalLink } from '../../../ui/external-link.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Link } from '../../../ui/link.tsx'
import { tokenHistoryQuery } from './queries.ts'

const ShareDialog = lazyPart(
  async () => (await import('../../../components/share/share-dialog.tsx')).ShareDialog,
)

type TokenOwnerProps = {
  collection: Collection
  token: TokenDetails
  owner: NonNullable<TokenDetails['owner_account']>
  children: ReactNode
}

/** Owner of a token with their other holdings; for the viewer the date of acquisition. */
export function TokenOwner({ collection, token, owner, children }: TokenOwnerProps) {
  const isViewer = useIsViewer(owner.address)
  const since = useQuery({
    ...tokenHistoryQuery(collection, token.token_id, undefined),
    enabled: isViewer,
  }).data?.data[0]?.time
  return (
    <div className="token-owner">
      <OwnerName owner={owner}>
        Owner
        {isViewer && since && (
          <>
            {' '}
            since <Ago at={since} />
          </>
        )}
        , holds {formatCount(owner.quantity)} <bdi>{collection.name}</bdi>
      </OwnerName>
      {children}
    </div>
  )
}

/** Link to an owner's page; the viewer is `You`. */
export function OwnerName({ owner, children }: { owner: Creator; children: ReactNode }) {
  const isViewer = useIsViewer(owner.address)
  return (
    <>
      <CreatorAvatar creator={owner} size={36} />
      <span className="owner-name">
        <Link
          className={isViewer ? 'mine' : undefined}
          href={collectorHref(owner.address, owner.account_chain)}
          title={owner.address}
        >
          {isViewer ? 'You' : <AccountName {...owner} />}
        </Link>
        <span className="tiny muted">{children}</span>
      </span>
    </>
  )
}

/** Returns whether an address is the connected wallet. */
export function useIsViewer(address: string): boolean {
  const { wallet } = useSession()
  return isSameAddress(wallet?.address, address)
}

/** Actions on a token; transfers and sales are left to the wallet. */
export function TokenActions({
  token,
  network,
}: {
  token: TokenDetails
  network: Network
}) {
  const { explorer } = network
  const { chain_alias, contract_address, token_id } = token
  const [isSharing, setSharing] = useState(false)
  const place = `${chain_alias}/${contract_address.toLowerCase()}`
  return (
    <div className="token-acts">
      <Button look="quiet" onClick={() => setSharing(true)}>
        <Icon name="share" />
        Share
      </Button>
      {explorer && (
        <ExternalLink
          className="button quiet"
          href={explorerTokenLink(explorer, contract_address, token_id)}
        >
          Explorer
        </ExternalLink>
      )}
      {isSharing && (
        <ShareDialog
          name={token.name}
          url={`${location.origin}${location.pathname}?token=${token_id}`}
          picture={`/og/token/${place}/${token_id}.png`}
          fallback={`/og/collection/${place}.png`}
          onClose={() => setSharing(false)}
        />
      )}
    </div>
  )
}
