import * as z from 'zod/mini'
import { campaignFile } from '../definition/campaign-file.ts'

const time = z.iso.datetime()

/** The file `inputs.json` of a result: everything that a recount needs besides the networks. */
export const resultInputs = z.object({
  version: z.literal(1),
  rules_version: z.string(),
  campaign: campaignFile,
  chains: z.array(
    z.object({
      id: z.number(),
      alias: z.nullable(z.string()),
      factory: z.nullable(z.string()),
      start_block: z.number(),
      /** Last block that was counted. */
      last_block: z.nullable(z.number()),
      names_registry: z.nullable(z.string()),
    }),
  ),
  entries: z.array(
    z.object({
      address: z.string(),
      joined_at: time,
      team: z.nullable(z.string()),
      status: z.enum(['active', 'left', 'disqualified']),
      wallets: z.array(
        z.object({ wallet: z.string(), chain_id: z.nullable(z.number()) }),
      ),
    }),
  ),
  /** Credits that no network records, such as those of lessons. */
  internal: z.array(z.object({ address: z.string(), quest: z.string(), at: time })),
})
export type ResultInputs = z.infer<typeof resultInputs>
export type InputChain = ResultInputs['chains'][number]

/** Place of an event on its network. Addresses are lower case. */
type Place = {
  chain_id: number
  /** Address of the collection; `names` for the registry. */
  contract: string
  block: number
  log: number
  tx: string
  /** Milliseconds since 1970. */
  time: number
}

/** An event as it was read from a network. Amounts are wei as decimal strings. */
export type ChainEvent = Place &
  (
    | { kind: 'created'; creator: string }
    | {
        kind: 'mint' | 'airdrop' | 'transfer' | 'burn'
        creator: string
        from: string | null
        to: string
        quantity: number
        token_id: string | null
        /** Wei for one item; 0 besides mints. */
        price_wei: string
      }
    | { kind: 'name_registered' | 'name_primary_set'; account: string; name: string }
  )
