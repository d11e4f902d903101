import { lazy, Suspense, useEffect } from 'react'
import { PageTitle } from '../../components/page-title.tsx'
import { ReadOnlyNotice } from '../../components/read-only/read-only-notice.tsx'
import { SignInBlock } from '../../components/sign-in-block.tsx'
import { usePageUser } from '../../lib/page-user.ts'
import type { PrimaryName } from './own-settings.tsx'
import { SettingsSkeleton } from './settings-skeleton.tsx'

/** Page of the own profile, with appearance and sessions. */
export function SettingsPage({ PrimaryName }: { PrimaryName: PrimaryName }) {
  const settings = usePageUser()
  const isWaiting = settings.at === 'waiting'
  useEffect(() => {
    // Loaded in parallel with the wallet chunk.
    if (isWaiting) void loadSettings().catch(() => undefined)
  }, [isWaiting])
  return (
    <div className="settings">
      <PageTitle>Profile</PageTitle>
      <h1>Profile</h1>
      <p className="muted">
        Your username and picture appear next to your collections. Everything is optional.
      </p>
      <ReadOnlyNotice />
      {isWaiting && <SettingsSkeleton />}
      {settings.at === 'signed-out' && (
        <SignInBlock title="Sign in to edit your profile">
          Your picture, links and sessions belong to your wallet. Signing in is free and
          sends no transaction.
        </SignInBlock>
      )}
      {settings.at === 'known' && (
        <Suspense fallback={<SettingsSkeleton />}>
          <OwnSettings
            key={settings.user.address}
            {...settings}
            PrimaryName={PrimaryName}
          />
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
