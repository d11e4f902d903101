import { collectionTerms } from '@platemark/api/collection-terms'
import type { Collection } from '@platemark/api/collections'
import type { LiveCounts } from '@platemark/api/live'
import { collectionState } from '@platemark/rules/collection-state'
import { isOfAccounts } from '../../../components/account-lists/queries.ts'

/** Returns the collection with the counts of a stream event, at `now` in unix seconds. */
export function applyLiveCounts(
  collection: Collection,
  counts: LiveCounts,
  now: number,
): Collection {
  const { minted, max_supply, holders, unique_minters, volume_wei } = counts
  const { is_paused, status } = counts
  const mintedIn = new Map(counts.phases.map((phase) => [phase.phase_id, phase.minted]))
  const next = {
    ...collection,
    ...{ minted, max_supply, holders, unique_minters, volume_wei, is_paused, status },
    phases: collection.phases.map((phase) => ({
      ...phase,
      minted: mintedIn.get(phase.phase_id) ?? phase.minted,
    })),
  }
  return { ...next, state: collectionState(collectionTerms(next), now) }
}

/**
 * Returns whether the owner changed the terms between two events, so that they must be
 * refetched.
 */
export function hasNewTerms(before: LiveCounts, after: LiveCounts): boolean {
  const one = before.last_change
  const other = after.last_change
  return (
    before.updated_at !== after.updated_at ||
    one?.block_number !== other?.block_number ||
    one?.log_index !== other?.log_index
  )
}

/** Returns whether tokens moved between two events, so that the lists are stale. */
export function hasTransfers(before: LiveCounts, after: LiveCounts): boolean {
  return (
    before.minted !== after.minted ||
    before.holders !== after.holders ||
    before.status !== after.status
  )
}

/**
 * Returns whether the answer at a URL of the API follows from the tokens of a collection: its lists,
 * and what accounts hold and did.
 */
export function isOfTokens(
  url: string,
  { chain_alias, contract_address }: Pick<Collection, 'chain_alias' | 'contract_address'>,
): boolean {
  const lists = `/api/contract/${chain_alias}/${contract_address}/`
  return url.startsWith(lists) || isOfAccounts(url)
}
