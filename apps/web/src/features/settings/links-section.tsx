import { TextField } from '../../ui/field.tsx'
import { type FieldName, fieldLabels, savedAs } from './profile-draft.ts'
import { fieldProps } from './profile-section.tsx'
import { SettingsSection } from './settings-section.tsx'
import type { ProfileFormState } from './use-profile-form.ts'

const links: { name: FieldName; placeholder: string }[] = [
  { name: 'website_link', placeholder: 'https://example.com' },
  { name: 'twitter_link', placeholder: 'x.com/name' },
  { name: 'instagram_link', placeholder: 'instagram.com/name' },
  { name: 'warpcast_link', placeholder: 'farcaster.xyz/name' },
  { name: 'lens_link', placeholder: 'hey.xyz/u/name' },
  { name: 'github_link', placeholder: 'github.com/name' },
]

export function LinksSection({ form }: { form: ProfileFormState }) {
  return (
    <SettingsSection
      title="Links"
      text="Paste a profile address or type a handle. We store the full https address and check that it leads where its label says."
    >
      <div className="pair close">
        {links.map(({ name, placeholder }) => {
          const stored = form.isChanged(name) && savedAs(name, form.textOf(name))
          return (
            <TextField
              key={name}
              {...fieldProps(form, name)}
              label={fieldLabels[name]}
              placeholder={placeholder}
              success={stored && `Will be saved as ${stored}`}
              inputMode="url"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
            />
          )
        })}
      </div>
    </SettingsSection>
  )
}
