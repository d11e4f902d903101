import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { ContentError } from '@platemark/academy/content-error'
import { readYaml } from '@platemark/academy/read-yaml'
import { achievementCategories, achievementTiers } from '@platemark/api/achievements'
import * as z from 'zod/mini'
import { ConfigurationError } from './fields.ts'

export const ACHIEVEMENTS_FILE = resolve(
  import.meta.dirname,
  '../../../../config/achievements.yaml',
)

/** Rules by which achievements are earned; each counts something up to a target. */
export const achievementRules = [
  'signed_in',
  'profile_fields',
  'mints_from_others',
  'collections_minted',
  'early_mints',
  'networks_minted',
  'days_in_a_row',
  'collections_created',
  'collections_sold',
  'minters_of_a_collection',
  'collections_sold_out',
  'networks_created',
  'names_owned',
  'primary_name',
  'short_names',
  'lessons_completed',
  'lessons_of_start_safely',
  'all_lessons',
] as const
export type AchievementRule = (typeof achievementRules)[number]

const text = (most: number) =>
  z
    .string('Enter text.')
    .check(
      z.minLength(1, 'Enter text.'),
      z.maxLength(most, `At most ${most} characters.`),
    )

const time = z.pipe(
  z
    .string('Enter a UTC time, like 2026-01-31T18:00:00Z.')
    .check(
      z.regex(
        /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
        'Enter a UTC time, like 2026-01-31T18:00:00Z.',
      ),
    ),
  z.transform((written) => new Date(written)),
)

const entry = z.strictObject({
  id: z.string('Enter an id.').check(
    z.regex(/^[a-z][a-z0-9_]{2,39}$/, 'Use 3 to 40 of a-z, 0-9 and _, a letter first.'),
    z.refine((id) => !id.startsWith('campaign_'), {
      error: 'Ids that begin with campaign_ are those of campaigns.',
    }),
  ),
  title: text(40),
  description: text(140),
  tier: z.enum(achievementTiers, `Use ${achievementTiers.join(', ')}.`),
  category: z.enum(achievementCategories, `Use ${achievementCategories.join(', ')}.`),
  rule: z.enum(achievementRules, `Use ${achievementRules.join(', ')}.`),
  target: z
    .int('Enter a whole number.')
    .check(z.minimum(1, 'At least 1.'), z.maximum(1_000_000, 'At most 1,000,000.')),
  hidden: z._default(z.boolean('Enter true or false.'), false),
  enabled: z._default(z.boolean('Enter true or false.'), true),
  since: z._default(z.nullable(time), null),
  until: z._default(z.nullable(time), null),
  points: z._default(z.int('Enter a whole number.'), 0),
})

const file = z.array(entry, 'Enter a list of achievements.').check(
  z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length, {
    error: 'Two achievements have the same id.',
  }),
)

/** An achievement as the operator's file has it. */
export type Achievement = z.output<typeof entry> & {
  /** Hash of rule and target. */
  rule_version: string
}

/** Reads the file of achievements. Throws `ConfigurationError` with line and reason of each fault. */
export function readAchievements(path: string): Achievement[] {
  try {
    const found = readYaml(file, readFileSync(path, 'utf8'), { file: basename(path) })
    return found.map((one) => ({ ...one, rule_version: hashRule(one) }))
  } catch (error) {
    if (error instanceof ContentError) throw new ConfigurationError(error.message)
    if (error instanceof Error && 'code' in error)
      throw new ConfigurationError(`achievements_file: ${path} cannot be read.`)
    throw error
  }
}

function hashRule({ rule, target }: z.output<typeof entry>): string {
  return createHash('sha256').update(`${rule} ${target}`).digest('hex').slice(0, 16)
}
