import * as z from 'zod/mini'
import { changeKinds } from './collection-reads.ts'
import { getCollection } from './collections.ts'
import { endpoint } from './endpoint.ts'
import { decimal, instant } from './fields.ts'
import * as operations from './operations.ts'

/** The values of a collection page that change while it is open. */
export const liveCounts = z.object({
  minted: z.number(),
  /** Null: no cap. */
  max_supply: z.nullable(z.number()),
  holders: z.number(),
  unique_minters: z.number(),
  volume_wei: decimal,
  /** Minted in each phase, by the ids of the phases. */
  phases: z.array(z.object({ phase_id: z.number(), minted: z.number() })),
  is_paused: z.boolean(),
  /** The same field as in the collection. */
  status: z.enum(['provisional', 'confirmed']),
  /** The newest of its `changes`: another one means that its terms are to be read again. */
  last_change: z.nullable(
    z.object({ kind: z.enum(changeKinds), block_number: decimal, log_index: z.number() }),
  ),
  /** The time at which its owner last edited the page. */
  updated_at: instant,
})
export type LiveCounts = z.infer<typeof liveCounts>

export const listenToCollection = endpoint({
  ...operations.listenToCollection,
  summary:
    'Live counts of a collection as server-sent events: `counts` at once and with every change, `reload` as the last one when the collection was hidden or is not to be seen any more. The id of each event names its state; with it as `Last-Event-ID` no state is sent twice.',
  params: getCollection.params,
  query: z.strictObject({}),
  replies: { 200: z.null() },
  events: { counts: liveCounts, reload: z.object({}) },
  problems: ['unknown_chain', 'not_found', 'blocked', 'busy'],
})
