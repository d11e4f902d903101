import {
  cancelUpload,
  createUpload,
  getSet,
  getTraits,
  getUpload,
  listWorks,
  sendPart,
  updateSet,
} from '@platemark/api/operations'
import type { UploadManifest, UploadState } from '@platemark/api/uploads'
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

/** An upload of a draft. */
type UploadKey = { contract_id: string; upload_id: string }

/** Begins an upload, or goes on with the one that has the same files. */
export function beginUpload(
  contract_id: string,
  manifest: UploadManifest,
  signal: AbortSignal,
): Promise<UploadState> {
  return call(createUpload, { params: { contract_id }, body: manifest }, { signal })
}

/** Sends a part, named by its SHA-256, and returns the bytes that the server has. */
export function sendUploadPart(
  key: UploadKey,
  part: string,
  bytes: Blob,
  signal: AbortSignal,
): Promise<Pick<UploadState, 'state' | 'received_bytes' | 'total_bytes'>> {
  return call(sendPart, { params: { ...key, part }, bytes }, { signal })
}

/** Reads how far an upload is. */
export function readUpload(key: UploadKey, signal?: AbortSignal): Promise<UploadState> {
  return call(getUpload, { params: key }, { signal })
}

/** Ends an upload; what was sent stays for a while. */
export function endUpload(key: UploadKey): Promise<null> {
  return call(cancelUpload, { params: key })
}
