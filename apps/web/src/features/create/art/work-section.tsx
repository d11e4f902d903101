import { type ReactNode, useState } from 'react'
import { usePart } from '../../../lib/use-part.ts'
import { useDraftEditor } from '../draft-editor.tsx'
import { PictureSection } from './picture-section.tsx'

/** Files above this are sent in parts. */
const MAX_CALL_BYTES = 20 * 2 ** 20

const accept = 'image/png,image/jpeg,image/webp,image/gif,image/avif,video/mp4,video/webm'

/** The work that every token shows: an image, or a video with its poster. */
export function WorkSection() {
  const editor = useDraftEditor()
  const { draft } = editor
  const [isChosen, setChosen] = useState(false)
  const [notTaken, setNotTaken] = useState<string>()
  const { state } = draft.work_upload ?? {}
  const isOpen = state === 'receiving' || state === 'checking'
  const { part, load } = usePart(
    () => import('./single/work-upload.tsx'),
    isOpen || isChosen,
  )
  const send = async (files: File[]) => {
    setNotTaken(undefined)
    setChosen(true)
    try {
      const [{ chooseWork }, made] = await Promise.all([load(), editor.ensure()])
      if (made) chooseWork(made.contract_id, files)
      else setNotTaken('The draft could not be created yet. Try again in a moment.')
    } catch {
      setNotTaken('A part of this page could not be loaded. Try again in a moment.')
    }
  }
  const wrap = (body: ReactNode) =>
    part && draft.contract_id !== '' ? (
      <part.WorkUpload contractId={draft.contract_id}>{body}</part.WorkUpload>
    ) : (
      body
    )
  return (
    <PictureSection
      kind="image"
      title="Image or video"
      aspect={1}
      takesPaste={!draft.image}
      hint={'Every item shows it. Best square, at least 1000\u00a0×\u00a01000.'}
      work={{
        accept,
        notTaken,
        wrap,
        needsParts: (files) =>
          draft.animation_url !== null || files.length > 1 || files.some(isLargeOrFilm),
        send: (files) => void send(files),
      }}
    />
  )
}

function isLargeOrFilm({ size, type, name }: File): boolean {
  return (
    size > MAX_CALL_BYTES || type.startsWith('video/') || /\.(mp4|m4v|webm)$/i.test(name)
  )
}
