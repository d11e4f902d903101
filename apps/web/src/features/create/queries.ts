import {
  createDraft,
  getDraft,
  updateCover,
  updateDraft,
  updateImage,
} from '@platemark/api/operations'
import type { Draft, DraftChanges, PicturedDraft } from '@platemark/api/studio'
import { call } from '../../lib/api.ts'
import { apiQuery } from '../../lib/query.ts'
import { sendWithProgress } from '../../lib/send-with-progress.ts'

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

/** The two pictures of a draft. */
export type PictureKind = 'image' | 'cover'

type Upload = {
  kind: PictureKind
  picture: Blob
  onProgress: (percent: number) => void
  signal: AbortSignal
}

/** Sends a picture of a draft and reports how much of it was sent, in percent. */
export function sendPicture(
  id: string,
  { kind, picture, onProgress, signal }: Upload,
): Promise<PicturedDraft> {
  const params = { contract_id: id }
  const options = { signal, via: sendWithProgress(onProgress) }
  return kind === 'image'
    ? call(updateImage, { params, body: {}, files: { image: picture } }, options)
    : call(updateCover, { params, body: {}, files: { cover: picture } }, options)
}

/** Removes a picture of a draft. */
export function removeDraftPicture(
  id: string,
  kind: PictureKind,
): Promise<PicturedDraft> {
  const params = { contract_id: id }
  const body = { remove: '1' as const }
  return call(kind === 'image' ? updateImage : updateCover, { params, body })
}
