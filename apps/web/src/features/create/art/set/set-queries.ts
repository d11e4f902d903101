import { getSet, getTraits, listWorks, updateSet } from '@platemark/api/studio-operations'
import type { SetOfWorks } from '@platemark/api/works'
import type { Correction } from '@platemark/works/work-types'
import { call } from '../../../../lib/api.ts'
import { apiQuery, nullableApiQuery } from '../../../../lib/query.ts'

/** Query of what the server read of a set; null while a draft has none. */
export const setQuery = (contract_id: string) =>
  nullableApiQuery(getSet, { params: { contract_id } })

/** Query of the counted traits of a stored set. */
export const traitsQuery = (contract_id: string) =>
  apiQuery(getTraits, { params: { contract_id } })

/** Query of a page of stored works, from 1. */
export const worksQuery = (contract_id: string, page: number) =>
  apiQuery(listWorks, { params: { contract_id }, query: { page: String(page) } })

/** Reads a stored set. */
export function readSet(contract_id: string): Promise<SetOfWorks> {
  return call(getSet, { params: { contract_id } })
}

/** Checks a stored set with other corrections and kept problems. */
export function sendCorrections(
  contract_id: string,
  body: { corrections: Correction[]; accepted: string[] },
): Promise<SetOfWorks> {
  return call(updateSet, { params: { contract_id }, body })
}
