import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { address, chainAlias, decimal, hash, instant, listMeta, page } from './fields.ts'
import * as operations from './names-operations.ts'
import { listReverseNames as reverseNames } from './operations.ts'

/** Rules that an input breaks, in the words of `@platemark/rules/name-label`. */
export const nameReasons = [
  'empty',
  'has_dot',
  'bad_character',
  'mixed_scripts',
  'too_short',
  'too_long',
  'edge_hyphen',
  'double_hyphen',
  'looks_like_address',
] as const

/** An amount of the home network's coin; `usd` is null without a known rate. */
export const namePrice = z.object({
  amount_wei: decimal,
  /** Symbol of the coin. */
  currency: z.string(),
  usd: z.nullable(z.number()),
})
export type NamePrice = z.infer<typeof namePrice>

/** A notice beside a name, which hinders nothing. */
export const nameWarning = z.object({
  code: z.literal('lookalike'),
  /** The older name that it looks like. */
  name: z.string(),
  message: z.string(),
})
export type NameWarning = z.infer<typeof nameWarning>

const nameStatus = z.enum(['available', 'taken', 'pending', 'reserved', 'invalid'])

export const nameCheck = z.object({
  input: z.string(),
  /** Normal form by ENSIP-15, without the suffix; null where there is none. */
  name: z.nullable(z.string()),
  /** With the suffix; null for what cannot be registered, and so is `token_id`. */
  full_name: z.nullable(z.string()),
  token_id: z.nullable(decimal),
  valid: z.boolean(),
  available: z.boolean(),
  /** `pending`: a registration waits to be mined. */
  status: nameStatus,
  /** Sentence for everything but `available`. */
  reason: z.nullable(z.string()),
  /** The broken rule of an invalid input. */
  reason_code: z.nullable(z.enum(nameReasons)),
  /** `name` differs from the input. */
  normalized: z.boolean(),
  /** `cache`: the network could not be read; check again before anything is signed. */
  checked: z.enum(['chain', 'cache']),
  price: z.nullable(namePrice),
  warnings: z.array(nameWarning),
  /** Names that are available, 5 at most. */
  suggestions: z.array(z.object({ name: z.string(), price: namePrice })),
})
export type NameCheck = z.infer<typeof nameCheck>

/** `data` beside the errors `name_not_registered` and `name_invalid`. */
export const nameOffer = z.object({
  name: z.nullable(z.string()),
  available: z.boolean(),
  status: nameStatus,
  reason: z.nullable(z.string()),
  reason_code: z.nullable(z.enum(nameReasons)),
  price: z.nullable(namePrice),
})
export type NameOffer = z.infer<typeof nameOffer>

const nameFields = {
  /** Label without the suffix. */
  name: z.string(),
  full_name: z.string(),
  /** The label's bytes, left-aligned in 32 bytes, as a number. */
  token_id: decimal,
  owner: address,
  /** First 6 and last 4 characters. */
  owner_short: z.string(),
  /** Path of the picture. */
  image: z.string(),
}

/** A name in the list of an owner. */
export const nameRow = z.object({
  ...nameFields,
  chain: chainAlias,
  contract_address: address,
  /** Shown instead of its owner's address here. */
  is_primary: z.boolean(),
  /** The registry has it as its owner's primary name. */
  primary_onchain: z.boolean(),
  /** Null until it is indexed, and so are the block and the time. */
  price_paid: z.nullable(namePrice),
  registered_at: z.nullable(instant),
  registered_tx: z.nullable(hash),
  registered_block: z.nullable(decimal),
  /** Null: names are perpetual. */
  expires_at: z.nullable(instant),
  /** `pending`: its transaction waits to be mined; `provisional`: mined, not final yet. */
  status: z.enum(['pending', 'provisional', 'confirmed']),
})
export type NameRow = z.infer<typeof nameRow>

/** A name among the newest and in search results. */
export const registeredName = z.object({ ...nameFields, registered_at: instant })
export type RegisteredName = z.infer<typeof registeredName>

/** The picture of a name. */
export const nameAvatar = z.object({
  /** Null: the pattern of the token id is drawn. */
  url: z.nullable(z.string()),
  source: z.enum(['record', 'profile', 'none']),
  /**
   * Why the record `avatar` is not the picture. `foreign`: it is not of a collection here, so it is
   * not loaded; `not_owned`: the owner of the name does not hold the token (ENSIP-12); `invalid`:
   * it is no address of a picture. Null: it is the picture, or there is none.
   */
  unused_record: z.nullable(z.enum(['foreign', 'not_owned', 'invalid'])),
})

/** A name with its records. */
export const nameDetail = z.object({
  ...nameRow.shape,
  /** The normal form, where the path has another one; the page moves there. */
  canonical: z.nullable(z.string()),
  /** Profile of the owner; null for an account that never signed in, or that is blocked. */
  owner_user: z.nullable(
    z.object({
      username: z.nullable(z.string()),
      avatar_url: z.nullable(z.string()),
      bio: z.nullable(z.string()),
    }),
  ),
  /** The primary name of the owner here, with the suffix; null: none. */
  owner_name: z.nullable(z.string()),
  /** The owner has code, so that its address counts on the home network only. */
  owner_is_contract: z.boolean(),
  avatar: nameAvatar,
  records: z.record(z.string(), z.string()),
  addresses: z.array(
    z.object({
      /** Coin type of SLIP-44 and ENSIP-11. */
      coin_type: decimal,
      label: z.string(),
      /** EIP-55 of EVM networks; else the bytes of ENSIP-9 in hex. */
      address: z.string(),
      source: z.enum(['owner', 'record']),
    }),
  ),
  /** Counts of listed collections, as on the page of the owner. */
  stats: z.object({
    collections_created: z.number(),
    nfts_collected: z.number(),
    /** Achievements that the owner has claimed. */
    achievements: z.number(),
  }),
  /** The primary name that other apps show for the owner; null: none. */
  onchain_primary: z.nullable(z.string()),
  warnings: z.array(nameWarning),
  /** `cache`: the network could not be read. */
  checked: z.enum(['chain', 'cache']),
})
export type NameDetail = z.infer<typeof nameDetail>

/** Age of what is indexed of the home network. */
const freshness = {
  /** The network cannot be followed at the moment. */
  stale: z.boolean(),
  /** Time of the newest indexed block; null: none yet. */
  updated_at: z.nullable(instant),
}
export const nameFreshness = z.object(freshness)
export type NameFreshness = z.infer<typeof nameFreshness>

const input = z
  .string()
  .check(
    z.minLength(1, 'Enter a name.'),
    z.maxLength(255, 'Enter at most 255 characters.'),
  )

const nameParams = z.object({ name: input })

export const checkName = endpoint({
  ...operations.checkName,
  summary:
    'Whether a name can be registered, what it costs, and which similar ones are available. Answers any text; a suffix of this site at its end is left out.',
  query: z.strictObject({ name: input }),
  replies: { 200: nameCheck },
  problems: ['not_found', 'too_many_requests'],
  limited_by: ['name_checks_per_client'],
  is_uncached: true,
})

export const listLastNames = endpoint({
  ...operations.listLastNames,
  summary: 'The 12 newest registrations.',
  replies: { 200: z.array(registeredName) },
  meta: nameFreshness,
  problems: ['not_found'],
  cache_seconds: 5,
})

/** Prices and conditions of registrations. */
export const nameSale = z.object({
  chain: chainAlias,
  suffix: z.string(),
  contract_address: address,
  /** No names are sold at the moment. */
  is_paused: z.boolean(),
  /** A commitment must be sent 60 seconds to 24 hours before the registration. */
  needs_commitment: z.boolean(),
  /** By number of characters; `max_length` counts. */
  prices: z.array(
    z.object({ min_length: z.number(), max_length: z.number(), price: namePrice }),
  ),
})
export type NameSale = z.infer<typeof nameSale>

export const getNameSale = endpoint({
  ...operations.getNameSale,
  summary: 'Prices and conditions of registrations, read from the registry.',
  replies: { 200: nameSale },
  problems: ['not_found', 'chain_unavailable'],
  cache_seconds: 5,
})

export const searchNames = endpoint({
  ...operations.searchNames,
  summary:
    'Registered names that contain a text: first those that begin with it, the shortest first.',
  query: z.strictObject({
    q: z
      .string()
      .check(
        z.minLength(2, 'Enter at least 2 characters.'),
        z.maxLength(32, 'Enter at most 32 characters.'),
        z.regex(/^\P{Cc}*$/u, 'Names have no control characters.'),
      ),
    page,
  }),
  replies: { 200: z.array(registeredName) },
  meta: z.object({ ...listMeta.shape, ...freshness }),
  problems: ['not_found'],
  cache_seconds: 5,
})

const reverseName = z.object({ name: z.string(), full_name: z.string() })
export type ReverseName = z.infer<typeof reverseName>

/** A name of this site, or of ENS (`ens`), whose `name` is the whole one. */
const shownName = z.object({ ...reverseName.shape, source: z.enum(['names', 'ens']) })

export const getReverseName = endpoint({
  ...operations.getReverseName,
  summary: 'The primary name of an account.',
  params: z.object({ address }),
  replies: { 200: z.object({ address, ...reverseName.shape }) },
  problems: ['no_primary_name', 'not_found'],
  cache_seconds: 5,
})

/** Most addresses of one `listReverseNames`. */
export const MAX_REVERSE_ADDRESSES = 100

const addressList = '0x[0-9a-fA-F]{40}'

export const listReverseNames = endpoint({
  ...reverseNames,
  summary:
    'The primary names of up to 100 accounts, by address in lower case; accounts without one have their ENS name where the operator reads ENS, else they are left out. Without names on this site it is empty.',
  query: z.strictObject({
    /** With commas between them. */
    addresses: z
      .string()
      .check(
        z.regex(
          new RegExp(
            `^${addressList}(?:,${addressList}){0,${MAX_REVERSE_ADDRESSES - 1}}$`,
          ),
          `Send 1 to ${MAX_REVERSE_ADDRESSES} addresses with commas between them.`,
        ),
      ),
  }),
  replies: { 200: z.record(z.string(), shownName) },
  cache_seconds: 5,
})

export const getName = endpoint({
  ...operations.getName,
  summary:
    'A registered name with its records. For a name that is not registered, `data` of the error has its state and price.',
  params: nameParams,
  replies: { 200: nameDetail },
  problems: ['name_invalid', 'name_not_registered', 'not_found', 'too_many_requests'],
  limited_by: ['name_reads_per_client'],
})

export const getNameProfile = endpoint({
  ...operations.getNameProfile,
  summary:
    'The same for any text, with status 200: what `checkName` answers, and the name if it is registered.',
  params: nameParams,
  replies: { 200: z.object({ check: nameCheck, name: z.nullable(nameDetail) }) },
  problems: ['not_found', 'too_many_requests'],
  limited_by: ['name_reads_per_client'],
})
export type NameProfile = z.infer<(typeof getNameProfile)['replies'][200]>

/** A change of a name on the chain. */
export const nameActivity = z.object({
  kind: z.enum(['registered', 'transferred', 'primary', 'texts', 'address']),
  transaction_hash: hash,
  block_number: decimal,
  at: instant,
  /** Owner before a transfer, payer of a registration; else null. */
  from: z.nullable(address),
  /** The new owner, or the account whose primary name it became; else null. */
  to: z.nullable(address),
  /** Paid for a registration; null of other changes. */
  price: z.nullable(namePrice),
  /** Keys of changed text records, or the coin type of an address. */
  keys: z.array(z.string()),
})
export type NameActivity = z.infer<typeof nameActivity>

export const listNameActivity = endpoint({
  ...operations.listNameActivity,
  summary: 'What happened to a name on the chain, the newest first.',
  params: nameParams,
  query: z.strictObject({ page }),
  replies: { 200: z.array(nameActivity) },
  meta: listMeta,
  problems: ['name_invalid', 'not_found'],
  cache_seconds: 5,
})

export const listNames = endpoint({
  ...operations.listNames,
  summary:
    'Names of an account, the primary one first, then the newest. Without `owner` those of the caller, who must be signed in, with the ones that wait to be mined.',
  query: z.strictObject({ owner: z.optional(address), page }),
  replies: { 200: z.array(nameRow) },
  meta: z.object({ ...listMeta.shape, ...freshness }),
  problems: ['unauthenticated', 'not_found'],
})

export const saveName = endpoint({
  ...operations.saveName,
  summary:
    'Lists a name that the caller registered, before the indexer finds it. With the hash of a transaction that is not mined yet the name is pending.',
  body: z.strictObject({
    name: input,
    token_id: decimal,
    tx_hash: z.optional(hash),
  }),
  replies: { 200: nameRow, 201: nameRow, 202: nameRow },
  problems: [
    'not_found',
    'name_invalid',
    'token_id_mismatch',
    'registration_failed',
    'name_not_minted',
    'not_name_owner',
    'chain_unavailable',
    'too_many_requests',
  ],
  owner: 'name',
  limited_by: ['names_per_user'],
  is_open_read_only: true,
})

export const setPrimaryName = endpoint({
  ...operations.setPrimaryName,
  summary: 'Shows a name instead of the address of the caller, who owns it.',
  params: nameParams,
  replies: {
    200: z.object({
      name: z.string(),
      is_primary: z.boolean(),
      primary_onchain: z.boolean(),
      /** The primary name that other apps show; null: none. */
      onchain_primary: z.nullable(z.string()),
    }),
  },
  problems: [
    'not_found',
    'name_invalid',
    'name_pending',
    'not_name_owner',
    'chain_unavailable',
    'too_many_requests',
  ],
  owner: 'name',
  limited_by: ['names_per_user'],
})

export const clearPrimaryName = endpoint({
  ...operations.clearPrimaryName,
  summary: 'Shows the address of the caller instead of a name.',
  replies: { 204: z.null() },
  problems: ['not_found'],
})
