import * as z from 'zod/mini'
import { changeKinds } from './collection-reads.ts'
import { getCollection } from './collections.ts'
import { endpoint } from './endpoint.ts'
import { address, chainAlias, decimal, instant } from './fields.ts'
import * as operations from './operations.ts'

/** The collection of an event, in the fields of its page. */
const place = { chain_alias: chainAlias, contract_address: address }

/** The values of a collection page that change while it is open. */
export const liveCounts = z.object({
  ...place,
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

/** Maximum number of collections of one stream. */
export const MAX_LIVE_COLLECTIONS = 10

const onePlace = '[a-z0-9][a-z0-9-]{0,39}:0x[0-9a-fA-F]{40}'

const events = { counts: liveCounts, reload: z.object(place) }

export const listenToCollections = endpoint({
  ...operations.listenToCollections,
  summary:
    'Live counts of several collections as one stream of server-sent events, so that a browser needs one connection for all its windows: `counts` of each at once and with every change; `reload` for each that is not to be seen, and as the last event when one of them was hidden. Fails only when none of them is to be seen.',
  query: z.strictObject({
    /** Networks and addresses, such as `base:0x…,zora:0x…`. */
    collections: z
      .string()
      .check(
        z.regex(
          new RegExp(`^${onePlace}(?:,${onePlace}){0,${MAX_LIVE_COLLECTIONS - 1}}$`),
          `Name 1 to ${MAX_LIVE_COLLECTIONS} collections as network:address, with commas between them.`,
        ),
      ),
  }),
  replies: { 200: z.null() },
  events,
  problems: ['unknown_chain', 'not_found', 'blocked', 'busy'],
})

export const listenToCollection = endpoint({
  ...operations.listenToCollection,
  summary:
    'Live counts of a collection as server-sent events: `counts` at once and with every change, `reload` as the last one when the collection was hidden or is not to be seen any more. The id of each event names its state; with it as `Last-Event-ID` no state is sent twice.',
  params: getCollection.params,
  query: z.strictObject({}),
  replies: { 200: z.null() },
  events,
  problems: ['unknown_chain', 'not_found', 'blocked', 'busy'],
})
