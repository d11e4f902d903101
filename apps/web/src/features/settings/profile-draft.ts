import type { User } from '@platemark/api/profile'
import { profileFields } from '@platemark/api/profile-fields'

export type FieldName = keyof typeof profileFields

/** What was typed and is not saved, by field. */
export type Draft = Partial<Record<FieldName, string>>

/** One sentence for each field that is wrong. */
export type FieldErrors = Partial<Record<FieldName, string>>

/** Every field in the order of the page, with its label. */
export const fieldLabels: Record<FieldName, string> = {
  username: 'Username',
  email: 'E-mail',
  bio: 'Bio',
  website_link: 'Website',
  twitter_link: 'X',
  instagram_link: 'Instagram',
  warpcast_link: 'Farcaster',
  lens_link: 'Lens',
  github_link: 'GitHub',
}

// Safe: its keys are exactly the names.
export const fieldNames = Object.keys(fieldLabels) as FieldName[]

/** What stands in a field: what was typed, else what is saved. */
export function readText(user: User, draft: Draft, name: FieldName): string {
  return draft[name] ?? user[name] ?? ''
}

type Reading = { stored: string | null; error?: never } | { error: string }

/** What a text would be stored as, or why it cannot be. */
export function readField(name: FieldName, text: string): Reading {
  const { success, data, error } = profileFields[name].safeParse(text)
  if (success) return { stored: data }
  return { error: error.issues[0]?.message ?? 'This cannot be saved.' }
}

/** The fields that saving would change. Another spelling of what is saved changes nothing. */
export function changedFields(user: User, draft: Draft): FieldName[] {
  return fieldNames.filter((name) => {
    const text = draft[name]
    if (text === undefined) return false
    const reading = readField(name, text)
    return reading.error !== undefined || reading.stored !== user[name]
  })
}

/** The sentence of each of `names` whose text cannot be saved. */
export function findErrors(draft: Draft, names: FieldName[]): FieldErrors {
  return Object.fromEntries(
    names.flatMap((name) => {
      const { error } = readField(name, draft[name] ?? '')
      return error === undefined ? [] : [[name, error]]
    }),
  )
}

/** What is sent: the changed fields and no others, so that other tabs keep theirs. */
export function pickChanges(draft: Draft, names: FieldName[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, draft[name] ?? '']))
}

/** The draft without what was saved; what was typed on meanwhile stays. */
export function withoutSaved(draft: Draft, sent: Record<string, string>): Draft {
  return Object.fromEntries(
    Object.entries(draft).filter(([name, text]) => sent[name] !== text),
  )
}

/** How a text will be spelt when it is saved, where that differs: `x.com/name`. */
export function savedAs(name: FieldName, text: string): string | undefined {
  const { stored } = { stored: undefined, ...readField(name, text) }
  if (!stored || stored === text.trim()) return undefined
  return stored.replace(/^https:\/\//, '').replace(/\/$/, '')
}
