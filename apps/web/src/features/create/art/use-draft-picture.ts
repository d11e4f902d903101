import {
  type PictureKind,
  sendPicture,
  sendPictureRemoval,
} from '../../../components/editing/send-picture.ts'
import { usePictureUpload } from '../../../components/editing/use-picture-upload.ts'
import { useDraftEditor } from '../draft-editor.tsx'

/**
 * Checks, uploads and removes one of the two pictures of the draft. `onLarge` gets a picture of
 * more pixels than one call takes.
 */
export function useDraftPicture(kind: PictureKind, onLarge?: (file: File) => void) {
  const editor = useDraftEditor()
  const picture = editor.draft[kind]
  const upload = usePictureUpload({
    kind,
    url: picture?.url,
    onLarge,
    async send(file, options) {
      // Only now, so that no draft is made for a file that is refused.
      const draft = await editor.ensure()
      if (!draft) return 'The draft could not be created yet.'
      const stored = await sendPicture(draft.contract_id, { kind }, file, options)
      editor.replace(stored)
      const notes = stored.picture_notes[kind] ?? []
      return stored[kind] ? { url: stored[kind].url, notes } : undefined
    },
    async remove() {
      editor.replace(await sendPictureRemoval(editor.draft.contract_id, { kind }))
    },
  })
  return { ...upload, picture }
}
