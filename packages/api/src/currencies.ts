import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { address, instant } from './fields.ts'
import * as operations from './operations.ts'

export const currency = z.object({
  id: z.string(),
  symbol: z.string(),
  name: z.string(),
  /** Alias of the network it lives on. */
  chain: z.string(),
  chain_id: z.number(),
  /** Null: the native coin. */
  address: z.nullable(address),
  decimals: z.number(),
  /** USD for one whole unit; null where it has no value or none is known. */
  usd_rate: z.nullable(z.number()),
  usd_rate_at: z.nullable(instant),
  stale: z.boolean(),
  is_native: z.boolean(),
  is_testnet: z.boolean(),
  mint_allowed: z.boolean(),
})
export type Currency = z.infer<typeof currency>

export const listCurrencies = endpoint({
  ...operations.listCurrencies,
  summary: 'Every currency the enabled networks use, native coins first.',
  replies: { 200: z.array(currency) },
  cache_seconds: 60,
  is_urgent: true,
})
