import { parseText } from '@platemark/rules/characters'
import { findSearchProblem } from '@platemark/rules/search-text'
import { isTimeZone } from '@platemark/rules/zone-times'
import * as z from 'zod/mini'
import { parseUrl } from './parse-url.ts'

/** Field types that several areas share. Amounts are decimal strings of wei, times ISO-8601 UTC. */

/** An account or contract, any letter case in, EIP-55 out. */
export const address = z
  .string()
  .check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'Enter an address: 0x and 40 hex digits.'))

export const hash = z
  .string()
  .check(z.regex(/^0x[0-9a-f]{64}$/, 'Enter a hash: 0x and 64 hex digits.'))

/** A network's short name in addresses of pages and calls. */
export const chainAlias = z
  .string()
  .check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'Unknown network.'))

/** An unsigned integer as a decimal string: wei, token ids, block numbers. */
export const decimal = z
  .string()
  .check(z.regex(/^(0|[1-9][0-9]{0,77})$/, 'Enter a whole number.'))

export const instant = z.iso.datetime({
  error: 'Enter a UTC time, like 2026-01-31T18:00:00Z.',
})

/** The IANA name of a time zone, such as Europe/Berlin. */
export const timeZone = z
  .string()
  .check(
    z.refine(isTimeZone, { error: 'Use the name of a time zone, like Europe/Berlin.' }),
  )

/** A text to search by. */
export const searchText = z.string().check(
  z.superRefine((value, context) => {
    const message = findSearchProblem(value)
    if (message !== undefined) context.addIssue(message)
  }),
)

/** A page number of a list, from 1. Beyond the end is an empty page. */
export const page = z._default(
  z.pipe(
    z.string().check(z.regex(/^[1-9][0-9]{0,9}$/, 'Pages are whole numbers from 1.')),
    z.transform(Number),
  ),
  1,
)

/** Returns the error of a strict query, which names the parameters that exist: those of `shape`. */
export function onlyThese(shape: object) {
  const sentence = `This parameter does not exist. Use: ${Object.keys(shape).join(', ')}.`
  return {
    error: ({ code }: { code: string }) =>
      code === 'unrecognized_keys' ? sentence : undefined,
  }
}

/**
 * Parts removed from the pictures of a request, such as location data, or missing in
 * them: a sentence each, keyed by the name of the file.
 */
export const pictureNotes = z.record(z.string(), z.array(z.string()))
export type PictureNotes = z.infer<typeof pictureNotes>

export const listMeta = z.object({
  page: z.number(),
  per_page: z.number(),
  total: z.number(),
  last_page: z.number(),
})

/**
 * Creates a field for typed text, `min` to `max` code points of the characters that
 * `@platemark/rules/characters` allows. `lines` allows line feeds.
 */
export function text(min: number, max: number, { lines = false } = {}) {
  return z.pipe(
    z.pipe(
      z.string('Enter text.'),
      z.transform((value, context) => {
        const { text, problem } = parseText(value, { lines })
        if (problem === undefined) return text
        context.issues.push({ code: 'custom', message: problem, input: value })
        return z.NEVER
      }),
    ),
    z.string().check(
      z.refine((value) => [...value].length >= min, {
        error:
          min === 1
            ? 'Enter at least one character.'
            : `Enter at least ${min} characters.`,
      }),
      z.refine((value) => [...value].length <= max, {
        error: `At most ${max} characters.`,
      }),
    ),
  )
}

/** An https address on a public host, or null for none; an empty string is none. */
export const link = z.pipe(
  z.nullable(z.string()),
  z.transform((value, context) => {
    if (value === null || value.trim() === '') return null
    const url = publicUrl(value.trim())
    if (url) return url
    context.issues.push({
      code: 'custom',
      message: 'Enter an https address.',
      input: value,
    })
    return z.NEVER
  }),
)

function publicUrl(value: string): string | undefined {
  const url = value.length > 200 ? undefined : parseUrl(value)
  if (!url) return undefined
  const host = url.hostname
  const isPlain = url.protocol === 'https:' && !url.username && !url.password && !url.port
  const isNamed = host.includes('.') && !/^[\d.]+$/.test(host) && !host.startsWith('[')
  const isPublic = !/(^|\.)(localhost|local|internal|onion)\.?$/.test(host)
  // Escaping may have made it longer, and the stored value is parsed again.
  const isShort = url.href.length <= 200
  return isPlain && isNamed && isPublic && isShort ? url.href : undefined
}
