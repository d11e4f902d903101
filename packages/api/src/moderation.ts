import * as z from 'zod/mini'
import { getCollection } from './collections.ts'
import { endpoint } from './endpoint.ts'
import { address, text } from './fields.ts'
import * as operations from './operations.ts'

/** Reasons for reports of visitors and for blocks by the operator. */
export const moderationCategories = [
  'copy',
  'impersonation',
  'scam',
  'offensive',
  'illegal',
  'other',
] as const
export type ModerationCategory = (typeof moderationCategories)[number]

/** `data` beside the error `blocked`: all that a visitor receives of a blocked collection. */
export const blockedPlace = z.object({
  chain_alias: z.string(),
  contract_address: address,
  category: z.enum(moderationCategories),
})
export type BlockedPlace = z.infer<typeof blockedPlace>

export const reportCollection = endpoint({
  ...operations.reportCollection,
  summary:
    'Reports a collection to the operator. A second report of the same person replaces an open one.',
  params: getCollection.params,
  body: z.object({
    category: z.enum(moderationCategories, {
      error: `Choose one of ${moderationCategories.join(', ')}.`,
    }),
    /** In their own words. */
    text: z._default(text(0, 1000, { lines: true }), ''),
  }),
  replies: { 202: z.object({ status: z.literal('received') }) },
  problems: ['unknown_chain', 'not_found', 'blocked', 'too_many_requests'],
  limited_by: ['reports_per_client', 'reports_per_client_day'],
})
