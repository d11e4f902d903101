import {
  groupPieces,
  listPieces,
  pieceHeader,
  sortUploadFiles,
  type UploadPiece,
} from '@platemark/api/upload-pieces'
import type { UploadManifest, UploadState } from '@platemark/api/uploads'
import { eachParallel } from './each-parallel.ts'
import { hashBytes, PARALLEL_READS } from './read-facts.ts'
import { persist, type RetryOptions, waitAfter } from './retry-request.ts'
import { describeTemporary, FileChangedError } from './upload-failures.ts'
import { beginUpload, readUpload, sendUploadPart } from './upload-queries.ts'

/** A file with its hash, as it is sent. */
export type SendableFile = { path: string; sha256: string; file: File }

export type UploadOptions = RetryOptions & {
  contractId: string
  kind: UploadManifest['kind']
  files: readonly SendableFile[]
  /** Called with the state of the server and the whole files that it has. */
  onProgress(state: UploadState, filesReceived: number): void
}

/** Parts that travel at the same time. */
const PARALLEL = 3

/**
 * Sends what the server does not have of these files, several parts at a time, and waits
 * out lost connections and a busy server. Resolves to the state once all bytes are there. The
 * signal pauses it: everything that arrived stays. Rejects with the reason of the signal, a
 * `Problem`, or `FileChangedError`.
 */
export async function uploadFiles(options: UploadOptions): Promise<UploadState> {
  const { contractId, kind, signal, onProgress } = options
  const files = sortUploadFiles(options.files)
  const manifest = {
    kind,
    files: files.map(({ path, sha256, file }) => ({ path, sha256, size: file.size })),
  }
  const pieces = listPieces(manifest.files)
  let state = await persist(options, () => beginUpload(contractId, manifest, signal))
  let failures = 0
  while (state.state === 'receiving' && state.missing.length > 0) {
    const progress = trackFiles(files, pieces, state)
    onProgress(state, progress.count())
    const reason = await sendParts(state, files, pieces, options, (numbers, answer) => {
      failures = 0
      progress.add(numbers)
      state = { ...state, ...answer }
      onProgress(state, progress.count())
    })
    if (reason !== undefined) {
      await waitAfter(failures, reason, options)
      failures += 1
    }
    // A part may have arrived without its answer, and is then not sent again.
    const key = { contract_id: contractId, upload_id: state.upload_id }
    state = await persist(options, () => readUpload(key, signal))
  }
  onProgress(state, files.length)
  return state
}

type Answer = Pick<UploadState, 'state' | 'received_bytes' | 'total_bytes'>

/**
 * Sends the missing parts until one fails; resolves to the reason of a failure that may pass,
 * or to undefined once all are sent. Rejects with other failures.
 */
async function sendParts(
  { upload_id, missing }: UploadState,
  files: readonly SendableFile[],
  pieces: readonly UploadPiece[],
  { contractId, signal }: UploadOptions,
  onSent: (numbers: number[], answer: Answer) => void,
): Promise<string | undefined> {
  const parts = groupPieces(pieces, missing)
  const key = { contract_id: contractId, upload_id }
  let reason: string | undefined
  const send = async () => {
    try {
      for (let numbers = parts.shift(); numbers; numbers = parts.shift()) {
        signal.throwIfAborted()
        const bytes = await packPieces(files, pieces, numbers)
        const hash = await hashBytes(bytes)
        // Developer tools keep copies of bytes, which makes them twenty times slower.
        const body = new Blob([bytes])
        onSent(numbers, await sendUploadPart(key, hash, body, signal))
      }
    } catch (error) {
      // The parts on their way are the last ones.
      parts.splice(0)
      signal.throwIfAborted()
      const temporary = describeTemporary(error)
      if (temporary === undefined) throw error
      reason = temporary
    }
  }
  // Nothing is on its way any more when this ends, also with a failure.
  const ends = await Promise.allSettled(Array.from({ length: PARALLEL }, send))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
  return reason
}

/** Reads pieces into the body of a part. Throws `FileChangedError`. */
async function packPieces(
  files: readonly SendableFile[],
  pieces: readonly UploadPiece[],
  numbers: readonly number[],
): Promise<Uint8Array<ArrayBuffer>> {
  let end = 0
  const places = numbers.flatMap((number) => {
    const { file = 0, offset = 0, length = 0 } = pieces[number] ?? {}
    const from = files[file]
    if (!from) return []
    const header = pieceHeader(number, length)
    const start = end
    end += header.length + length
    return [
      { start, header, path: from.path, piece: from.file.slice(offset, offset + length) },
    ]
  })
  const part = new Uint8Array(end)
  await eachParallel(places, PARALLEL_READS, async ({ start, header, path, piece }) => {
    part.set(header, start)
    try {
      part.set(new Uint8Array(await piece.arrayBuffer()), start + header.length)
    } catch {
      throw new FileChangedError(path)
    }
  })
  return part
}

/** Counts the files whose pieces all arrived. */
function trackFiles(
  files: readonly SendableFile[],
  pieces: readonly UploadPiece[],
  { missing }: UploadState,
) {
  const left = files.map(() => 0)
  const change = (number: number, by: 1 | -1) => {
    const file = pieces[number]?.file
    if (file !== undefined) left[file] = (left[file] ?? 0) + by
  }
  for (const { from, to } of missing) {
    for (let number = from; number <= to; number += 1) change(number, 1)
  }
  return {
    add: (numbers: readonly number[]) => {
      for (const number of numbers) change(number, -1)
    },
    count: () => left.filter((one) => one <= 0).length,
  }
}
