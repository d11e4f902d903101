import type { UploadState } from '@platemark/api/uploads'
import { pairWork } from '@platemark/works/pair-work'
import type { ChosenFile } from '../set/chosen-files.ts'
import { readFacts } from '../set/read-facts.ts'
import { endUpload, readUpload } from '../set/set-queries.ts'
import type { SetUpload } from '../set/set-session.ts'
import { createSpeedMeter } from '../set/transfer-speed.ts'
import {
  describeUploadFailure,
  FileChangedError,
  followUpload,
  type SendableFile,
  uploadFiles,
} from '../set/upload-files.ts'

/** Files that were chosen as the work of all tokens, and what became of them. */
export type WorkState = {
  files: ChosenFile[]
  reading: { done: number; total: number } | undefined
  upload: SetUpload | undefined
  /** Video that has no poster yet. */
  video: File | undefined
  /** Why nothing was taken. */
  refusal: string | undefined
  /** The files are taken once the draft keeps their camera data. */
  canKeep: boolean
}

const EMPTY: WorkState = {
  files: [],
  reading: undefined,
  upload: undefined,
  video: undefined,
  refusal: undefined,
  canKeep: false,
}

/** Limit of the server for one work. */
const MAX_BYTES = 100 * 2 ** 20

export type WorkSession = ReturnType<typeof createWorkSession>

/**
 * Checks and uploads the work that all tokens of a draft show. It lives outside of React, so
 * that the upload goes on while another step is shown.
 */
function createWorkSession(contractId: string) {
  let state = EMPTY
  let running: AbortController | undefined
  let uploadId: string | undefined
  const listeners = new Set<() => void>()
  const meter = createSpeedMeter()

  const write = (changes: Partial<WorkState>) => {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  const begin = async (run: (signal: AbortSignal) => Promise<void>) => {
    running?.abort()
    running = new AbortController()
    const { signal } = running
    try {
      await run(signal)
    } catch (error) {
      if (!signal.aborted) stop(describeUploadFailure(error))
    }
  }

  const stop = (reason: string) => {
    const none = { receivedBytes: 0, totalBytes: 0, filesReceived: 0, fileCount: 0 }
    const upload = { ...(state.upload ?? none), status: 'stopped' as const, reason }
    write({ reading: undefined, upload })
  }

  const readAndSend = async (chosen: readonly File[], signal: AbortSignal) => {
    const files: (SendableFile & { format?: string })[] = []
    for (const file of chosen) {
      write({ reading: { done: files.length, total: chosen.length } })
      files.push({ path: file.name, file, ...(await readOrThrow(file)) })
      signal.throwIfAborted()
    }
    const work = pairWork(files)
    if (typeof work !== 'string') {
      write({ reading: undefined })
      return send(files, signal)
    }
    const [first] = files
    const isFilm = files.length === 1 && ['mp4', 'webm'].includes(first?.format ?? '')
    write({ ...EMPTY, ...(isFilm ? { video: first?.file } : { refusal: work }) })
  }

  const send = async (files: readonly SendableFile[], signal: AbortSignal) => {
    meter.reset()
    const fileCount = files.length
    const sent = await uploadFiles({
      ...{ contractId, kind: 'work', files, signal },
      onProgress({ upload_id, received_bytes, total_bytes }, filesReceived) {
        uploadId = upload_id
        const speed = meter.add(received_bytes, total_bytes, performance.now())
        const bytes = { receivedBytes: received_bytes, totalBytes: total_bytes }
        const counts = { ...bytes, filesReceived, fileCount }
        write({ upload: { status: 'sending', ...counts, speed } })
      },
      onWaiting(reason) {
        meter.reset()
        const status = reason === undefined ? 'sending' : 'waiting'
        if (state.upload) write({ upload: { ...state.upload, status, reason } })
      },
    })
    await follow(sent, signal)
  }

  /** Waits until the server has read the files. */
  const follow = async (sent: UploadState, signal: AbortSignal) => {
    uploadId = sent.upload_id
    const { received_bytes, total_bytes, file_count: fileCount } = sent
    const bytes = { receivedBytes: received_bytes, totalBytes: total_bytes }
    const counts = { ...bytes, filesReceived: fileCount, fileCount }
    const latest = await followUpload(contractId, sent, {
      signal,
      onState({ checked_files: checkedFiles, files_to_check: filesToCheck }) {
        write({ upload: { status: 'checking', ...counts, checkedFiles, filesToCheck } })
      },
    })
    if (latest.state === 'failed') {
      const { files } = state
      const refusal = latest.failure ?? 'The files were refused.'
      const canKeep = latest.can_keep && files.length > 0
      return write({ ...EMPTY, ...(canKeep && { files, canKeep }), refusal })
    }
    if (state.upload) write({ upload: { ...state.upload, status: 'ready' } })
  }

  return {
    read: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Takes an image, or a video with its poster: reads, pairs and sends them. */
    async choose(chosen: readonly File[]) {
      const refusal = chosen.map(describeSize).find((sentence) => sentence !== undefined)
      if (refusal !== undefined) {
        running?.abort()
        return write({ ...EMPTY, refusal })
      }
      const files = chosen.map((file) => ({ path: file.name, file }))
      write({ ...EMPTY, files })
      await begin((signal) => readAndSend(chosen, signal))
    },

    pause() {
      running?.abort()
      if (state.upload) write({ upload: { ...state.upload, status: 'paused' } })
    },

    /** Goes on with what is missing. */
    async resume() {
      const chosen = state.files.map(({ file }) => file)
      write({ refusal: undefined, canKeep: false })
      await begin((signal) => readAndSend(chosen, signal))
    },

    /** Waits for an upload whose files the server reads since before this page. */
    async watch(upload_id: string) {
      const key = { contract_id: contractId, upload_id }
      await begin(async (signal) => follow(await readUpload(key, signal), signal))
    },

    /** Forgets what was chosen, and ends its upload or another one that is not finished. */
    async cancel(other?: string) {
      running?.abort()
      write(EMPTY)
      const upload_id = uploadId ?? other
      uploadId = undefined
      if (upload_id === undefined) return
      // An upload that is not cancelled ends by itself.
      await endUpload({ contract_id: contractId, upload_id }).catch(() => undefined)
    },

    /** Forgets an upload that is done. */
    finish() {
      uploadId = undefined
      write(EMPTY)
    },
  }
}

function describeSize({ name, size }: File): string | undefined {
  if (size === 0) return `${name} is empty.`
  if (size <= MAX_BYTES) return undefined
  const megabytes = Math.ceil(size / 2 ** 20).toLocaleString('en')
  return `${name} has ${megabytes} MB. Use a file of at most 100 MB.`
}

async function readOrThrow(file: File) {
  try {
    return await readFacts(file)
  } catch {
    throw new FileChangedError(
      `${file.name} cannot be read: it was changed, moved or deleted. Choose the files again.`,
    )
  }
}

const sessions = new Map<string, WorkSession>()

/** Returns the session of a draft, the same one for as long as the page is open. */
export function findWorkSession(contractId: string): WorkSession {
  const known = sessions.get(contractId)
  if (known) return known
  const session = createWorkSession(contractId)
  sessions.set(contractId, session)
  return session
}
