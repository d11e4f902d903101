import type { User } from '@platemark/api/profile'
import { profileFields } from '@platemark/api/profile-fields'

export type FieldName = keyof typeof profileFields

/** Unsaved input, by field. */
export type Draft = Partial<Record<FieldName, string>>

/** Error message of each invalid field. */
export type FieldErrors = Partial<Record<FieldName, string>>

/** Labels of all fields in page order. */
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

/** Returns the text of a field: the draft, else the saved value. */
export function readText(user: User, draft: Draft, name: FieldName): string {
  return draft[name] ?? user[name] ?? ''
}

type Reading = { stored: string | null; error?: never } | { error: string }

/** Returns the value a text would be stored as, or its error. */
export function readField(name: FieldName, text: string): Reading {
  const { success, data, error } = profileFields[name].safeParse(text)
  if (success) return { stored: data }
  return { error: error.issues[0]?.message ?? 'This cannot be saved.' }
}

/**
 * Returns the fields that saving would change. Another spelling of the saved value is no
 * change.
 */
export function changedFields(user: User, draft: Draft): FieldName[] {
  return fieldNames.filter((name) => {
    const text = draft[name]
    if (text === undefined) return false
    const reading = readField(name, text)
    return reading.error !== undefined || reading.stored !== user[name]
  })
}

/** Returns the error of each of `names` that is invalid. */
export function findErrors(draft: Draft, names: FieldName[]): FieldErrors {
  return Object.fromEntries(
    names.flatMap((name) => {
      const { error } = readField(name, draft[name] ?? '')
      return error === undefined ? [] : [[name, error]]
    }),
  )
}

/**
 * Returns the request body: only changed fields, so that other tabs' changes are kept.
 */
export function pickChanges(draft: Draft, names: FieldName[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, draft[name] ?? '']))
}

/** Returns the draft without saved values; text typed meanwhile stays. */
export function withoutSaved(draft: Draft, sent: Record<string, string>): Draft {
  return Object.fromEntries(
    Object.entries(draft).filter(([name, text]) => sent[name] !== text),
  )
}

/** Returns the spelling after saving, where it differs: `x.com/name`. */
export function savedAs(name: FieldName, text: string): string | undefined {
  const { stored } = { stored: undefined, ...readField(name, text) }
  if (!stored || stored === text.trim()) return undefined
  return stored.replace(/^https:\/\//, '').replace(/\/$/, '')
}
