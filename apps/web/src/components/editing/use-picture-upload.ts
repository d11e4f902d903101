import { Problem } from '@platemark/api/problem'
import { useEffect, useRef, useState } from 'react'
import { isOffline } from '../../lib/offline.ts'
import type { CheckedPicture } from './check-picture.ts'
import type { PictureKind, SendOptions } from './send-picture.ts'

/** Why a file is not there: `file` can be sent again where that may help. */
export type PictureFailure = { name: string; sentence: string; file?: File }

/** A stored picture and what was not kept of its file, a sentence each. */
type StoredFile = { url: string; notes: string[] }

type PictureUpload = {
  kind: PictureKind
  /** Address of the present picture. */
  url: string | undefined
  /** Stores a file. Returns a sentence where it was not; rejects with a `Problem`. */
  send(file: File, options: SendOptions): Promise<StoredFile | string | undefined>
  /** Removes the present picture. Rejects with a `Problem`. */
  remove(): Promise<unknown>
  /** Gets a picture of more pixels than one call takes; absent: it is refused. */
  onLarge?: ((file: File) => void) | undefined
}

/** A picture that this page sent, by its address; facts of others are not known. */
const sent = new Map<string, CheckedPicture>()

/** Checks, uploads and removes a picture of a draft or collection. */
export function usePictureUpload({ kind, url, send, remove, onLarge }: PictureUpload) {
  const [percent, setPercent] = useState<number>()
  const [failure, setFailure] = useState<PictureFailure>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const upload = async (file: File) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    setFailure(undefined)
    setPercent(0)
    const failed = await checkAndSend(file, signal)
    if (signal.aborted) return
    setPercent(undefined)
    setFailure(failed)
  }

  /** Returns why the picture is not there. */
  const checkAndSend = async (
    file: File,
    signal: AbortSignal,
  ): Promise<PictureFailure | undefined> => {
    const { name } = file
    try {
      // Loaded with the first picture that is chosen.
      const { checkPicture, MAX_PIXELS, MAX_WORK_PIXELS } = await import(
        './check-picture.ts'
      )
      const checked = await checkPicture(file, onLarge ? MAX_WORK_PIXELS : MAX_PIXELS)
      if (typeof checked === 'string') return { name, sentence: checked }
      if (onLarge && checked.width * checked.height > MAX_PIXELS) {
        onLarge(file)
        return undefined
      }
      const stored = await send(checked.file, { signal, onProgress: setPercent })
      if (typeof stored === 'string') return { name, file, sentence: stored }
      if (stored) {
        const notes = [...checked.notes, ...stored.notes]
        sent.set(stored.url, { ...checked, notes })
      }
      return undefined
    } catch (error) {
      return { name, file, sentence: reasonOf(error, kind) }
    }
  }

  return {
    /** Facts of the picture, if this page sent it. */
    facts: url === undefined ? undefined : sent.get(url),
    percent,
    failure,
    upload,
    remove: async () => {
      running.current?.abort()
      setFailure(undefined)
      try {
        await remove()
      } catch (error) {
        const sentence = `It was not removed. ${reasonOf(error, kind)}`
        setFailure({ name: '', sentence })
      }
    },
    cancel: () => {
      running.current?.abort()
      setPercent(undefined)
    },
  }
}

function reasonOf(error: unknown, kind: PictureKind): string {
  if (isOffline()) return 'You are offline.'
  const problem = error instanceof Problem ? error : new Problem('internal')
  return problem.fields?.[kind]?.[0] ?? problem.message
}
