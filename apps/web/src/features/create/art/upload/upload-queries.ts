import {
  cancelUpload,
  createUpload,
  getUpload,
  sendPart,
} from '@platemark/api/studio-operations'
import type { UploadManifest, UploadState } from '@platemark/api/uploads'
import { call } from '../../../../lib/api.ts'

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
