import { listKinds, listStatuses } from '@platemark/api/lists'
import type { CollectionState } from '@platemark/rules/states'

/** Filters of a list besides its networks. */
export type FacetFilter = {
  status?: (typeof listStatuses)[number] | undefined
  isFree?: boolean | undefined
}

/**
 * Returns the number that lists are indexed by: status and price in one. A state that no filter
 * names, as of a paused collection, counts as a status of its own.
 */
export function toFacet(state: CollectionState, priceWei: bigint | null): number {
  const status: readonly string[] = listStatuses
  return 2 * (status.indexOf(state) + 1) + (priceWei === 0n ? 1 : 0)
}

/** Returns the facets that a filter accepts. */
export function facetsOfFilter({ status, isFree }: FacetFilter): number[] {
  const all = Array.from({ length: 2 * (listStatuses.length + 1) }, (_, facet) => facet)
  return all.filter(
    (facet) =>
      (status === undefined ||
        Math.floor(facet / 2) === listStatuses.indexOf(status) + 1) &&
      (!isFree || facet % 2 === 1),
  )
}

/** Returns the number of a kind in the list tables. */
export function toKindNumber(kind: (typeof listKinds)[number]): number {
  return listKinds.indexOf(kind)
}
