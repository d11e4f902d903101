import { Problem } from '@platemark/api/problem'
import type { Draft, PicturedDraft } from '@platemark/api/studio'
import { useState } from 'react'
import {
  type PictureKind,
  type SendOptions,
  sendPicture,
  sendPictureRemoval,
} from '../../../components/editing/send-picture.ts'
import { pageOfDraft } from './saved-page.ts'
import type { PageEditState } from './use-page-edit.ts'

/** Changes that are tried while others change something else in between. */
const MAX_TRIES = 3

/** A picture that was changed elsewhere too: the file chosen here; undefined: a removal. */
export type PictureClash = { file: File | undefined }

/**
 * Changes one picture of the version that is shown. Where another one came first, the change is
 * made to that unless it changed the same picture: then nothing is sent until one is chosen.
 */
export function usePictureChange(form: PageEditState, id: string, kind: PictureKind) {
  const [conflict, setConflict] = useState<PictureClash>()

  /** Returns undefined where the picture was changed elsewhere. */
  const change = async (
    file: File | undefined,
    sendTo: (ifUpdatedAt: string) => Promise<PicturedDraft>,
  ): Promise<PicturedDraft | undefined> => {
    const seen = form.readPage()[kind]?.url
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      try {
        const stored = await sendTo(form.readPage().updatedAt)
        form.receive(pageOfDraft(stored))
        return stored
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'changed_elsewhere') throw error
        // Safe: the call sends its reply with this problem.
        form.receive(pageOfDraft(error.data as Draft))
        if (form.readPage()[kind]?.url === seen) continue
        setConflict({ file })
        return undefined
      }
    }
    throw new Problem('busy', 'Others are changing this page right now. Try again.')
  }

  return {
    conflict,
    endConflict: () => setConflict(undefined),
    async send(file: File, options: SendOptions) {
      const stored = await change(file, (ifUpdatedAt) =>
        sendPicture(id, { kind, ifUpdatedAt }, file, options),
      )
      const picture = stored?.[kind]
      if (!picture) return undefined
      return { url: picture.url, notes: stored.picture_notes[kind] ?? [] }
    },
    remove: () =>
      change(undefined, (ifUpdatedAt) => sendPictureRemoval(id, { kind, ifUpdatedAt })),
  }
}
