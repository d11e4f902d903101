import type { Draft, DraftChanges, PicturedDraft } from '@platemark/api/studio'
import { createDraft, getDraft, updateDraft } from '@platemark/api/studio-operations'
import { call } from '../../lib/api.ts'
import { apiQuery } from '../../lib/query.ts'

/** Query of one draft of the caller. */
export const draftQuery = (id: string) =>
  apiQuery(getDraft, { params: { contract_id: id } })

/** Creates a draft; the same key within a day never makes a second one. */
export function sendNewDraft(changes: DraftChanges, key: string): Promise<PicturedDraft> {
  const headers = { 'idempotency-key': key }
  return call(createDraft, { body: changes }, { headers, signal: waitingTime() })
}

/** Changes fields of the version of a draft that was stored at `updatedAt`. */
export function sendUpdate(
  id: string,
  changes: DraftChanges,
  updatedAt: string,
): Promise<Draft> {
  const body = { ...changes, if_updated_at: updatedAt }
  return call(
    updateDraft,
    { params: { contract_id: id }, body },
    { signal: waitingTime() },
  )
}

/** A call that is not answered by then is sent again: a lost one may never fail. */
function waitingTime(): AbortSignal {
  return AbortSignal.timeout(30_000)
}
