import type { UploadState } from '@platemark/api/uploads'
import type { SetOfWorks } from '@platemark/api/works'
import { checkSetInSlices, isSetText, type SetReport } from '@platemark/works/check-set'
import type { TextFile } from '@platemark/works/read-json-folder'
import { describeRefusal } from '@platemark/works/refuse-choice'
import { isSystemFile } from '@platemark/works/set-files'
import type { Correction } from '@platemark/works/work-types'
import { runSlices } from '../../../../lib/run-slices.ts'
import { createStore } from '../../../../lib/store.ts'
import { setProgress, unsentChanges } from '../../set-progress.ts'
import type { Choice, ChosenFile } from '../upload/chosen-files.ts'
import { perDraft } from '../upload/per-draft.ts'
import { describeUploadFailure } from '../upload/upload-failures.ts'
import { createUploader, type TransferState } from '../upload/uploader.ts'
import { createChangeQueue, mergeChanges, type SetChanges } from './change-queue.ts'
import { readSet, sendCorrections } from './set-queries.ts'

/** A set that was chosen on this page. */
type SetState = TransferState &
  SetChanges & {
    choice: Choice | undefined
    /** Files that are sent, or would be on going on; undefined: those of an earlier visit. */
    sending: { kind: Choice['kind'] | 'more'; files: readonly ChosenFile[] } | undefined
    /** Undefined for a ZIP, which only the server opens. */
    report: SetReport | undefined
    /** Why nothing was taken. */
    refusal: string | undefined
    /** Why the last changes of a stored set were not stored, and whether they wait here. */
    unsent: { reason: string; isKept: boolean } | undefined
  }

const EMPTY: SetState = {
  choice: undefined,
  sending: undefined,
  reading: undefined,
  report: undefined,
  upload: undefined,
  refusal: undefined,
  unsent: undefined,
  corrections: [],
  accepted: [],
}

/**
 * Reads, checks and uploads the set of one draft. It lives outside of React, so that the
 * upload goes on while another step is shown.
 */
function createSetSession(contractId: string) {
  const { read, write: replace, subscribe } = createStore(EMPTY)
  const texts = new Map<string, TextFile>()
  const changes = createChangeQueue<SetOfWorks>({
    read: () => readSet(contractId),
    send: (lists) => sendCorrections(contractId, lists),
    onChange: (hasWaiting) =>
      hasWaiting
        ? addEventListener('beforeunload', confirmUnload)
        : removeEventListener('beforeunload', confirmUnload),
  })
  // A listener of its own: two drafts may have changes that wait.
  const confirmUnload = (event: BeforeUnloadEvent) => event.preventDefault()

  const write = (written: Partial<SetState>) => {
    replace({ ...read(), ...written })
    if ('upload' in written || 'choice' in written) shareProgress()
    if ('unsent' in written) shareUnsent()
  }

  const shareProgress = () => {
    const { filesReceived: received = 0, fileCount: total = 0 } = read().upload ?? {}
    setProgress.write(total > 0 ? { contractId, received, total } : undefined)
  }

  const unsent = {
    async send() {
      await sendChanges()
      return changes.isEmpty()
    },
  }

  const shareUnsent = () =>
    unsentChanges.write(read().unsent?.isKept ? unsent : undefined)

  const uploader = createUploader({ contractId, read, write })

  /** Returns whether corrections concern the set that the server has. */
  const isStored = () => {
    const { choice, upload } = read()
    return !choice || upload?.status === 'ready'
  }

  let checking: AbortController | undefined

  /** Checks what is known of the files, in short tasks; a newer check ends an older one. */
  const check = async () => {
    checking?.abort()
    checking = new AbortController()
    const { signal } = checking
    const { choice, corrections, accepted } = read()
    if (!choice || choice.kind === 'zip') return write({ report: undefined })
    const files = choice.files.map(({ path, file }) => ({
      ...{ path, size: file.size, sha256: '' },
      ...uploader.facts.get(path),
    }))
    const options = { origin: choice.kind, corrections, accepted }
    const slices = checkSetInSlices({ files, texts: [...texts.values()], options })
    try {
      write({ report: await runSlices(slices, { signal }) })
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  const begin = (kind: Choice['kind'] | 'more', files: readonly ChosenFile[]) => {
    write({ sending: { kind, files } })
    return uploader.run(async (signal) => {
      const known = await uploader.readFiles(files, signal)
      await check()
      signal.throwIfAborted()
      await end(await uploader.send(kind, known, signal))
    })
  }

  /** Applies to a set that the server has read what was corrected here. */
  const end = async ({ state, kind, failure }: UploadState) => {
    if (state === 'failed') return uploader.stop(failure ?? 'The files were refused.')
    const { corrections, accepted } = read()
    // A set that was read anew has none of them.
    if (kind !== 'more') changes.add({ corrections, accepted })
    await changes.flush()
    write({ unsent: undefined })
    uploader.finish()
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
    if (read().choice) write(mergeChanges(read(), added))
    changes.add(added)
    if (isStored()) return sendChanges()
    await check()
    return undefined
  }

  return {
    read,
    subscribe,

    /** Takes a set: reads and checks its files, then sends them. */
    async choose(choice: Choice) {
      uploader.abort()
      checking?.abort()
      const refusal = describeRefusal(choice)
      if (refusal !== undefined)
        return write({ ...EMPTY, refusal, unsent: read().unsent })
      changes.clear()
      uploader.facts.clear()
      texts.clear()
      const files = choice.files.filter(({ path }) => !isSystemFile(path))
      write({ ...EMPTY, choice, reading: { done: 0, total: files.length } })
      for (const { path, file } of files.filter((one) => isSetText(one.path))) {
        texts.set(path, { path, bytes: new Uint8Array(await file.arrayBuffer()) })
      }
      // Names, ids and traits are judged before gigabytes are read.
      await check()
      // Another choice was made meanwhile.
      if (read().choice === choice) await begin(choice.kind, files)
    },

    /** Adds a file, or puts it in the place of the one with this path, and sends it. */
    async addFile(path: string, file: File) {
      const { choice } = read()
      uploader.facts.delete(path)
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

    pause: uploader.pause,

    /** Goes on with what is missing. */
    resume() {
      const { sending } = read()
      if (sending) void begin(sending.kind, sending.files)
    },

    /** Waits for an upload whose files the server reads since before this page. */
    watch(upload_id: string) {
      write({ sending: undefined })
      void uploader.run(async (signal) => end(await uploader.watch(upload_id, signal)))
    },

    /**
     * Forgets the choice, and ends its upload or another one that is not finished; what was sent
     * stays on the server for a while.
     */
    async cancel(other?: string) {
      uploader.abort()
      checking?.abort()
      // Those of a stored set still concern it.
      const kept = { unsent: read().unsent }
      if (!isStored()) changes.clear()
      write({ ...EMPTY, ...(!changes.isEmpty() && kept) })
      await uploader.end(other)
    },
  }
}

/** Returns the session of a draft, the same one for as long as the page is open. */
export const findSetSession = perDraft(createSetSession)
