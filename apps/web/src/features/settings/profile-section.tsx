import type { User } from '@platemark/api/profile'
import { bioLimits } from '@platemark/api/profile-fields'
import { countCharacters } from '@platemark/rules/characters'
import type { RefObject } from 'react'
import { When } from '../../components/when.tsx'
import { Copy } from '../../ui/copy.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { PicturePart } from './picture/picture-part.tsx'
import { savedAs } from './profile-draft.ts'
import { SettingsSection } from './settings-section.tsx'
import type { ProfileFormState } from './use-profile-form.ts'

type ProfileSectionProps = {
  user: User
  form: ProfileFormState
  summary: RefObject<HTMLDivElement | null>
}

export function ProfileSection({ user, form, summary }: ProfileSectionProps) {
  return (
    <SettingsSection
      title="About you"
      text={
        <>
          Your picture, username, bio and links are public. Your{' '}
          <span className="nowrap">e-mail</span> is private.
        </>
      }
    >
      <ErrorSummary ref={summary} names={form.wrong} />
      <PicturePart user={user} onCropping={form.setCropping} />
      <div className="field">
        <span className="label">Wallet address</span>
        <div className="own-address">
          <code>{user.address}</code>
          <Copy text={user.address} label="Copy address" isMini={false} />
        </div>
      </div>
      <div className="pair">
        <Username user={user} form={form} />
        <TextField
          {...fieldProps(form, 'email')}
          label="E-mail"
          aside="Private"
          hint="Private: never shown, and no e-mail is sent to it."
          type="email"
          autoComplete="email"
        />
      </div>
      <Bio form={form} />
    </SettingsSection>
  )
}

function Username({ user, form }: { user: User; form: ProfileFormState }) {
  const fixedUntil = user.username_fixed_until
  const stored = savedAs('username', form.textOf('username'))
  return (
    <TextField
      {...fieldProps(form, 'username')}
      label="Username"
      hint={
        fixedUntil ? (
          <>
            You can change it again on <When at={fixedUntil} />.
          </>
        ) : (
          '3–30 letters, digits or underscores. You can change it once every few days.'
        )
      }
      success={form.isChanged('username') && stored && `Will be saved as ${stored}`}
      readOnly={fixedUntil !== null}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

function Bio({ form }: { form: ProfileFormState }) {
  const length = countCharacters(form.textOf('bio'))
  return (
    <TextArea
      {...fieldProps(form, 'bio')}
      label="Bio"
      aside={
        <span className={length > bioLimits.characters ? 'over' : undefined}>
          {length} / {bioLimits.characters}
          <span className="hide"> characters</span>
        </span>
      }
      hint={`At most ${bioLimits.lines} lines. Links are shown as text.`}
      rows={3}
    />
  )
}

/** Returns the props that every field of the form shares. */
export function fieldProps(
  form: ProfileFormState,
  name: Parameters<ProfileFormState['textOf']>[0],
) {
  return {
    id: name,
    name,
    value: form.textOf(name),
    error: form.errorOf(name),
    onChange: ({ target }: { target: { value: string } }) =>
      form.change(name, target.value),
    onBlur: () => form.leave(name),
  }
}
