import * as z from 'zod/mini'
import { activity, cursorMeta } from './collection-reads.ts'
import { picture } from './collections.ts'
import { endpoint } from './endpoint.ts'
import { address, instant } from './fields.ts'
import * as operations from './operations.ts'
import { collectionAlias } from './page-texts.ts'

/** The public profile of an account, with the counts of its tokens and collections. */
export const collector = z.object({
  address,
  /** Its profile; empty for an account that never signed in, or that the operator blocked. */
  name: z.nullable(z.string()),
  /** Its primary name on this site, with the suffix; null: none. */
  primary_name: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  links: z.array(z.object({ label: z.string(), url: z.string() })),
  has_account: z.boolean(),
  /**
   * The network whose contract the account is, where alone the address is this account. Null: a
   * key's account, the same on every network, or an address that never signed in.
   */
  account_chain: z.nullable(z.string()),
  /** The operator does not show what it created. */
  is_blocked: z.boolean(),
  /**
   * The network on which an address without an account here has code, or its contract an account:
   * that shows with `?chain=` of this network. Null: none is known of.
   */
  contract_on: z.nullable(z.string()),
  /** The address is that of a listed collection. */
  collection: z.nullable(
    z.object({ chain_alias: z.string(), path: z.union([address, collectionAlias]) }),
  ),
  /** Counts of listed collections. At most 500 are counted: then it is not exact. */
  collected: z.object({
    quantity: z.number(),
    collections: z.number(),
    is_exact: z.boolean(),
    networks: z.array(z.object({ chain_alias: z.string(), quantity: z.number() })),
  }),
  /** Listed collections it created, 500 at most. */
  created: z.object({ collections: z.number(), is_exact: z.boolean() }),
  first_mint_at: z.nullable(instant),
})
export type Collector = z.infer<typeof collector>

const params = z.object({ address })

/**
 * Network aliases, separated by commas. One alone shows the account that the address is there, of
 * a contract too; otherwise only key accounts show, because a contract's address may be
 * another owner's on another network.
 */
const chain = z.optional(z.string().check(z.maxLength(400)))

export const getCollector = endpoint({
  ...operations.getCollector,
  summary:
    'What an account holds and created of listed collections. Every address has one.',
  params,
  query: z.strictObject({ chain }),
  replies: { 200: collector },
  cache_seconds: 10,
})

export const collectorActivity = z.object({
  ...activity.shape,
  chain_alias: z.string(),
  collection: z.object({
    contract_address: address,
    alias: z.nullable(z.string()),
    name: z.string(),
    image: picture,
    is_edition: z.boolean(),
    max_supply: z.nullable(z.number()),
  }),
})
export type CollectorActivity = z.infer<typeof collectorActivity>

const activityQuery = {
  chain,
  /** `next_cursor` of the previous page, unchanged. */
  cursor: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^[\w-]{1,120}$/,
          'This cursor is not from this list. Start at the first page.',
        ),
      ),
  ),
}

export const listCollectorActivity = endpoint({
  ...operations.listCollectorActivity,
  summary:
    'What an account minted, received, sent, burned and created of listed collections, the newest first. A page can be short, even empty: the list ends where there is no cursor.',
  params,
  query: z.strictObject(activityQuery),
  replies: { 200: z.array(collectorActivity) },
  meta: cursorMeta,
  cache_seconds: 10,
})
