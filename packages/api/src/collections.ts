import { collectionStates, mintReasons } from '@platemark/rules/states'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  address,
  chainAlias,
  decimal,
  hash,
  instant,
  listMeta,
  page,
  searchText,
} from './fields.ts'
import { listStarting as listStartingOperation } from './launchpad-operations.ts'
import { listKinds, listStatuses, sortKeys, timeIntervals } from './lists.ts'
import * as operations from './operations.ts'
import { collectionAlias, collectionDescription, collectionLinks } from './page-texts.ts'

/** A drop has a cap, an open edition an end, an edition is one ERC-1155 token. */
export const collectionKind = z.enum(listKinds)

export const collectionState = z.enum(collectionStates)

/** Set by the creator: a hidden collection is in no list, and answers by its address only. */
export const visibility = z.enum(['shown', 'hidden'])

/** The address of a collection, or the slug its creator chose. */
const addressOrAlias = z
  .string()
  .check(z.regex(/^[0-9a-zA-Z-]{3,60}$/, 'This collection does not exist.'))

export const creator = z.object({
  address,
  name: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  /**
   * The network whose contract the account is: `?chain=` of its page. Null: a key's account, the
   * same on every network, or an address that never signed in.
   */
  account_chain: z.nullable(z.string()),
})
export type Creator = z.infer<typeof creator>

/** Views of one picture. A generated plate has one scalable address for all of them. */
export const pictureViews = z.object({
  /** At most 1,536 px wide. */
  url: z.string(),
  /** `srcset` widths: the same picture at most 384 and 768 px wide. */
  small_url: z.string(),
  medium_url: z.string(),
  is_plate: z.boolean(),
})
export type PictureViews = z.infer<typeof pictureViews>

/** A picture with its views. */
export const picture = z.object({
  ...pictureViews.shape,
  /** The file as its creator uploaded it. */
  original_url: z.string(),
})
export type Picture = z.infer<typeof picture>

/** An attribute of a token's metadata; of a date the value is unix seconds. */
export const attribute = z.object({
  trait_type: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]),
  display_type: z.optional(
    z.enum(['number', 'date', 'boost_number', 'boost_percentage']),
  ),
})

export const phase = z.object({
  /** 0 to 254 for allowlist phases, 255 for the public one. */
  phase_id: z.number(),
  kind: z.enum(['public', 'allowlist']),
  title: z.string(),
  /** Half-open: minting is possible from `start` until before `end`. */
  start: instant,
  end: instant,
  /** Wei for one token, without the mint fee. Entries of a list may differ. */
  price_wei: decimal,
  max_per_wallet: z.number(),
  /** Tokens this phase may mint; null: whatever is left. */
  max_supply: z.nullable(z.number()),
  minted: z.number(),
  /** The published list of an allowlist phase. */
  list: z.nullable(z.object({ root: hash, url: z.string(), entries: z.number() })),
})
export type Phase = z.infer<typeof phase>

const shown = {
  contract_id: z.string(),
  chain_alias: z.string(),
  contract_address: address,
  alias: z.nullable(z.string()),
  kind: collectionKind,
  name: z.string(),
  /** Its views only, so that lists of many stay small. */
  image: pictureViews,
  creator,
  currency: z.string(),
  minted: z.number(),
  /** Null: no cap. */
  max_supply: z.nullable(z.number()),
  /** The state at the time of the reply; `next_change_at` is the time of its next change. */
  state: collectionState,
  /** The next time at which the state or the price can change by itself, or null. */
  next_change_at: z.nullable(instant),
  created_at: instant,
}

/** A collection in a list. */
export const card = z.object({
  ...shown,
  /**
   * What anyone pays now, without the mint fee: the price of the public phase while it is live,
   * else of the cheapest live list, else of the public phase or list to come, else of the last
   * public phase or list; null without any.
   */
  price_wei: z.nullable(decimal),
  /** True: only wallets of an allowlist pay `price_wei`, and their own prices may differ. */
  is_allowlist_only: z.boolean(),
  mint_fee_wei: decimal,
  /** The end of the last phase, while a phase is live; null: not live, or no end is set. */
  ends_at: z.nullable(instant),
  promoted_label: z.nullable(z.string()),
})
export type Card = z.infer<typeof card>

/** A promoted collection is shown large, with its text and its phases. */
export const promotedCard = z.object({
  ...card.shape,
  description: z.string(),
  phases: z.array(phase),
})
export type PromotedCard = z.infer<typeof promotedCard>

/** A promise read from the chain. */
export const commitment = z.object({
  kind: z.enum([
    'supply',
    'metadata',
    'royalty',
    'transfers',
    'mint_fee',
    'notice',
    'pausing',
    'owner',
  ]),
  /** False: stated openly as not promised. */
  is_promised: z.boolean(),
  since_block: z.nullable(decimal),
})
export type Commitment = z.infer<typeof commitment>

/** The details of a blocked collection that only its owner receives. */
export const block = z.object({
  category: z.string(),
  reason: z.string(),
  blocked_at: instant,
})
export type Block = z.infer<typeof block>

export const collection = z.object({
  ...shown,
  image: picture,
  /** Film or animation that the tokens play, with the image as poster; null: there is none. */
  animation_url: z.nullable(z.string()),
  chain_id: z.number(),
  symbol: z.string(),
  description: z.string(),
  cover: z.nullable(picture),
  links: z.object({
    website: z.nullable(z.string()),
    x: z.nullable(z.string()),
    discord: z.nullable(z.string()),
    instagram: z.nullable(z.string()),
    farcaster: z.nullable(z.string()),
  }),
  owner: address,
  phases: z.array(phase),
  mint_fee_wei: decimal,
  royalty_bps: z.number(),
  royalty_ceiling_bps: z.number(),
  /** The contract that splits royalties among its payees; null: they go to the owner. */
  royalty_split: z.nullable(address),
  /** Seconds a change that is not in minters' favour must wait. */
  notice_seconds: z.number(),
  is_transferable: z.boolean(),
  is_paused: z.boolean(),
  /** The time of the pause; null: it is not paused, or was created paused. */
  paused_at: z.nullable(instant),
  /** The time of the last mint of a sold-out collection; null: it is not sold out. */
  sold_out_at: z.nullable(instant),
  is_cap_frozen: z.boolean(),
  is_metadata_frozen: z.boolean(),
  /** The hash that a reveal or a freeze bound the metadata to; null: neither, or without one. */
  manifest_hash: z.nullable(hash),
  holders: z.number(),
  unique_minters: z.number(),
  volume_wei: decimal,
  commitments: z.array(commitment),
  /** Mints that are not final yet are `provisional`. */
  status: z.enum(['provisional', 'confirmed']),
  hidden: z.boolean(),
  created_block: decimal,
  created_tx: hash,
  /** Present when the caller may change its page. */
  own: z.optional(
    z.object({
      contract_id: z.string(),
      /** A co-editor may change texts and pictures only. */
      role: z.enum(['owner', 'editor']),
      /** The version of the page. */
      updated_at: instant,
      /** Account that last changed the page here; null: no one did yet. */
      updated_by: z.nullable(address),
      block: z.nullable(block),
    }),
  ),
})
export type Collection = z.infer<typeof collection>

/** The numbers that rank a collection in a list; those that its order does not use are null. */
export const explanation = z.object({
  sort_by: z.enum(sortKeys),
  /** The window that its numbers are of; `all` is all time. */
  time_interval: z.enum(timeIntervals),
  /** The score of `trending`; null: fewer than 3 minters, ranked after those with a score. */
  score: z.nullable(z.number()),
  /** The terms of the score: each weight times the logarithm of one more than the number. */
  weights: z.nullable(
    z.object({ minters: z.number(), mints: z.number(), volume_usd: z.number() }),
  ),
  /** Distinct minters besides the creator, tokens and USD; of `trending` as weighed by age. */
  minters: z.nullable(z.number()),
  mints: z.nullable(z.number()),
  volume_usd: z.nullable(z.number()),
  volume_wei: z.nullable(decimal),
  price_wei: z.nullable(decimal),
  /** The end of the last phase, while a phase is live. */
  ends_at: z.nullable(instant),
  /** USD for one coin of its network; null: not known. */
  usd_rate: z.nullable(z.number()),
})
export type Explanation = z.infer<typeof explanation>

const listQuery = {
  /**
   * From 1. Numbers reach the first 10,000 rows, with `status`, `free` or `kind` the first 1,000;
   * beyond them a page is empty.
   */
  page: z.optional(page.def.innerType),
  /** Network aliases, separated by commas. */
  chain: z.optional(z.string().check(z.maxLength(400))),
  /**
   * With `creator`, all but `oldest` are `newest`; with `search`, what was minted most stands
   * first; with both, the newest.
   */
  sort_by: z._default(z.enum(sortKeys), 'trending'),
  /** The window in which mints count, and collections for `newest`; others ignore it. */
  time_interval: z._default(z.enum(timeIntervals), '7d'),
  /**
   * Part of a name, symbol or alias, the beginning of one with two characters; letter case, accents,
   * full-width forms, quotation marks and invisible characters do not count. Or an address of a
   * collection or creator, at least its first 6 characters, or a link that contains one or that
   * leads to a collection here.
   * A very common term, or one without three letters or digits in a row, is searched among the
   * 28,000 most minted collections only; a common one among somewhat more.
   */
  search: z.optional(searchText),
  creator: z.optional(address),
  /** Only collections in this state. */
  status: z.optional(
    z.enum(listStatuses, 'Use live, upcoming, sold_out or ended, or leave it out.'),
  ),
  /** `1`: only collections whose `price_wei` is 0; the mint fee is not part of it. */
  free: z.optional(z.literal('1', 'Leave it out, or use 1.')),
  /** Only collections of this kind. */
  kind: z.optional(
    z.enum(listKinds, 'Use drop, open_edition or edition, or leave it out.'),
  ),
  /** `next_cursor` of the page before, as it came: of the same list, at any depth. */
  cursor: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^[\w-]{1,400}$/,
          'This cursor is not from this list. Start at the first page.',
        ),
      ),
  ),
  /** `1`: each row includes the numbers that rank it. */
  explain: z.optional(z.literal('1', 'Leave it out, or use 1.')),
}

export const listCollections = endpoint({
  ...operations.listCollections,
  summary: 'A page of public collections.',
  query: z.strictObject(listQuery).check(
    z.refine(({ page, cursor }) => page === undefined || cursor === undefined, {
      error: 'Use a page or a cursor, not both.',
      path: ['cursor'],
    }),
  ),
  replies: {
    200: z.array(z.object({ ...card.shape, explain: z.optional(explanation) })),
  },
  meta: z.object({
    ...listMeta.shape,
    /** Null when the page was requested by cursor. */
    page: z.nullable(z.number()),
    /**
     * How many there are; with `search`, with `creator` and of `newest` in an interval, 1,000 are
     * counted at most. A change of state is counted within a second or two.
     */
    total: z.number(),
    /** False: there are at least `total`, and a search may not find all. */
    total_is_exact: z.boolean(),
    /** The last page that a number reaches. */
    last_page: z.number(),
    /** The cursor of the next page; null on the last one. */
    next_cursor: z.nullable(z.string()),
  }),
  cache_seconds: 2,
})

export const listPromoted = endpoint({
  ...operations.listPromoted,
  summary: 'What the operator promotes now, always labelled.',
  replies: { 200: z.array(promotedCard) },
  cache_seconds: 2,
})

export const listPopular = endpoint({
  ...operations.listPopular,
  summary: 'By distinct minters of all time, not counting the creator.',
  replies: { 200: z.array(card) },
  cache_seconds: 2,
})

export const listNewest = endpoint({
  ...operations.listNewest,
  summary: 'By block time of the deployment.',
  replies: { 200: z.array(card) },
  cache_seconds: 2,
})

export const listStarting = endpoint({
  ...listStartingOperation,
  summary: 'Upcoming collections by the time they open, the earliest first.',
  replies: { 200: z.array(card) },
  cache_seconds: 2,
})

export const listTrending = endpoint({
  ...operations.listTrending,
  summary: 'By the trending score of the last 24 hours on one network.',
  params: z.object({ chain_alias: chainAlias }),
  replies: { 200: z.array(card) },
  problems: ['unknown_chain'],
  cache_seconds: 2,
})

const collectionPath = z.object({
  chain_alias: chainAlias,
  contract_address: addressOrAlias,
})

export const getCollection = endpoint({
  ...operations.getCollection,
  summary: 'One collection, by address or slug.',
  params: collectionPath,
  replies: { 200: collection },
  problems: ['unknown_chain', 'not_found', 'blocked'],
  owner: 'collection',
  kept_seconds: 0.25,
  is_urgent: true,
})

export const updateCollection = endpoint({
  ...operations.updateCollection,
  summary:
    'Changes the page of a collection; absent fields stay. A co-editor may change description and links. With `if_updated_at` it changes only that version, and else returns the present one as `data` of the problem.',
  params: collectionPath,
  body: z.partial(
    z.object({
      description: collectionDescription,
      /** All of them at once; null is none. */
      links: collectionLinks,
      alias: z.nullable(collectionAlias),
      /** `own.updated_at` of that version; another one refuses the changes. Absent: not checked. */
      if_updated_at: instant,
    }),
  ),
  replies: { 200: collection },
  problems: [
    'unknown_chain',
    'not_found',
    'blocked',
    'not_yours',
    'alias_taken',
    'changed_elsewhere',
    'metadata_frozen',
  ],
  owner: 'collection',
  is_for_editors: true,
})

/** The terms of one phase for a wallet. */
export const phaseEligibility = z.object({
  phase_id: z.number(),
  is_listed: z.boolean(),
  /** Tokens the wallet minted in this phase, and may mint in all. */
  used: z.number(),
  allowed: z.number(),
  price_wei: decimal,
  /** The wallet's own window: what its place on the list and the list itself leave of the phase. */
  start: instant,
  end: instant,
  /** Tokens the phase may mint in all, null: whatever is left; and those it minted so far. */
  max_supply: z.nullable(z.number()),
  minted: z.number(),
  /** The reasons of `checkMint` for one token now; empty: the mint would succeed. */
  reasons: z.array(z.enum(mintReasons)),
})
export type PhaseEligibility = z.infer<typeof phaseEligibility>

export const getEligibility = endpoint({
  ...operations.getEligibility,
  summary:
    'The tokens that a wallet may mint in each phase, at most 16 of them, as the contract returns it.',
  params: collectionPath,
  query: z.strictObject({ address }),
  replies: {
    200: z.object({
      address,
      checked_at_block: decimal,
      phases: z.array(phaseEligibility),
    }),
  },
  problems: ['unknown_chain', 'not_found', 'blocked', 'chain_unavailable'],
  is_urgent: true,
})

/** One wallet's entry on one list, with what the contract needs to believe it. */
export const listEntry = z.object({
  phase_id: z.number(),
  root: hash,
  /** The packed terms that stand in the leaf, as a decimal string. */
  packed: decimal,
  proof: z.array(hash),
  quantity: z.number(),
  price_wei: decimal,
})
export type ListEntry = z.infer<typeof listEntry>

export const getListEntries = endpoint({
  ...operations.getListEntries,
  summary: 'The entries of a wallet on the published lists, with their proofs.',
  params: z.object({
    chain_alias: chainAlias,
    contract_address: addressOrAlias,
    address,
  }),
  replies: { 200: z.array(listEntry) },
  problems: ['unknown_chain', 'not_found', 'blocked', 'not_on_list'],
  is_urgent: true,
})

/** ERC-721 and ERC-1155 metadata of one token. */
export const getTokenMetadata = endpoint({
  ...operations.getTokenMetadata,
  summary: 'Token metadata, where the contract points.',
  params: z.object({
    chain_alias: chainAlias,
    contract_address: address,
    token_id: decimal,
  }),
  replies: {
    200: z.object({
      name: z.string(),
      description: z.string(),
      image: z.string(),
      /** A video or an animation; absent: there is none. */
      animation_url: z.optional(z.string()),
      external_url: z.string(),
      attributes: z.array(attribute),
    }),
  },
  problems: ['unknown_chain', 'not_found'],
})

/** ERC-7572 metadata of the collection, with the URLs of its list files. */
export const getContractMetadata = endpoint({
  method: 'GET',
  path: '/metadata/:chain_alias/:contract_address/contract',
  access: 'public',
  summary: 'Collection metadata, where the contract points.',
  params: z.object({ chain_alias: chainAlias, contract_address: address }),
  replies: {
    200: z.object({
      name: z.string(),
      symbol: z.string(),
      description: z.string(),
      image: z.string(),
      external_link: z.string(),
      public_phase_title: z.string(),
      lists: z.array(z.object({ root: hash, url: z.string() })),
    }),
  },
  envelope: false,
  problems: ['unknown_chain', 'not_found'],
})
