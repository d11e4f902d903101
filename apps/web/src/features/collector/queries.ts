import {
  getCollector,
  listCollections,
  listCollectorActivity,
  listTokensOfOwner,
} from '@platemark/api/operations'
import { fetched, found } from '../../lib/query.ts'

/** An account; null where the address is none. */
export const oneCollector = (address: string) =>
  found(getCollector, { params: { address } })

/** What a list is narrowed to: the alias of a network, or nothing; and where it goes on. */
export type Part = { chain: string; cursor: string }

export const heldTokens = (owner: string, part: Part) =>
  fetched(listTokensOfOwner, { query: { owner, ...given(part) } })

export const createdCollections = (creator: string, part: Part) =>
  fetched(listCollections, { query: { creator, ...given(part) } })

export const activityOf = (address: string, part: Part) =>
  fetched(listCollectorActivity, { params: { address }, query: given(part) })

function given({ chain, cursor }: Part): { chain?: string; cursor?: string } {
  return { ...(chain && { chain }), ...(cursor && { cursor }) }
}
