import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '@platemark/api/problem'
import {
  groupPieces,
  listPieces,
  pieceHeader,
  sortUploadFiles,
  type UploadPiece,
} from '@platemark/api/upload-pieces'
import {
  createUpload,
  getUpload,
  sendPart,
  type UploadManifest,
  type UploadState,
} from '@platemark/api/uploads'
import { createCaller } from '@platemark/client/create-caller'
import { CommandError } from '../command-error.ts'
import { formatMegabytes } from './output.ts'
import type { LocalFile } from './read-works.ts'
import type { CommandSession } from './session.ts'

/** Parts that travel at the same time. */
const PARALLEL = 3
/** Failures in a row after which a command ends; with the waits some two minutes. */
const MAX_FAILURES = 8
const MAX_WAIT_MS = 30_000
/** How often files are sent that do not arrive as they are. */
const MAX_ROUNDS = 3
const POLL_MS = 300

type SentUpload = { upload: UploadState; sentBytes: number }

/**
 * Sends what the server does not have of these files and waits until it has read them. What
 * arrived stays there: the same files, sent again, go on from it. Throws `Problem` and
 * `CommandError`.
 */
export async function sendFiles(
  session: CommandSession,
  contract_id: string,
  { kind, files }: { kind: UploadManifest['kind']; files: readonly LocalFile[] },
): Promise<SentUpload> {
  const { api, options, output } = session
  const sorted = sortUploadFiles(files)
  const pieces = listPieces(sorted)
  const body = {
    kind,
    files: sorted.map(({ path, size, sha256 }) => ({ path, size, sha256 })),
  }
  const call = createCaller({ origin: options.site, token: api.token ?? null })
  const retry = createRetry(session)
  let { data: upload } = await retry(() =>
    call(createUpload, { params: { contract_id }, body }),
  )
  const { received_bytes, total_bytes, upload_id } = upload
  if (received_bytes > 0 && received_bytes < total_bytes) {
    output.note(
      `${formatMegabytes(received_bytes)} of ${formatMegabytes(total_bytes)} MB are already there.`,
    )
  }
  let sentBytes = 0
  for (let round = 0; upload.state === 'receiving'; round += 1) {
    if (round === MAX_ROUNDS) throw new CommandError(CHANGED)
    const parts = groupPieces(pieces, upload.missing)
    const sendParts = async () => {
      for (let numbers = parts.shift(); numbers; numbers = parts.shift()) {
        const part = await packPart(sorted, pieces, numbers)
        const hash = createHash('sha256').update(part).digest('hex')
        const params = { contract_id, upload_id, part: hash }
        const { data } = await retry(() => call(sendPart, { params, bytes: part }))
        sentBytes += part.length
        output.progress('Sent', data.received_bytes, total_bytes, 'bytes')
      }
    }
    const ends = await Promise.allSettled(Array.from({ length: PARALLEL }, sendParts))
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
    upload = await waitForReading(session, { contract_id, upload_id })
  }
  return { upload: await waitForReading(session, { contract_id, upload_id }), sentBytes }
}

const CHANGED =
  'The files did not arrive as they are here: they change while they are sent. Close the program that writes them and run this again.'

/** Waits until the server has read the files, or needs some of them again. */
async function waitForReading(
  { api, output }: CommandSession,
  params: { contract_id: string; upload_id: string },
): Promise<UploadState> {
  for (;;) {
    const upload = await api.call(getUpload, { params })
    const isWhole = upload.state === 'receiving' && upload.missing.length === 0
    if (upload.state !== 'checking' && !isWhole) return upload
    const { checked_files, files_to_check } = upload
    if (files_to_check) output.progress('Works stored', checked_files, files_to_check)
    await pause(POLL_MS)
  }
}

/** Reads pieces into the body of a part. Throws `CommandError` for a file that changed. */
async function packPart(
  files: readonly LocalFile[],
  pieces: readonly UploadPiece[],
  numbers: readonly number[],
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  for (const number of numbers) {
    const { file = 0, offset = 0, length = 0 } = pieces[number] ?? {}
    const place = files[file]?.place ?? ''
    const bytes = new Uint8Array(length)
    const handle = await open(place, 'r')
    try {
      const { bytesRead } = await handle.read(bytes, 0, length, offset)
      if (bytesRead !== length) {
        throw new CommandError(`${place} was changed since it was read. Run this again.`)
      }
    } finally {
      await handle.close()
    }
    chunks.push(pieceHeader(number, length), bytes)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** Returns a function that repeats a call while the site is busy or does not answer. */
function createRetry({ output }: CommandSession) {
  let failures = 0
  return async <Result>(call: () => Promise<Result>): Promise<Result> => {
    for (;;) {
      try {
        const result = await call()
        failures = 0
        return result
      } catch (error) {
        failures += 1
        if (!isTemporary(error) || failures > MAX_FAILURES) throw error
        if (failures === 1) output.note(`${error.message} Waiting ...`)
        await pause(Math.min(1000 * 2 ** (failures - 1), MAX_WAIT_MS))
      }
    }
  }
}

function isTemporary(error: unknown): error is Problem {
  return (
    error instanceof Problem &&
    (error.status >= 500 || error.code === 'too_many_requests')
  )
}
