import { articleLevels } from '@platemark/api/academy'
import * as z from 'zod/mini'

/** The name of an article in addresses: words of a-z and 0-9 with hyphens. */
export const articleAlias = z
  .string()
  .check(
    z.minLength(3),
    z.maxLength(60),
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use words of a-z and 0-9 with hyphens.'),
  )

/** A day, such as 2026-11-27. */
export const day = z.iso.date({ error: 'Enter a day, like 2026-11-27.' })

/** Fields before the text of an article. */
export const frontMatter = z.strictObject({
  alias: articleAlias,
  /** Former aliases, which lead to the article. */
  aliases_old: z._default(z.array(articleAlias), []),
  title: z.string().check(z.minLength(5), z.maxLength(80)),
  summary: z.string().check(z.minLength(40), z.maxLength(200)),
  level: z.enum(articleLevels),
  track: z.string(),
  /** Place in its track, from 1. */
  order: z.int().check(z.positive()),
  tags: z.array(z.string()).check(z.minLength(1), z.maxLength(5)),
  /** Computed from the text; the value of the file may differ by 1. */
  reading_minutes: z.int().check(z.positive()),
  /** File of the article's folder: SVG or WebP, 1200 by 630. */
  cover: z
    .string()
    .check(z.regex(/^[a-z0-9-]+\.(svg|webp)$/, 'Name an SVG or WebP file beside it.')),
  cover_alt: z.string().check(z.minLength(10), z.maxLength(150)),
  prerequisites: z.array(articleAlias),
  related: z.array(articleAlias).check(z.minLength(2), z.maxLength(4)),
  updated: day,
  /** Id of the achievement for completing it; null: none of its own. */
  achievement: z.nullable(z.string()),
  /** Ids of the glossary that the text uses. */
  terms: z.array(z.string()),
})
export type FrontMatter = z.output<typeof frontMatter>
