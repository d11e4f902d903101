import * as z from 'zod/mini'
import { collectionKind, creator, getCollection, picture } from './collections.ts'
import { endpoint } from './endpoint.ts'
import { address, decimal, hash, instant, onlyThese, page } from './fields.ts'
import * as holderOperations from './holder-operations.ts'
import * as operations from './operations.ts'

/** The `meta` of a list that is read by page number or by cursor. */
export const readMeta = z.object({
  /** Null when the page was requested by cursor. */
  page: z.nullable(z.number()),
  per_page: z.number(),
  /** Null where rows are not counted, and so is `last_page`. */
  total: z.nullable(z.number()),
  /** The last page that a number reaches. */
  last_page: z.nullable(z.number()),
  /** The cursor of the next page; null on the last one. */
  next_cursor: z.nullable(z.string()),
})
export type ReadMeta = z.infer<typeof readMeta>

/** The `meta` of a list that is read by cursor alone. */
export const cursorMeta = z.pick(readMeta, { per_page: true, next_cursor: true })
export type CursorMeta = z.infer<typeof cursorMeta>

/** `next_cursor` of the previous page, unchanged. */
const cursor = z.optional(
  z
    .string()
    .check(
      z.regex(
        /^[\w-]{1,120}$/,
        'This cursor is not from this list. Start at the first page.',
      ),
    ),
)

const paging = { page: z.optional(page.def.innerType), cursor }

type Paging = { page?: number | undefined; cursor?: string | undefined }

const eitherPageOrCursor = z.refine<Paging>(
  ({ page, cursor }) => page === undefined || cursor === undefined,
  { error: 'Use a page or a cursor, not both.', path: ['cursor'] },
)

const { params } = getCollection

/** A holder with the name they chose; an account that was blocked has no name. */
export const holder = z.object({
  ...creator.shape,
  /** Tokens, or copies of an edition. */
  quantity: z.number(),
})
export type Holder = z.infer<typeof holder>

export const listHolders = endpoint({
  ...operations.listHolders,
  summary:
    'Holders of a collection, the largest first. Pages by number include names up to the 200th.',
  params,
  query: z.strictObject(paging, onlyThese(paging)).check(eitherPageOrCursor),
  replies: { 200: z.array(holder) },
  meta: readMeta,
  problems: ['unknown_chain', 'not_found', 'blocked'],
  cache_seconds: 10,
})

/** Holders that hold `from` to `to` tokens each. */
export const holderGroup = z.object({
  from: z.number(),
  to: z.number(),
  holders: z.number(),
  /** Tokens that they hold together. */
  quantity: z.number(),
})
export type HolderGroup = z.infer<typeof holderGroup>

export const listHolderGroups = endpoint({
  ...holderOperations.listHolderGroups,
  summary:
    'How many wallets hold how much of a collection, the most first. Amounts from 100 on are joined by their first two digits. Empty while the network is read for the first time.',
  params,
  replies: { 200: z.array(holderGroup) },
  problems: ['unknown_chain', 'not_found', 'blocked'],
  cache_seconds: 10,
})

export const token = z.object({
  chain_alias: z.string(),
  contract_address: address,
  token_id: decimal,
  /** The name in its metadata. */
  name: z.string(),
  image: picture,
  /** Film or animation that it plays, with the image as poster; null: there is none. */
  animation_url: z.nullable(z.string()),
  /** Null for an edition, which has holders, unless the copies of one were requested. */
  owner: z.nullable(address),
  /** Copies of an edition; 1 for every other token. */
  quantity: z.number(),
  /** The mint time; for an edition that of its first copy. */
  minted_at: instant,
  mint_tx: hash,
})
export type Token = z.infer<typeof token>

const tokenQuery = {
  ...paging,
  owner: z.optional(address),
  /** By id: the lowest first unless `newest` is requested. A cursor belongs to its order. */
  order: z.optional(z.enum(['oldest', 'newest'])),
}

export const listTokens = endpoint({
  ...operations.listTokens,
  summary: 'Tokens of a collection by their ids, burned ones left out.',
  params,
  query: z.strictObject(tokenQuery, onlyThese(tokenQuery)).check(eitherPageOrCursor),
  replies: { 200: z.array(token) },
  meta: readMeta,
  problems: ['unknown_chain', 'not_found', 'blocked'],
  cache_seconds: 10,
})

export const tokenDetails = z.object({
  ...token.shape,
  description: z.string(),
  /** Empty for a token that is not revealed. */
  attributes: z.array(
    z.object({
      trait_type: z.string(),
      value: z.string(),
      /** The count of existing tokens that have it; null: not counted. */
      tokens: z.nullable(z.number()),
    }),
  ),
  /** False: its creator committed to pictures and traits, and has not shown them yet. */
  is_revealed: z.boolean(),
  /** The creator's commitment from before the first mint; null: nothing was ever hidden. */
  provenance_hash: z.nullable(hash),
  /** The owner as they call themselves, and how many tokens of the collection they hold. */
  owner_account: z.nullable(z.object({ ...creator.shape, quantity: z.number() })),
  /** Tokens that exist, or copies; `quantity` is 1 for a token that was burned, too. */
  existing: z.number(),
  burned: z.number(),
  /** Accounts that hold something of the collection. */
  holders: z.number(),
  /** Null: it exists. */
  burned_at: z.nullable(instant),
  burned_by: z.nullable(address),
  burn_tx: z.nullable(hash),
  /** Ids before and after it of tokens that exist. */
  previous_id: z.nullable(decimal),
  next_id: z.nullable(decimal),
  /**
   * Its place among those that exist, the newest first; null for what was burned, and where more
   * than 1,000 come before it and some of them might be gone.
   */
  place: z.nullable(z.number()),
})
export type TokenDetails = z.infer<typeof tokenDetails>

/** An id as contracts can have it; whether there is such a token is another question. */
const tokenId = decimal.check(
  z.refine((id) => !/^[0-9]{1,78}$/.test(id) || BigInt(id) < 2n ** 256n, {
    error: 'Token ids have at most 256 bits.',
  }),
)

export const getToken = endpoint({
  ...operations.getToken,
  summary:
    'One token of a collection, also one that was burned. Of an id that was never minted the failure carries the first and last that were: `data.first_id` and `data.last_id`, null where none was.',
  params: z.object({ ...params.shape, token_id: tokenId }),
  replies: { 200: tokenDetails },
  problems: ['unknown_chain', 'not_found', 'blocked'],
  cache_seconds: 10,
})

/** A token among those of many collections. */
export const ownToken = z.object({
  ...token.shape,
  collection: z.object({
    name: z.string(),
    alias: z.nullable(z.string()),
    kind: collectionKind,
  }),
})
export type OwnToken = z.infer<typeof ownToken>

const ownerQuery = {
  cursor,
  owner: address,
  /** Network aliases, separated by commas. */
  chain: z.optional(z.string().check(z.maxLength(400))),
}

export const listTokensOfOwner = endpoint({
  ...operations.listTokensOfOwner,
  summary:
    'What an account holds of listed collections on every network, collection by collection. A page can be short, even empty: the list ends where there is no cursor.',
  query: z.strictObject(ownerQuery, onlyThese(ownerQuery)),
  replies: { 200: z.array(ownToken) },
  meta: cursorMeta,
  cache_seconds: 10,
})

/** The terms before or after a change: only the fields that it is about. */
export const changedTerms = z.object({
  /** The public phase; null: there is none. */
  public_phase: z.optional(
    z.nullable(
      z.object({
        start: instant,
        end: instant,
        price_wei: decimal,
        max_per_wallet: z.number(),
        max_supply: z.nullable(z.number()),
      }),
    ),
  ),
  /** A published list; null: it was not known. */
  list: z.optional(
    z.nullable(
      z.object({
        root: hash,
        content_hash: z.nullable(hash),
        until: z.nullable(instant),
      }),
    ),
  ),
  max_supply: z.optional(z.nullable(z.number())),
  is_cap_frozen: z.optional(z.boolean()),
  is_metadata_frozen: z.optional(z.boolean()),
  is_paused: z.optional(z.boolean()),
  royalty_bps: z.optional(z.number()),
  /** The accounts that share the income; empty: the creator alone. */
  payees: z.optional(z.array(z.object({ address, bps: z.number() }))),
  /** The hash that the frozen metadata must match. */
  manifest_hash: z.optional(hash),
  owner: z.optional(address),
  /** The account that may accept the ownership; null: it is offered to none. */
  pending_owner: z.optional(z.nullable(address)),
})
export type ChangedTerms = z.infer<typeof changedTerms>

export const changeKinds = [
  'created',
  'public_phase_changed',
  'public_phase_scheduled',
  'list_added',
  'list_removed',
  'cap_lowered',
  'cap_scheduled',
  'cap_frozen',
  'pause_changed',
  'revealed',
  'metadata_moved',
  'metadata_frozen',
  'royalty_changed',
  'payees_changed',
  'payees_scheduled',
  'owner_offered',
  'owner_changed',
] as const

const change = {
  kind: z.enum(changeKinds),
  /** The time from which an announced change can be applied; null: it was applied. */
  applicable_at: z.nullable(instant),
  /** Null where there was nothing before, or the chain does not store it. */
  before: z.nullable(changedTerms),
  after: changedTerms,
}

const place = {
  block_number: decimal,
  log_index: z.number(),
  time: instant,
  tx: hash,
}

export const collectionChange = z.object({ ...place, ...change })
export type CollectionChange = z.infer<typeof collectionChange>

export const listChanges = endpoint({
  ...operations.listChanges,
  summary: 'What its owner changed of a collection, the newest first.',
  params,
  query: z.strictObject(paging, onlyThese(paging)).check(eitherPageOrCursor),
  replies: { 200: z.array(collectionChange) },
  meta: readMeta,
  problems: ['unknown_chain', 'not_found', 'blocked'],
  cache_seconds: 10,
})

export const activityTypes = [
  'mint',
  'airdrop',
  'transfer',
  'burn',
  'withdrawal',
  'created',
  'phase_change',
  'price_change',
  'supply_change',
  'metadata_change',
  'royalty_change',
  'payees_change',
  'owner_change',
  'pause',
  'freeze',
] as const

export const activity = z.object({
  ...place,
  type: z.enum(activityTypes),
  /** Null for what was minted, and for what only concerns the collection. */
  from: z.nullable(address),
  /** Null for what was burned. */
  to: z.nullable(address),
  /** The first of `quantity` consecutive ids; null for copies of an edition. */
  token_id: z.nullable(decimal),
  quantity: z.nullable(z.number()),
  /** For a mint: its phase, and the price of one token without the mint fee. */
  phase_id: z.nullable(z.number()),
  price_wei: z.nullable(decimal),
  referrer: z.nullable(address),
  /** The cost of all tokens of a mint, or the amount of a withdrawal. */
  amount_wei: z.nullable(decimal),
  /** For a change by the owner: its terms. */
  change: z.nullable(z.object(change)),
})
export type Activity = z.infer<typeof activity>

const activityQuery = {
  ...paging,
  type: z.optional(z.enum(activityTypes)),
  /** Only what happened to this token; of a mint of several, its own part. */
  token_id: z.optional(tokenId),
}

export const listActivity = endpoint({
  ...operations.listActivity,
  summary: 'What happened to a collection, the newest first.',
  params,
  query: z
    .strictObject(activityQuery, onlyThese(activityQuery))
    .check(eitherPageOrCursor),
  replies: { 200: z.array(activity) },
  meta: readMeta,
  problems: ['unknown_chain', 'not_found', 'blocked'],
  cache_seconds: 10,
})
