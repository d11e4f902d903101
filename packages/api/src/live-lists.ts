import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { address, decimal, hash, instant } from './fields.ts'
import { listedWallet, pricedPhase, repeatedWallets } from './studio.ts'
import * as operations from './studio-operations.ts'

/** Most allowlist phases of one list. */
const MAX_PHASES = 16

/** The body of `prepareList`; the server checks its entries one by one. */
export function liveListSchema<Entry extends z.ZodMiniType>(entry: Entry) {
  return z.object({
    phases: z
      .array(
        z.object({
          ...z.omit(pricedPhase, { kind: true }).shape,
          /** 0 to 254: a phase of the same id on the present list, or a new one. */
          phase_id: z.int().check(z.minimum(0), z.maximum(254)),
          entries: z.array(entry).check(z.maxLength(100_000)),
        }),
      )
      .check(z.minLength(1, 'Add at least one phase.'), z.maxLength(MAX_PHASES)),
  })
}

export const prepareList = endpoint({
  ...operations.prepareList,
  summary:
    'Stores a further list of a deployed collection, with the terms of its phases, and returns the transaction that adds it. The list counts once the index has that transaction; of lists without one the last ten are kept.',
  params: z.object({ contract_id: z.uuid('Unknown collection.') }),
  body: liveListSchema(listedWallet),
  replies: {
    200: z.object({
      root: hash,
      content_hash: hash,
      /** Its public file. */
      url: z.string(),
      /** Start of its first phase: until then it may be removed without notice. */
      not_before: instant,
      /** Its transaction should be mined by then: a list that the chain lacks is deleted later. */
      kept_until: instant,
      /** Entries of all phases. */
      entries: z.number(),
      phases: z.array(
        z.object({
          phase_id: z.number(),
          /** Wallets of the phase, each counted once. */
          entries: z.number(),
          ...repeatedWallets,
        }),
      ),
      transaction: z.object({
        chain_id: z.number(),
        to: address,
        data: z.string(),
        value: decimal,
      }),
    }),
  },
  problems: ['not_found', 'unknown_chain', 'file_too_large', 'too_many_requests', 'busy'],
  owner: 'draft',
  limited_by: ['lists_per_user', 'lists_per_client'],
})
