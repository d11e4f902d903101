import type { UploadManifest, UploadState } from '@platemark/api/uploads'
import type { ChosenFile } from './chosen-files.ts'
import { eachParallel } from './each-parallel.ts'
import { followUpload } from './follow-upload.ts'
import { type FileFacts, PARALLEL_READS, readFacts } from './read-facts.ts'
import { createSpeedMeter, type TransferSpeed } from './transfer-speed.ts'
import {
  describeUploadFailure,
  FileChangedError,
  FilesNeededError,
} from './upload-failures.ts'
import { type SendableFile, type UploadOptions, uploadFiles } from './upload-files.ts'
import { endUpload, readUpload } from './upload-queries.ts'

/** An upload as the page shows it. */
export type ShownUpload = {
  status: 'sending' | 'paused' | 'waiting' | 'stopped' | 'checking' | 'ready'
  receivedBytes: number
  totalBytes: number
  filesReceived: number
  fileCount: number
  speed?: TransferSpeed | undefined
  /** Files that the server read, of those to read once it knows them. */
  checkedFiles?: number
  filesToCheck?: number | null
  /** Why it waits or stopped. */
  reason?: string | undefined
}

/** How far files are read and sent. */
export type TransferState = {
  /** Files that were read so far, of all. */
  reading: { done: number; total: number } | undefined
  upload: ShownUpload | undefined
}

/** A file that was read. */
type ReadFile = SendableFile & FileFacts

type UploaderOptions = {
  contractId: string
  read(): TransferState
  write(changes: Partial<TransferState>): void
}

/** Between two renderings of a long work. */
const RENDER_MS = 250

/** How often files are sent that do not arrive as they are. */
const MAX_ATTEMPTS = 3

/** Reads and sends files of one draft, one upload at a time, and writes how far it is. */
export function createUploader({ contractId, read, write }: UploaderOptions) {
  const facts = new Map<string, FileFacts>()
  const meter = createSpeedMeter()
  let running: AbortController | undefined
  let uploadId: string | undefined

  /** Ends the present task; what arrived stays on the server. */
  const abort = () => running?.abort()

  const writeStatus = (status: ShownUpload['status'], reason?: string) => {
    const { upload } = read()
    if (upload) write({ upload: { ...upload, status, reason } })
  }

  /** Shows why it stopped. */
  const stop = (reason: string) => {
    const none = { receivedBytes: 0, totalBytes: 0, filesReceived: 0, fileCount: 0 }
    const upload = { ...(read().upload ?? none), status: 'stopped' as const, reason }
    write({ reading: undefined, upload })
  }

  /** Waits until the server has read the files; resolves to the last state of the upload. */
  const follow = (sent: UploadState, signal: AbortSignal) => {
    uploadId = sent.upload_id
    const { received_bytes, total_bytes, file_count: fileCount } = sent
    const bytes = { receivedBytes: received_bytes, totalBytes: total_bytes }
    const counts = { ...bytes, filesReceived: fileCount, fileCount }
    const show = ({ checked_files, files_to_check }: UploadState) => {
      const checked = { checkedFiles: checked_files, filesToCheck: files_to_check }
      write({ upload: { status: 'checking', ...counts, ...checked } })
    }
    show(sent)
    const key = { contract_id: contractId, upload_id: sent.upload_id }
    return followUpload(sent, {
      read: () => readUpload(key, signal),
      ...{ onState: show, signal },
    })
  }

  return {
    /** Facts of the files that were read, by path. */
    facts,
    abort,
    stop,

    /** Runs a task in place of the one before, and shows why it failed. */
    async run(task: (signal: AbortSignal) => Promise<void>): Promise<void> {
      abort()
      running = new AbortController()
      const { signal } = running
      try {
        await task(signal)
      } catch (error) {
        if (!signal.aborted) stop(describeUploadFailure(error))
      }
    },

    /**
     * Reads files that are not known yet and returns all with their facts. Rejects with
     * `FileChangedError` where one cannot be read any more, and with the reason of the signal.
     */
    async readFiles(
      files: readonly ChosenFile[],
      signal: AbortSignal,
    ): Promise<ReadFile[]> {
      const unread = files.filter(({ path }) => !facts.has(path))
      const total = unread.length
      let shownAt = 0
      let done = 0
      write({ reading: { done, total } })
      await eachParallel(unread, PARALLEL_READS, async ({ path, file }) => {
        signal.throwIfAborted()
        const found = await readFacts(file).catch(() => {
          throw new FileChangedError(path)
        })
        facts.set(path, found)
        done += 1
        if (performance.now() - shownAt < RENDER_MS) return
        shownAt = performance.now()
        write({ reading: { done, total } })
      })
      write({ reading: undefined })
      return files.flatMap(({ path, file }) => {
        const known = facts.get(path)
        return known ? [{ path, file, ...known }] : []
      })
    },

    /**
     * Sends what the server lacks of the files and waits until it has read them; sends again
     * what did not arrive as it is. Resolves to the last state of the upload. Rejects as
     * `uploadFiles` and `followUpload`, and with `FilesNeededError`.
     */
    async send(
      kind: UploadManifest['kind'],
      files: readonly ReadFile[],
      signal: AbortSignal,
    ): Promise<UploadState> {
      meter.reset()
      const fileCount = files.length
      const options: UploadOptions = {
        ...{ contractId, kind, files, signal },
        onProgress({ upload_id, received_bytes, total_bytes }, filesReceived) {
          uploadId = upload_id
          const speed = meter.add(received_bytes, total_bytes, performance.now())
          const bytes = { receivedBytes: received_bytes, totalBytes: total_bytes }
          const counts = { ...bytes, filesReceived, fileCount }
          write({ upload: { status: 'sending', ...counts, speed } })
        },
        onWaiting(reason) {
          meter.reset()
          writeStatus(reason === undefined ? 'sending' : 'waiting', reason)
        },
      }
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const latest = await follow(await uploadFiles(options), signal)
        if (latest.state !== 'receiving') return latest
      }
      throw new FilesNeededError()
    },

    /** Waits for an upload whose files the server reads since before this page, as `send`. */
    async watch(upload_id: string, signal: AbortSignal): Promise<UploadState> {
      uploadId = upload_id
      const key = { contract_id: contractId, upload_id }
      const latest = await follow(await readUpload(key, signal), signal)
      if (latest.state === 'receiving') throw new FilesNeededError()
      return latest
    },

    pause() {
      abort()
      writeStatus('paused')
    },

    /** Shows that the draft has what was sent. */
    finish: () => writeStatus('ready'),

    /** Forgets which upload it was. */
    forget() {
      uploadId = undefined
    },

    /** Ends the upload on the server, or `other` where none was begun here. */
    async end(other?: string): Promise<void> {
      const upload_id = uploadId ?? other
      uploadId = undefined
      if (upload_id === undefined) return
      // An upload that is not cancelled ends by itself.
      await endUpload({ contract_id: contractId, upload_id }).catch(() => undefined)
    },
  }
}
