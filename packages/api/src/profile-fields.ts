import * as z from 'zod/mini'
import { link, text } from './fields.ts'

const noAddress = 'Enter an https address.'

export const bioLimits = { characters: 300, lines: 5 }

/**
 * Rules for the fields of a profile, one a field, for form and server alike. Each parses text or
 * null to the stored form, null for empty; parsing a stored form again returns it unchanged.
 */
export const profileFields = {
  username: written('Use 3-30 letters, digits or underscores.', readUsername),
  email: written('Enter a valid e-mail address.', readEmail),
  bio: z.pipe(
    z.nullable(text(0, bioLimits.characters, { lines: true })).check(
      z.refine(
        (value) =>
          value === null || value.split(/[\n\u2028\u2029]/).length <= bioLimits.lines,
        {
          error: `At most ${bioLimits.lines} lines.`,
        },
      ),
    ),
    z.transform((value) => value || null),
  ),
  website_link: z.pipe(
    link,
    z.nullable(
      z.string().check(
        z.regex(/^https:\/\/(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*[a-z0-9]\//, noAddress),
        // Escaping may have made it longer.
        z.maxLength(200, noAddress),
      ),
    ),
  ),
  twitter_link: profileOn({
    network: 'an X',
    base: 'https://x.com/',
    accepted: /(?:www\.|mobile\.)?(?:x|twitter)\.com\//,
    handle: /[a-z0-9_]{1,15}/,
  }),
  instagram_link: profileOn({
    network: 'an Instagram',
    base: 'https://instagram.com/',
    accepted: /(?:www\.)?instagram\.com\//,
    // Names may contain dots; dots alone are path segments, and the host alone has no handle.
    handle: /(?=\.*[a-z0-9_])(?!(?:www\.)?instagram\.com$)[a-z0-9._]{1,30}/,
  }),
  warpcast_link: profileOn({
    network: 'a Farcaster',
    base: 'https://farcaster.xyz/',
    accepted: /(?:www\.)?(?:warpcast\.com|farcaster\.xyz)\//,
    handle: /[a-z0-9][a-z0-9-]{0,15}(?:\.eth)?/,
    isLowerCase: true,
  }),
  lens_link: profileOn({
    network: 'a Lens',
    base: 'https://hey.xyz/u/',
    accepted: /(?:www\.)?(?:hey|lens)\.xyz\/u\//,
    handle: /[a-z0-9_]{5,26}/,
    isLowerCase: true,
  }),
  github_link: profileOn({
    network: 'a GitHub',
    base: 'https://github.com/',
    accepted: /(?:www\.)?github\.com\//,
    handle: /[a-z0-9](?:-?[a-z0-9]){0,38}/,
  }),
}

/** Pixels a side that the picture of a user may have. */
export const avatarSides = { least: 64, most: 4096 }

/** Creates a field parsed by `read`: null for empty text, `message` where it returns undefined. */
function written(message: string, read: (value: string) => string | undefined) {
  return z.pipe(
    z.nullable(z.string('Enter text.')),
    z.transform((value, context) => {
      const trimmed = value?.trim()
      if (!trimmed) return null
      const stored = read(trimmed)
      if (stored !== undefined) return stored
      context.issues.push({ code: 'custom', message, input: value })
      return z.NEVER
    }),
  )
}

function readUsername(value: string): string | undefined {
  // Before lower-casing, which turns a letter of another script into one of these.
  const isPlain = /^[a-z0-9](?:[a-z0-9_]*[a-z0-9])?$/i.test(value)
  const isFitting = value.length >= 3 && value.length <= 30
  return isPlain && isFitting ? value.toLowerCase() : undefined
}

function readEmail(value: string): string | undefined {
  const email = value.normalize('NFC')
  const shape =
    /^[^\s\p{C}@<>()[\]\\,;:"]{1,64}@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u
  return email.length <= 254 && shape.test(email) ? email : undefined
}

type Network = {
  /** With its article, as the sentence needs it. */
  network: string
  /** The part of the stored address before the handle. */
  base: string
  /** The alternatives accepted there in input, after the scheme. */
  accepted: RegExp
  handle: RegExp
  isLowerCase?: boolean
}

/**
 * Creates the field of a profile, `handle`, `@handle` or address: https or no scheme, a base, the
 * handle and nothing deeper. A query or fragment behind it is dropped.
 */
function profileOn({ network, base, accepted, handle, isLowerCase = false }: Network) {
  const at = accepted.source.replace('\\/', '(?::443)?\\/')
  const bare = new RegExp(`^@?(${handle.source})$`, 'i')
  const address = new RegExp(`^(?:https://)?${at}@?(${handle.source})/?(?:[?#].*)?$`, 'i')
  const message = `Enter ${network} profile, for example ${base}name.`
  return written(message, (value) => {
    const found = (bare.exec(value) ?? address.exec(value))?.[1]
    return found && base + (isLowerCase ? found.toLowerCase() : found)
  })
}
