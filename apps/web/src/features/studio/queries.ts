import type { Draft, StudioEntry } from '@platemark/api/studio'
import {
  deleteContract,
  getDraft,
  hideContract,
  showContract,
} from '@platemark/api/studio-operations'
import type { QueryClient } from '@tanstack/react-query'
import { studioQuery } from '../../components/studio-query.ts'
import { call } from '../../lib/api.ts'
import { apiQuery } from '../../lib/query.ts'

export type Visibility = Draft['visibility']

/** Query of one draft or collection of the caller; others' and missing ones fail alike. */
export const ownDraftQuery = (id: string) =>
  apiQuery(getDraft, { params: { contract_id: id } })

/** Lists or unlists a collection of the caller. Rejects with a `Problem`. */
export function sendVisibility(id: string, visibility: Visibility): Promise<Draft> {
  const operation = visibility === 'shown' ? showContract : hideContract
  return call(operation, { params: { contract_id: id } })
}

/** Deletes a draft, or the page of a collection. Rejects with a `Problem`. */
export function sendDeletion(id: string): Promise<null> {
  return call(deleteContract, { params: { contract_id: id } })
}

/** Changes one entry of the stored list, and its page; without changes it is removed. */
export function changeEntry(
  queries: QueryClient,
  id: string,
  changes: Partial<StudioEntry> | undefined,
): void {
  queries.setQueryData(studioQuery().queryKey, (stored) => {
    if (!stored) return stored
    const data = stored.data.flatMap((entry) => {
      if (entry.contract_id !== id) return [entry]
      return changes ? [{ ...entry, ...changes }] : []
    })
    return { ...stored, data }
  })
  queries.setQueryData(
    ownDraftQuery(id).queryKey,
    (stored) => stored && changes && { ...stored, data: { ...stored.data, ...changes } },
  )
}
