import type { User } from '@platemark/api/profile'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { SaveBar } from '../../components/editing/save-bar.tsx'
import { LeaveGuard } from '../../components/leave-guard.tsx'
import { LinksSection } from './links-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { useProfileForm } from './use-profile-form.ts'

/** Form of the fields that are saved together. */
export function ProfileForm({ user }: { user: User }) {
  const [refusals, setRefusals] = useState(0)
  const summary = useRef<HTMLDivElement>(null)
  const form = useProfileForm(user, () => setRefusals((count) => count + 1))
  useEffect(() => {
    if (refusals > 0) summary.current?.focus()
  }, [refusals])

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (form.changes > 0 && !form.isSaving) form.trySave()
  }
  return (
    <form aria-label="Profile" noValidate onSubmit={submit}>
      <ProfileSection user={user} form={form} summary={summary} />
      <LinksSection form={form} />
      <SaveBar form={form} failed="Your profile was not saved." label="Save changes">
        {form.changes} unsaved{' '}
        <span className="save-noun">{form.changes === 1 ? 'change' : 'changes'}</span>
      </SaveBar>
      <LeaveGuard isDirty={form.isDirty} />
    </form>
  )
}
