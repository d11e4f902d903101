import { createHash } from 'node:crypto'
import { ContentError } from '@platemark/academy/content-error'
import { readYaml } from '@platemark/academy/read-yaml'
import * as z from 'zod/mini'
import { type CampaignDefinition, campaignFile } from './campaign-file.ts'
import { type CampaignSurroundings, checkCampaign } from './check-campaign.ts'

/** Times that replace those of a file, for a campaign that is shown at once. */
export type CampaignTimes = Partial<
  Pick<CampaignDefinition, 'starts_at' | 'ends_at' | 'join_opens_at' | 'claim_closes_at'>
>

/**
 * Reads a campaign file (YAML or JSON). Throws `ContentError` with the line of every mistake.
 */
export function readCampaign(
  text: string,
  file: string,
  surroundings: CampaignSurroundings,
  times: CampaignTimes = {},
): CampaignDefinition {
  const schema = z.pipe(
    z.pipe(
      campaignFile,
      z.transform((written): CampaignDefinition => ({ ...written, ...times })),
    ),
    z.transform((campaign, context) => {
      for (const { path, message } of checkCampaign(campaign, surroundings)) {
        context.issues.push({ code: 'custom', message, path, input: campaign })
      }
      return campaign
    }),
  )
  return readYaml(schema, text, { file })
}

/** Returns the sentences of a file that cannot be read as `file:line: message`. */
export function listFaults(error: unknown): string[] | undefined {
  return error instanceof ContentError ? error.message.split('\n') : undefined
}

/** Texts and times that may change while a campaign runs; everything else is its rules. */
const changeable = [
  'title',
  'tagline',
  'body',
  'cover',
  'accent',
  'terms_url',
  'ends_at',
  'join_closes_at',
  'review_hours',
] as const

/** Returns everything that decides who gets how many points and rewards, as JSON that is hashed. */
export function formatRules(campaign: CampaignDefinition): string {
  const rules: Record<string, unknown> = { ...campaign }
  for (const field of changeable) delete rules[field]
  return canonicalJson(rules)
}

/** Returns the SHA-256 of the rules, the version that the page of a campaign names. */
export function hashRules(campaign: CampaignDefinition): string {
  return createHash('sha256').update(formatRules(campaign)).digest('hex')
}

/** Returns JSON whose keys are sorted, so that equal values have one text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const pairs = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${pairs.map(([key, one]) => `${JSON.stringify(key)}:${canonicalJson(one)}`).join(',')}}`
}
