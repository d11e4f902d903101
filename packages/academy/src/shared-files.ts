import * as z from 'zod/mini'
import { articleAlias, day } from './front-matter.ts'

const word = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/))

const track = z.strictObject({
  id: word,
  title: z.string().check(z.minLength(3), z.maxLength(40)),
  summary: z.string().check(z.minLength(20), z.maxLength(200)),
})
export type Track = z.output<typeof track>

/** `tracks.yaml`: the tracks in the order of the page, and every tag. */
export const tracksFile = z.strictObject({
  tracks: z.array(track).check(z.minLength(1)),
  tags: z.array(word).check(z.minLength(1), z.maxLength(16)),
})

const glossaryTerm = z.strictObject({
  id: word,
  term: z.string().check(z.minLength(2), z.maxLength(60)),
  /** Stands in the tooltip of a term. */
  short: z.string().check(z.minLength(10), z.maxLength(160)),
  text: z.string().check(z.minLength(20), z.maxLength(500)),
  see_also: z.array(word),
  /** The article that explains it. */
  article: articleAlias,
})
export type GlossaryTerm = z.output<typeof glossaryTerm>

/** `glossary.yaml` of a language. */
export const glossaryFile = z.strictObject({ terms: z.array(glossaryTerm) })

const withdrawnEntry = z.strictObject({
  alias: articleAlias,
  title: z.string().check(z.minLength(5), z.maxLength(80)),
  withdrawn: day,
  /** Sentence for the reader. */
  reason: z.string().check(z.minLength(10), z.maxLength(200)),
  /** Article to read instead; null: none. */
  instead: z.nullable(articleAlias),
})
export type WithdrawnEntry = z.output<typeof withdrawnEntry>

/** `withdrawn.yaml`: articles that were published and are no longer. */
export const withdrawnFile = z.strictObject({ withdrawn: z.array(withdrawnEntry) })
