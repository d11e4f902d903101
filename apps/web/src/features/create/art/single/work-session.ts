import type { UploadState } from '@platemark/api/uploads'
import { pairWork } from '@platemark/works/pair-work'
import { createStore } from '../../../../lib/store.ts'
import type { ChosenFile } from '../upload/chosen-files.ts'
import { perDraft } from '../upload/per-draft.ts'
import { createUploader, type TransferState } from '../upload/uploader.ts'

/** Files that were chosen as the work of all tokens, and what became of them. */
type WorkState = TransferState & {
  files: ChosenFile[]
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

/**
 * Checks and uploads the work that all tokens of a draft show. It lives outside of React, so
 * that the upload goes on while another step is shown.
 */
function createWorkSession(contractId: string) {
  const { read, write: replace, subscribe } = createStore(EMPTY)
  const write = (changes: Partial<WorkState>) => replace({ ...read(), ...changes })
  const uploader = createUploader({ contractId, read, write })

  const readAndSend = async (chosen: readonly ChosenFile[], signal: AbortSignal) => {
    const files = await uploader.readFiles(chosen, signal)
    signal.throwIfAborted()
    const work = pairWork(files)
    if (typeof work !== 'string') return end(await uploader.send('work', files, signal))
    const [first] = files
    const isFilm = files.length === 1 && ['mp4', 'webm'].includes(first?.format ?? '')
    write({ ...EMPTY, ...(isFilm ? { video: first?.file } : { refusal: work }) })
  }

  const end = ({ state, failure, can_keep }: UploadState) => {
    if (state !== 'failed') return uploader.finish()
    const { files } = read()
    const canKeep = can_keep && files.length > 0
    const refusal = failure ?? 'The files were refused.'
    write({ ...EMPTY, ...(canKeep && { files, canKeep }), refusal })
  }

  return {
    read,
    subscribe,

    /** Takes an image, or a video with its poster: reads, pairs and sends them. */
    async choose(chosen: readonly File[]) {
      uploader.abort()
      uploader.facts.clear()
      const refusal = chosen.map(describeSize).find((sentence) => sentence !== undefined)
      if (refusal !== undefined) return write({ ...EMPTY, refusal })
      const files = chosen.map((file) => ({ path: file.name, file }))
      write({ ...EMPTY, files })
      await uploader.run((signal) => readAndSend(files, signal))
    },

    pause: uploader.pause,

    /** Goes on with what is missing. */
    async resume() {
      const { files } = read()
      write({ refusal: undefined, canKeep: false })
      await uploader.run((signal) => readAndSend(files, signal))
    },

    /** Waits for an upload whose files the server reads since before this page. */
    async watch(upload_id: string) {
      await uploader.run(async (signal) => end(await uploader.watch(upload_id, signal)))
    },

    /** Forgets what was chosen, and ends its upload or another one that is not finished. */
    async cancel(other?: string) {
      uploader.abort()
      write(EMPTY)
      await uploader.end(other)
    },

    /** Forgets an upload that is done. */
    finish() {
      uploader.forget()
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

/** Returns the session of a draft, the same one for as long as the page is open. */
export const findWorkSession = perDraft(createWorkSession)
