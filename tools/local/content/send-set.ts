import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  groupPieces,
  listPieces,
  pieceHeader,
  sortUploadFiles,
} from '@platemark/api/upload-pieces'
import { createUpload, getUpload, sendPart } from '@platemark/api/uploads'
import { createCaller } from '@platemark/client/create-caller'
import type { Api } from '../api.ts'
import type { SetFile } from './pictures.ts'

const POLL_MS = 100

/** Uploads the works of a draft, and resolves once the server has read them. Throws a `Problem`. */
export async function sendSet(
  api: Api,
  contract_id: string,
  unsorted: readonly SetFile[],
): Promise<void> {
  const files = sortUploadFiles(unsorted)
  const manifest = files.map(({ path, bytes }) => {
    return { path, size: bytes.length, sha256: hash(bytes) }
  })
  const { missing, upload_id } = await api.call(createUpload, {
    params: { contract_id },
    body: { kind: 'folder', files: manifest },
  })
  const pieces = listPieces(manifest)
  const call = createCaller({ origin: api.url, token: api.token ?? null })
  for (const numbers of groupPieces(pieces, missing)) {
    const chunks = numbers.flatMap((number) => {
      const { file = 0, offset = 0, length = 0 } = pieces[number] ?? {}
      const bytes =
        files[file]?.bytes.subarray(offset, offset + length) ?? new Uint8Array()
      return [pieceHeader(number, length), bytes]
    })
    const bytes = new Uint8Array(Buffer.concat(chunks))
    await call(sendPart, { params: { contract_id, upload_id, part: hash(bytes) }, bytes })
  }
  for (;;) {
    const upload = await api.call(getUpload, { params: { contract_id, upload_id } })
    if (upload.state === 'ready') return
    if (upload.state === 'failed') {
      throw new Error(`works were refused: got ${upload.failure}`)
    }
    await pause(POLL_MS)
  }
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
