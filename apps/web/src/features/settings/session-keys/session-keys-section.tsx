import { lazy, Suspense, useState } from 'react'
import { useAppConfig } from '../../../components/app-config.ts'
import { useSession, type Wallet } from '../../../lib/session.ts'
import { isSmartWallet } from '../../../lib/session-keys/is-smart-wallet.ts'
import { Button } from '../../../ui/button.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { SessionKeysSkeleton } from './session-keys-skeleton.tsx'

/**
 * Section of the session keys, for connected smart accounts only. Neither code nor node is asked
 * before the press.
 */
export function SessionKeysSection() {
  const config = useAppConfig()
  const { wallet } = useSession()
  if (!wallet || !isSmartWallet(config, wallet, wallet.chainId)) return null
  return <Section key={`${wallet.address}:${wallet.chainId}`} wallet={wallet} />
}

function Section({ wallet }: { wallet: Wallet }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingsSection
      title="Session keys"
      text="Keys that may send for your smart account without a prompt, from this site and others. Each has limits and an end."
    >
      {isOpen ? (
        <Suspense fallback={<SessionKeysSkeleton />}>
          <SessionKeys wallet={wallet} />
        </Suspense>
      ) : (
        <div>
          <Button look="quiet" onClick={() => setOpen(true)}>
            Show session keys
          </Button>
        </div>
      )}
    </SettingsSection>
  )
}

const SessionKeys = lazy(async () => {
  const { SessionKeys: component } = await import('./session-keys.tsx')
  return { default: component }
})
