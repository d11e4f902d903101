import './settings-form.css'
import type { User } from '@platemark/api/profile'
import type { ComponentType } from 'react'
import { useAppConfig } from '../../components/app-config.ts'
import { SignInAgainDialog } from '../../components/editing/sign-in-again-dialog.tsx'
import { AchievementsSection } from './achievements/achievements-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SessionKeysSection } from './session-keys/session-keys-section.tsx'
import { SessionsSection } from './sessions/sessions-section.tsx'
import { SettingsSection } from './settings-section.tsx'

/** Choice of a primary name, which belongs to names. */
export type PrimaryName = ComponentType<{ user: User }>

type OwnSettingsProps = { user: User; hasEnded: boolean; PrimaryName: PrimaryName }

/** Settings of the signed-in user, or of the one whose session just ended. */
export function OwnSettings({ user, hasEnded, PrimaryName }: OwnSettingsProps) {
  const { names } = useAppConfig()
  return (
    <>
      <ProfileForm user={user} />
      {names && (
        <SettingsSection
          title="Primary name"
          text="The one name shown instead of your address, here and in apps that read the registry."
        >
          <PrimaryName user={user} />
        </SettingsSection>
      )}
      <AchievementsSection />
      <AppearanceSection />
      <SessionKeysSection />
      <SessionsSection />
      <SignInAgainDialog
        user={user}
        isOpen={hasEnded}
        kept="What you typed in your profile"
      />
    </>
  )
}
