import { Problem } from '@platemark/api/problem'
import { useEffect, useRef, useState } from 'react'
import { isOffline } from '../../../lib/offline.ts'
import { useDraftEditor } from '../draft-editor.tsx'
import { type PictureKind, removeDraftPicture, sendPicture } from '../queries.ts'
import {
  type CheckedPicture,
  checkPicture,
  MAX_PIXELS,
  MAX_WORK_PIXELS,
} from './check-picture.ts'

/** Why a file is not there: `file` can be sent again where that may help. */
export type PictureFailure = { name: string; sentence: string; file?: File }

/** A picture that this page sent, by its address; facts of others are not known. */
const sent = new Map<string, CheckedPicture>()

/**
 * Checks, uploads and removes one of the two pictures of the draft. `onLarge` gets a picture of
 * more pixels than one call takes.
 */
export function usePictureUpload(kind: PictureKind, onLarge?: (file: File) => void) {
  const editor = useDraftEditor()
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
    const checked = await checkPicture(file, onLarge ? MAX_WORK_PIXELS : MAX_PIXELS)
    if (typeof checked === 'string') return { name, sentence: checked }
    if (onLarge && checked.width * checked.height > MAX_PIXELS) {
      onLarge(file)
      return undefined
    }
    // Only now, so that no draft is made for a file that is refused.
    const draft = await editor.ensure()
    if (!draft) return { name, file, sentence: 'The draft could not be made yet.' }
    try {
      const picture = checked.file
      const stored = await sendPicture(draft.contract_id, {
        ...{ kind, picture, signal, onProgress: setPercent },
      })
      const shown = stored[kind]
      const notes = [...checked.notes, ...(stored.picture_notes[kind] ?? [])]
      if (shown) sent.set(shown.url, { ...checked, notes })
      editor.replace(stored)
      return undefined
    } catch (error) {
      return { name, file, sentence: reasonOf(error, kind) }
    }
  }

  const remove = async () => {
    running.current?.abort()
    setFailure(undefined)
    try {
      editor.replace(await removeDraftPicture(editor.draft.contract_id, kind))
    } catch (error) {
      const sentence = `It was not removed. ${reasonOf(error, kind)}`
      setFailure({ name: '', sentence })
    }
  }

  const picture = editor.draft[kind]
  return {
    picture,
    /** Facts of the picture, if this page sent it. */
    facts: picture ? sent.get(picture.url) : undefined,
    percent,
    failure,
    upload,
    remove,
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
