import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { address, decimal, instant } from './fields.ts'
import * as operations from './studio-operations.ts'

const payee = z.object({
  address,
  /** Its share in basis points; null: a payee of an earlier time. */
  bps: z.nullable(z.number()),
  owed_wei: decimal,
})

const check = z.object({
  /**
   * `agrees`: the contract holds what it owes; `short`: it owes more than it holds; `differs`:
   * its counters are not those of the mints that are recorded here.
   */
  state: z.enum(['agrees', 'short', 'differs']),
  block_number: z.number(),
  checked_at: instant,
  balance_wei: decimal,
  /** Owed to everyone together. */
  owed_wei: decimal,
  payees: z.array(payee),
  referrers_wei: decimal,
  platform_wei: decimal,
  /** Arrived without a mint, since the contract exists; the payees share it. */
  other_wei: decimal,
})

const checkedCollection = z.object({
  contract_id: z.string(),
  chain_alias: z.string(),
  contract_address: address,
  name: z.string(),
  /** Accounts that mints were referred by. */
  referrers: z.number(),
  /** Null: not checked yet. */
  check: z.nullable(check),
})

const balanceChecks = z.object({
  /** Collections with mints that the account is a payee of, those in disagreement first. */
  collections: z.array(checkedCollection),
  /** Networks that did not answer now; their collections are checked again later. */
  silent: z.array(z.string()),
})
export type BalanceChecks = z.infer<typeof balanceChecks>

export const listBalanceChecks = endpoint({
  ...operations.listBalanceChecks,
  summary:
    "Whether the caller's contracts hold what they owe to everyone, each at one confirmed block, as last checked. At most 100.",
  replies: { 200: balanceChecks },
})

export const checkBalances = endpoint({
  ...operations.checkBalances,
  summary: "Checks the caller's contracts now, at most 20, those checked longest ago.",
  replies: { 200: balanceChecks },
  problems: ['too_many_requests'],
  limited_by: ['balance_checks_per_user'],
  is_open_read_only: true,
})
