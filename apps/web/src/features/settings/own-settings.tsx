import './settings-form.css'
import type { User } from '@platemark/api/profile'
import { SignInAgainDialog } from '../../components/editing/sign-in-again-dialog.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SessionsSection } from './sessions/sessions-section.tsx'

/** Settings of the signed-in user, or of the one whose session just ended. */
export function OwnSettings({ user, hasEnded }: { user: User; hasEnded: boolean }) {
  return (
    <>
      <ProfileForm user={user} />
      <AppearanceSection />
      <SessionsSection />
      <SignInAgainDialog
        user={user}
        isOpen={hasEnded}
        kept="What you typed in your profile"
      />
    </>
  )
}
