import * as z from 'zod/mini'
import { card } from './collections.ts'
import { endpoint } from './endpoint.ts'
import { address, searchText } from './fields.ts'
import { registeredName } from './names.ts'
import * as operations from './search-operations.ts'

/** The most matches of each kind. */
export const FOUND_OF_KIND = 5

/** An account that a search found. */
export const foundPerson = z.object({
  address,
  /** Username; null: the account has none, or never signed in. */
  username: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  /** The network whose contract the account is: `?chain=` of its page; null: a key's account. */
  account_chain: z.nullable(z.string()),
})
export type FoundPerson = z.infer<typeof foundPerson>

export const found = z.object({
  /** Most minted first. */
  collections: z.array(card),
  /**
   * By username, those that begin with the text first; or by address, where the whole address
   * finds an account even if it never signed in.
   */
  people: z.array(foundPerson),
  /** Those that begin with the text first; of an address, the names it owns. */
  names: z.array(registeredName),
})
export type SearchResult = z.infer<typeof found>

export const searchAll = endpoint({
  ...operations.searchAll,
  summary: `Listed collections, people and names by a part of their name or an address: ${FOUND_OF_KIND} of each kind at most.`,
  query: z.strictObject({
    /** As `search` of the list of collections. */
    q: searchText,
  }),
  replies: { 200: found },
  limited_by: ['searches_per_client'],
  cache_seconds: 5,
  problems: ['too_many_requests'],
})
