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
import { eachParallel } from './each-parallel.ts'
import { hashBytes, PARALLEL_READS } from './read-facts.ts'
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

/** A file that changed after it was chosen, with a sentence. */
export class FileChangedError extends Error {
  override readonly name = 'FileChangedError'

  constructor(path: string) {
    super(
      `${path} cannot be read any more: it was changed, moved or deleted. Choose the files again.`,
    )
  }
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

const MAX_WAIT_MS = 30_000

/** Repeats a request until it is answered, unless the answer is final. */
async function persist<Result>(
  options: UploadOptions,
  send: () => Promise<Result>,
): Promise<Result> {
  const { signal, onWaiting } = options
  for (let attempt = 0; ; attempt += 1) {
    try {
      const result = await send()
      if (attempt > 0) onWaiting(undefined)
      return result
    } catch (error) {
      signal.throwIfAborted()
      const reason = describeTemporary(error)
      if (reason === undefined) throw error
      await waitAfter(attempt, reason, options)
    }
  }
}

/** Shows why nothing is sent and waits, longer after each failure in a row. */
async function waitAfter(
  failures: number,
  reason: string,
  { signal, onWaiting }: UploadOptions,
): Promise<void> {
  onWaiting(reason)
  await waitToRetry(Math.min(1000 * 2 ** failures, MAX_WAIT_MS), signal)
}

/** Returns why a request failed that may succeed later; undefined for a final answer. */
function describeTemporary(error: unknown): string | undefined {
  if (error instanceof FileChangedError) return undefined
  if (isOffline()) return 'You are offline.'
  // Without an answer of this server.
  if (!(error instanceof Problem)) return 'This site does not answer.'
  const isTemporary = error.status >= 500 || error.code === 'too_many_requests'
  return isTemporary ? error.message : undefined
}

/** Between two looks at what the server has read. */
const POLL_MS = 1000

/**
 * Waits until the server has read the files of an upload, and returns its last state.
 * `onState` gets each state before that. Rejects with the reason of the signal or a `Problem`.
 */
export async function followUpload(
  contract_id: string,
  sent: UploadState,
  { signal, onState }: { signal: AbortSignal; onState(state: UploadState): void },
): Promise<UploadState> {
  const key = { contract_id, upload_id: sent.upload_id }
  let latest = sent
  while (latest.state === 'checking' || latest.state === 'receiving') {
    onState(latest)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    signal.throwIfAborted()
    latest = await readUpload(key, signal).catch((error: unknown) => {
      // A lost connection takes nothing from what the server does.
      if (error instanceof Problem && error.status < 500) throw error
      return latest
    })
  }
  return latest
}

/** Returns why an upload stopped, as a sentence. */
export function describeUploadFailure(error: unknown): string {
  if (error instanceof FileChangedError) return error.message
  if (!(error instanceof Problem)) return 'Something went wrong on this page. Try again.'
  const [field] = Object.values(error.fields ?? {})
  return field?.[0] ?? error.message
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
