import { lazy, Suspense, useEffect } from 'react'
import { PageTitle } from '../../components/page-title.tsx'
import { openVerifyDialog, openWalletDialog } from '../../lib/dialogs.ts'
import { usePageUser } from '../../lib/page-user.ts'
import { useSession } from '../../lib/session.ts'
import { EmptyBlock } from '../../ui/block.tsx'
import { Button } from '../../ui/button.tsx'
import { SettingsSkeleton } from './settings-skeleton.tsx'

/** Settings page: profile, appearance and sessions. */
export function SettingsPage() {
  const settings = usePageUser()
  const isWaiting = settings.at === 'waiting'
  useEffect(() => {
    // Loaded in parallel with the wallet chunk.
    if (isWaiting) void loadSettings().catch(() => undefined)
  }, [isWaiting])
  return (
    <div className="settings">
      <PageTitle>Settings</PageTitle>
      <h1>Profile</h1>
      <p className="muted">
        Your username and picture stand beside your collections. Everything is optional.
      </p>
      {isWaiting && <SettingsSkeleton />}
      {settings.at === 'signed-out' && <SignIn />}
      {settings.at === 'known' && (
        <Suspense fallback={<SettingsSkeleton />}>
          <OwnSettings key={settings.user.address} {...settings} />
        </Suspense>
      )}
    </div>
  )
}

const loadSettings = () => import('./own-settings.tsx')

const OwnSettings = lazy(async () => {
  const { OwnSettings: component } = await loadSettings()
  return { default: component }
})

/** A connected wallet only needs to sign. */
function SignIn() {
  const isConnected = useSession().wallet !== null
  return (
    <div className="sign-in">
      <EmptyBlock
        level="h2"
        title="Sign in to edit your profile"
        actions={
          isConnected ? (
            <Button onClick={openVerifyDialog}>Sign in</Button>
          ) : (
            <Button onClick={() => openWalletDialog()}>Connect Wallet</Button>
          )
        }
      >
        Your picture, links and sessions belong to your wallet. Signing in is free and
        moves nothing.
      </EmptyBlock>
    </div>
  )
}
