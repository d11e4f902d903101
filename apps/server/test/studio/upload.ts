import {
  groupPieces,
  listPieces,
  pieceHeader,
  sortUploadFiles,
} from '@platemark/api/upload-pieces'
import type { UploadManifest, UploadState } from '@platemark/api/uploads'
import { hashed } from '../calls.ts'
import { ada, type TestResponse, type TestServer } from '../server.ts'

/** File as a creator has it. */
export type LocalFile = { path: string; bytes: Buffer }

type Sender = { as?: { address: `0x${string}` }; kind?: UploadManifest['kind'] }

export function localFile(path: string, bytes: string | Buffer): LocalFile {
  return { path, bytes: Buffer.from(bytes) }
}

/** Sends the list of files; `draft` is the id of the draft. */
export function beginUpload(
  server: TestServer,
  draft: string,
  files: readonly LocalFile[],
  { as = ada, kind = 'folder' }: Sender = {},
): Promise<TestResponse> {
  const listed = files.map(({ path, bytes }) => ({ path, ...hashed(bytes) }))
  const url = `/api/contract/studio/${draft}/uploads`
  return server.post(url, { kind, files: listed }, { as })
}

/** Sends a part under its hash, or under another. */
export function putPart(
  server: TestServer,
  { draft, upload, part }: { draft: string; upload: string; part?: string },
  bytes: Buffer,
  { as = ada }: Sender = {},
): Promise<TestResponse> {
  const url = `/api/contract/studio/${draft}/uploads/${upload}/${part ?? hashed(bytes).sha256}`
  const headers = { 'content-type': 'application/octet-stream' }
  return server.send({ method: 'PUT', url, headers, payload: bytes }, { as })
}

/** Returns the bytes of a part of these pieces. */
export function packPart(pieces: { number: number; bytes: Uint8Array }[]): Buffer {
  return Buffer.concat(
    pieces.flatMap(({ number, bytes }) => [pieceHeader(number, bytes.length), bytes]),
  )
}

/** Returns the parts that an upload of these files still needs. */
export function missingParts(
  files: readonly LocalFile[],
  missing: UploadState['missing'],
): Buffer[] {
  const sorted = sortUploadFiles(files)
  const pieces = listPieces(sorted.map(({ bytes }) => ({ size: bytes.length })))
  return groupPieces(pieces, missing).map((numbers) =>
    packPart(
      numbers.map((number) => {
        const { file = 0, offset = 0, length = 0 } = pieces[number] ?? {}
        const bytes = sorted[file]?.bytes ?? Buffer.alloc(0)
        return { number, bytes: bytes.subarray(offset, offset + length) }
      }),
    ),
  )
}

/** Sends everything that is missing, and returns the upload's id. */
export async function sendFiles(
  server: TestServer,
  draft: string,
  files: readonly LocalFile[],
  sender: Sender = {},
): Promise<string> {
  const { data } = await beginUpload(server, draft, files, sender)
  for (const bytes of missingParts(files, data.missing)) {
    await putPart(server, { draft, upload: data.upload_id }, bytes, sender)
  }
  return data.upload_id
}
