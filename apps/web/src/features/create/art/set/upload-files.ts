import { Problem } from '@platemark/api/problem'
import {
  groupPieces,
  listPieces,
  pieceHeader,
  sortUploadFiles,
  type UploadPiece,
} from '@platemark/api/upload-pieces'
import type { UploadManifest, UploadState } from '@platemark/api/uploads'
import { isOffline } from '../../../../lib/offline.ts'
import { hashBytes } from './read-facts.ts'
import { beginUpload, readUpload, sendUploadPart } from './set-queries.ts'

/** A file with its hash, as it is sent. */
export type SendableFile = { path: string; sha256: string; file: File }

export type UploadOptions = {
  contractId: string
  kind: UploadManifest['kind']
  files: readonly SendableFile[]
  /** Pauses the upload: everything that arrived stays. */
  signal: AbortSignal
  /** Called with the state of the server and the whole files that it has. */
  onProgress(state: UploadState, filesReceived: number): void
  /** Called with the reason while nothing can be sent, and with undefined once it can. */
  onWaiting(reason: string | undefined): void
}

/** Parts that travel at the same time. */
const PARALLEL = 3

/** A file that changed after it was hashed, with a sentence. */
export class FileChangedError extends Error {
  override readonly name = 'FileChangedError'
}

/**
 * Sends what the server does not have of these files, several parts at a time, and waits
 * out lost connections and a busy server. Resolves to the state once all bytes are there.
 * Rejects with the reason of the signal, a `Problem`, or `FileChangedError`.
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
  while (state.state === 'receiving' && state.missing.length > 0) {
    const progress = trackFiles(files, pieces, state)
    onProgress(state, progress.count())
    await sendParts(state, files, pieces, options, (numbers, answer) => {
      progress.add(numbers)
      state = { ...state, ...answer }
      onProgress(state, progress.count())
    })
    const key = { contract_id: contractId, upload_id: state.upload_id }
    state = await persist(options, () => readUpload(key, signal))
  }
  onProgress(state, files.length)
  return state
}

type Answer = Pick<UploadState, 'state' | 'received_bytes' | 'total_bytes'>

async function sendParts(
  { upload_id, missing }: UploadState,
  files: readonly SendableFile[],
  pieces: readonly UploadPiece[],
  options: UploadOptions,
  onSent: (numbers: number[], answer: Answer) => void,
): Promise<void> {
  const { contractId, signal } = options
  const parts = groupPieces(pieces, missing)
  const key = { contract_id: contractId, upload_id }
  const send = async () => {
    for (let numbers = parts.shift(); numbers; numbers = parts.shift()) {
      signal.throwIfAborted()
      const bytes = await packPieces(files, pieces, numbers)
      const hash = await hashBytes(bytes)
      const answer = await persist(options, () =>
        sendUploadPart(key, hash, bytes, signal),
      )
      onSent(numbers, answer)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, send))
}

async function packPieces(
  files: readonly SendableFile[],
  pieces: readonly UploadPiece[],
  numbers: readonly number[],
): Promise<Uint8Array<ArrayBuffer>> {
  const parts = numbers.flatMap((number) => {
    const { file, offset, length } = pieces[number] ?? { file: 0, offset: 0, length: 0 }
    const bytes = files[file]?.file.slice(offset, offset + length)
    return bytes ? [pieceHeader(number, length), bytes] : []
  })
  try {
    return new Uint8Array(await new Blob(parts).arrayBuffer())
  } catch {
    const path = files[pieces[numbers[0] ?? 0]?.file ?? 0]?.path ?? ''
    throw new FileChangedError(
      `${path} cannot be read any more: it was changed, moved or deleted. Choose the files again.`,
    )
  }
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

const MAX_WAIT_MS = 30_000

/** Repeats a request until it is answered, unless the answer is final. */
async function persist<Result>(
  { signal, onWaiting }: UploadOptions,
  send: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const result = await send()
      if (attempt > 0) onWaiting(undefined)
      return result
    } catch (error) {
      signal.throwIfAborted()
      const reason = describeTemporary(error)
      if (reason === undefined) throw error
      onWaiting(reason)
      await waitToRetry(Math.min(1000 * 2 ** attempt, MAX_WAIT_MS), signal)
    }
  }
}

/** Returns why a request failed that may succeed later; undefined for a final answer. */
function describeTemporary(error: unknown): string | undefined {
  if (isOffline()) return 'You are offline.'
  // Without an answer of this server.
  if (!(error instanceof Problem)) return 'This site does not answer.'
  const isTemporary = error.status >= 500 || error.code === 'too_many_requests'
  return isTemporary ? error.message : undefined
}

/** Waits a time, or until the browser is online again. */
function waitToRetry(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}
