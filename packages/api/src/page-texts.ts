import { MAX_NAME_CHARACTERS } from '@platemark/rules/limits'
import * as z from 'zod/mini'
import { link, text } from './fields.ts'

/**
 * Texts of a collection as its creator writes them. They are apart from the calls that take them,
 * so that a form which parses them loads no call.
 */

/** Name of a draft, which has none at first. */
export const draftName = text(0, MAX_NAME_CHARACTERS)

export const draftSymbol = z
  .string()
  .check(z.regex(/^[A-Z0-9]{0,12}$/, 'Use 1 to 12 of A-Z and 0-9.'))

export const collectionDescription = text(0, 2000, { lines: true })

/** A creator's slug: it may stand for the address, so it never looks like one. */
export const collectionAlias = z.string().check(
  z.minLength(3, 'Use 3 to 60 characters.'),
  z.maxLength(60, 'Use 3 to 60 characters.'),
  z.regex(
    /^[a-z0-9](?:-?[a-z0-9])*$/,
    'Use lower-case letters, digits and single hyphens.',
  ),
  z.refine((value) => !/^0x/.test(value), { error: 'It cannot start with 0x.' }),
)

/** All links of a collection, absent ones null. */
export const collectionLinks = z.object({
  website: link,
  x: link,
  discord: link,
  instagram: link,
  farcaster: link,
})
