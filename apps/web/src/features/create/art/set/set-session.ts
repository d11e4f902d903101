import type { UploadState } from '@platemark/api/uploads'
import type { SetOfWorks } from '@platemark/api/works'
import { checkSetInSlices, isSetText, type SetReport } from '@platemark/works/check-set'
import { MAX_WORKS } from '@platemark/works/limits'
import type { TextFile } from '@platemark/works/read-json-folder'
import { classifyFile, isSystemFile } from '@platemark/works/set-files'
import type { Correction } from '@platemark/works/work-types'
import { runSlices } from '../../../../lib/run-slices.ts'
import { setProgress } from '../../set-progress.ts'
import { createChangeQueue, mergeChanges, type SetChanges } from './change-queue.ts'
import type { Choice, ChosenFile } from './chosen-files.ts'
import { eachParallel } from './each-parallel.ts'
import { type FileFacts, PARALLEL_READS, readFacts } from './read-facts.ts'
import { endUpload, readSet, readUpload, sendCorrections } from './set-queries.ts'
import { createSpeedMeter, type TransferSpeed } from './transfer-speed.ts'
import {
  describeUploadFailure,
  FileChangedError,
  followUpload,
  uploadFiles,
} from './upload-files.ts'

/** An upload as the page shows it. */
export type SetUpload = {
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

/** A set that was chosen on this page. */
export type SetState = SetChanges & {
  choice: Choice | undefined
  /** Files that were read so far, of all. */
  reading: { done: number; total: number } | undefined
  /** Undefined for a ZIP, which only the server opens. */
  report: SetReport | undefined
  upload: SetUpload | undefined
  /** Why nothing was taken. */
  refusal: string | undefined
  /** Why the last changes of a stored set were not stored, and whether they wait here. */
  unsent: { reason: string; isKept: boolean } | undefined
}

type SetSession = ReturnType<typeof createSetSession>

const EMPTY: SetState = {
  choice: undefined,
  reading: undefined,
  report: undefined,
  upload: undefined,
  refusal: undefined,
  unsent: undefined,
  corrections: [],
  accepted: [],
}

/** Between two renderings of a long work. */
const RENDER_MS = 250

/**
 * Reads, checks and uploads the set of one draft. It lives outside of React, so that the
 * upload goes on while another step is shown.
 */
function createSetSession(contractId: string) {
  let state = EMPTY
  const listeners = new Set<() => void>()
  const facts = new Map<string, FileFacts>()
  const texts = new Map<string, TextFile>()
  const meter = createSpeedMeter()
  const changes = createChangeQueue<SetOfWorks>({
    read: () => readSet(contractId),
    send: (lists) => sendCorrections(contractId, lists),
  })
  let running: AbortController | undefined
  let uploadId: string | undefined

  const write = (written: Partial<SetState>) => {
    state = { ...state, ...written }
    if ('upload' in written || 'choice' in written) shareProgress()
    for (const listener of listeners) listener()
  }

  const shareProgress = () => {
    const { filesReceived: received = 0, fileCount: total = 0 } = state.upload ?? {}
    setProgress.write(total > 0 ? { contractId, received, total } : undefined)
  }

  /** Returns whether corrections concern the set that the server has. */
  const isStored = () => !state.choice || state.upload?.status === 'ready'

  let checking: AbortController | undefined

  /** Checks what is known of the files, in short tasks; a newer check ends an older one. */
  const check = async () => {
    checking?.abort()
    checking = new AbortController()
    const { signal } = checking
    const { choice, corrections, accepted } = state
    if (!choice || choice.kind === 'zip') return write({ report: undefined })
    const files = choice.files.map(({ path, file }) => ({
      ...{ path, size: file.size, sha256: '' },
      ...facts.get(path),
    }))
    const options = { origin: choice.kind, corrections, accepted }
    const slices = checkSetInSlices({ files, texts: [...texts.values()], options })
    try {
      write({ report: await runSlices(slices, { signal }) })
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  /** Reads files that are not known yet; throws where one cannot be read any more. */
  const readAll = async (files: readonly ChosenFile[], signal: AbortSignal) => {
    const unread = files.filter(({ path }) => !facts.has(path))
    const total = unread.length
    let shownAt = 0
    let done = 0
    write({ reading: { done, total } })
    await eachParallel(unread, PARALLEL_READS, async ({ path, file }) => {
      signal.throwIfAborted()
      try {
        facts.set(path, await readFacts(file))
      } catch {
        throw new FileChangedError(path)
      }
      done += 1
      if (performance.now() - shownAt < RENDER_MS) return
      shownAt = performance.now()
      write({ reading: { done, total } })
    })
  }

  const begin = async (kind: Choice['kind'] | 'more', files: readonly ChosenFile[]) => {
    running?.abort()
    running = new AbortController()
    const { signal } = running
    try {
      await readAll(files, signal)
      write({ reading: undefined })
      await check()
      signal.throwIfAborted()
      await send(kind, files, signal)
    } catch (error) {
      if (signal.aborted) return
      write({ reading: undefined })
      stop(describeUploadFailure(error))
    }
  }

  const send = async (
    kind: Choice['kind'] | 'more',
    files: readonly ChosenFile[],
    signal: AbortSignal,
  ) => {
    meter.reset()
    const sendable = files.flatMap(({ path, file }) => {
      const { sha256 } = facts.get(path) ?? {}
      return sha256 === undefined ? [] : [{ path, file, sha256 }]
    })
    const sent = await uploadFiles({
      contractId,
      kind,
      files: sendable,
      signal,
      onProgress(upload, filesReceived) {
        uploadId = upload.upload_id
        const { received_bytes: receivedBytes, total_bytes: totalBytes } = upload
        const speed = meter.add(receivedBytes, totalBytes, performance.now())
        write({
          upload: {
            status: 'sending',
            ...{ receivedBytes, totalBytes, filesReceived, speed },
            fileCount: sendable.length,
          },
        })
      },
      onWaiting(reason) {
        meter.reset()
        const status = reason === undefined ? 'sending' : 'waiting'
        if (state.upload) write({ upload: { ...state.upload, status, reason } })
      },
    })
    await follow(sent, signal)
  }

  /** Waits until the server has read the files, then applies what was corrected here. */
  const follow = async (sent: UploadState, signal: AbortSignal) => {
    const latest = await followUpload(contractId, sent, {
      signal,
      onState({ checked_files: checkedFiles, files_to_check: filesToCheck }) {
        if (!state.upload) return
        const upload = { ...state.upload, status: 'checking' as const }
        write({ upload: { ...upload, checkedFiles, filesToCheck } })
      },
    })
    if (latest.state === 'failed')
      return stop(latest.failure ?? 'The files were refused.')
    const { corrections, accepted } = state
    // A set that was read anew has none of them.
    if (sent.kind !== 'more') changes.add({ corrections, accepted })
    await changes.flush()
    write({ unsent: undefined })
    if (state.upload) write({ upload: { ...state.upload, status: 'ready' } })
  }

  const stop = (reason: string) => {
    const none = { receivedBytes: 0, totalBytes: 0, filesReceived: 0, fileCount: 0 }
    const upload = { ...(state.upload ?? none), status: 'stopped' as const, reason }
    write({ upload })
  }

  const sendChanges = async (): Promise<SetOfWorks | undefined> => {
    write({ unsent: undefined })
    try {
      return await changes.flush()
    } catch (error) {
      const reason = describeUploadFailure(error)
      write({ unsent: { reason, isKept: !changes.isEmpty() } })
      return undefined
    }
  }

  const change = async (added: Partial<SetChanges>): Promise<SetOfWorks | undefined> => {
    if (state.choice) write(mergeChanges(state, added))
    changes.add(added)
    if (isStored()) return sendChanges()
    await check()
    return undefined
  }

  return {
    read: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Takes a set: reads and checks its files, then sends them. */
    async choose(choice: Choice) {
      running?.abort()
      checking?.abort()
      const refusal = describeRefusal(choice)
      if (refusal !== undefined) return write({ ...EMPTY, refusal, unsent: state.unsent })
      changes.clear()
      facts.clear()
      texts.clear()
      const files = choice.files.filter(({ path }) => !isSystemFile(path))
      write({ ...EMPTY, choice, reading: { done: 0, total: files.length } })
      for (const { path, file } of files.filter((one) => isSetText(one.path))) {
        texts.set(path, { path, bytes: new Uint8Array(await file.arrayBuffer()) })
      }
      // Names, ids and traits are judged before gigabytes are read.
      await check()
      // Another choice was made meanwhile.
      if (state.choice === choice) await begin(choice.kind, files)
    },

    /** Adds a file, or puts it in the place of the one with this path, and sends it. */
    async addFile(path: string, file: File) {
      const { choice } = state
      facts.delete(path)
      const one = { path, file }
      const others = choice?.files.filter((other) => other.path !== path) ?? []
      if (choice) write({ choice: { ...choice, files: [...others, one] } })
      if (!choice || isStored()) await begin('more', [one])
      else await begin(choice.kind, [...others, one])
    },

    /**
     * Applies corrections and checks the set anew. Resolves to the stored set with them;
     * undefined where they wait for its upload, or were not stored.
     */
    correct: (...corrections: Correction[]) => change({ corrections }),

    /** Keeps what a problem is about as it is, as `correct`. */
    keep: (key: string) => change({ accepted: [key] }),

    /** Sends again what was not stored. */
    sendChanges,

    pause() {
      running?.abort()
      if (state.upload) write({ upload: { ...state.upload, status: 'paused' } })
    },

    /** Goes on with what is missing. */
    resume() {
      const { choice } = state
      if (!choice) return
      void begin(
        choice.kind,
        choice.files.filter(({ path }) => !isSystemFile(path)),
      )
    },

    /** Waits for an upload whose files the server reads since before this page. */
    watch(upload_id: string) {
      running = new AbortController()
      const { signal } = running
      uploadId = upload_id
      const read = async () => {
        const sent = await readUpload({ contract_id: contractId, upload_id }, signal)
        write({ upload: describeUpload(sent) })
        await follow(sent, signal)
      }
      read().catch((error: unknown) => {
        if (!signal.aborted) stop(describeUploadFailure(error))
      })
    },

    /** Forgets the choice; what was sent stays on the server for a while. */
    async cancel() {
      running?.abort()
      checking?.abort()
      // Those of a stored set still concern it.
      const { unsent } = state
      if (!isStored()) changes.clear()
      write(changes.isEmpty() ? EMPTY : { ...EMPTY, unsent })
      if (uploadId === undefined) return
      const key = { contract_id: contractId, upload_id: uploadId }
      uploadId = undefined
      // An upload that is not cancelled ends by itself.
      await endUpload(key).catch(() => undefined)
    },
  }
}

function describeUpload(state: UploadState): SetUpload {
  const { received_bytes, total_bytes, file_count } = state
  return {
    status: 'checking',
    ...{ receivedBytes: received_bytes, totalBytes: total_bytes },
    ...{ filesReceived: file_count, fileCount: file_count },
  }
}

/** Files of a set: its works, and what belongs to them. */
const MAX_FILES = MAX_WORKS + 100

function describeRefusal({ kind, files }: Choice): string | undefined {
  const own = files.filter(({ path }) => !isSystemFile(path))
  if (own.length > MAX_FILES) {
    return `There are ${own.length.toLocaleString('en')} files. A set has at most ${MAX_WORKS.toLocaleString('en')} works.`
  }
  if (kind === 'zip') return undefined
  if (own.some(({ path }) => /\.(zip|rar|7z)$/i.test(path))) {
    return 'There is a ZIP or another archive among the files. Choose a ZIP alone, or its files unpacked.'
  }
  const isMedia = own.some(({ path }) =>
    ['picture', 'video'].includes(classifyFile(path)),
  )
  return isMedia
    ? undefined
    : 'There is no image among these files. Choose PNG, JPEG, WebP, GIF, AVIF, MP4 or WebM files.'
}

const sessions = new Map<string, SetSession>()

/** Returns the session of a draft, the same one for as long as the page is open. */
export function findSetSession(contractId: string): SetSession {
  const known = sessions.get(contractId)
  if (known) return known
  const session = createSetSession(contractId)
  sessions.set(contractId, session)
  return session
}
