import * as z from 'zod/mini'
import { pictureViews } from './collections.ts'
import { endpoint } from './endpoint.ts'
import { address, decimal, instant } from './fields.ts'
import * as operations from './studio-operations.ts'

/** An amount of a network's coin in wei, with its worth at the present rate. */
const owed = {
  /** Withdrawable now: income of confirmed blocks, less everything withdrawn. */
  owed_wei: decimal,
  /** Withdrawn so far. */
  paid_wei: decimal,
}

const collectionEarnings = z.object({
  ...owed,
  /** Null where the network did not answer. */
  owed_wei: z.nullable(decimal),
  contract_id: z.string(),
  contract_address: address,
  alias: z.nullable(z.string()),
  name: z.string(),
  image: pictureViews,
  /** False: its page here was deleted or blocked; its contract pays all the same. */
  has_page: z.boolean(),
  /** The account shares its income, as its creator or a payee. */
  is_payee: z.boolean(),
  /** Present share of the creator's income in basis points; null: none now. */
  share_bps: z.nullable(z.number()),
  /** Tokens that others minted through the account's link. */
  referred: z.number(),
})

/** A contract that shares the royalties of a collection among its first payees. */
const splitEarnings = z.object({
  address,
  /** Names of the collections whose royalties it gets. */
  names: z.array(z.string()),
  /** Withdrawable now in the network's coin; null where the network did not answer. */
  owed_wei: z.nullable(decimal),
  /** Withdrawn so far in the network's coin; null where the network did not answer. */
  paid_wei: z.nullable(decimal),
  /** The same of the wrapped token, in its smallest unit; null also where none is known. */
  wrapped_owed: z.nullable(decimal),
  wrapped_paid: z.nullable(decimal),
})

const networkEarnings = z.object({
  ...owed,
  chain_alias: z.string(),
  /** USD, rounded down to cents; null where the rate is not known, and of test networks. */
  owed_usd: z.nullable(z.number()),
  /** False: the network did not answer, and `owed_wei` is the amount of the last answer. */
  is_current: z.boolean(),
  /** The contract that withdraws from several collections with one transaction. */
  payouts_address: address,
  /** The token in which markets pay royalties; null where none is known for the network. */
  wrapped_token: z.nullable(
    z.object({ address, symbol: z.string(), decimals: z.number() }),
  ),
  /** Royalty splits of which the account is a payee; `owed_wei` above includes their coins. */
  splits: z.array(splitEarnings),
  /** Those that owe most first. At most 1,000 that may owe the account money. */
  collections: z.array(collectionEarnings),
})

const payment = z.object({
  chain_alias: z.string(),
  contract_id: z.string(),
  contract_address: address,
  alias: z.nullable(z.string()),
  name: z.string(),
  has_page: z.boolean(),
  /** Paid by the royalty split of the collection. */
  is_royalty: z.boolean(),
  /** In the wrapped token of the network, not in its coin. */
  is_wrapped: z.boolean(),
  amount_wei: decimal,
  /** USD at the rate of its hour, rounded to cents; null where none is stored. */
  usd_then: z.nullable(z.number()),
  transaction_hash: z.string(),
  time: instant,
})

const earnings = z.object({
  /** Networks on which the account may be owed money, in the order of the configuration. */
  networks: z.array(networkEarnings),
  /** Withdrawals from collections and royalty splits by the last 100 transactions that paid the account, newest first. */
  payments: z.array(payment),
})
export type Earnings = z.infer<typeof earnings>

export const getEarnings = endpoint({
  ...operations.getEarnings,
  summary:
    'What the contracts owe and paid the caller as creator, payee and referrer, by network and collection, to the wei. Money waits in the contracts; anyone may trigger a payment, and it always goes to the account.',
  replies: { 200: earnings },
})
