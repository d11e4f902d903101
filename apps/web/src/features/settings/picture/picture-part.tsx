import type { User } from '@platemark/api/profile'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { plateUrl } from '../../../components/plate-picture.tsx'
import { SaveButton } from '../../../components/read-only/save-button.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { SettingsIcon } from '../settings-icon.tsx'
import { type OpenedPicture, pictureKinds, readPicture } from './picture-file.ts'
import { RemovePicture } from './remove-picture.tsx'

type CropModule = typeof import('./crop-dialog.tsx')
type Cropping = OpenedPicture & { CropDialog: CropModule['CropDialog'] }

type PicturePartProps = {
  user: User
  /** A picture being cropped counts as unsaved input. */
  onCropping: (isCropping: boolean) => void
}

/** Profile picture: picked or dropped, cropped, removed. It is saved on its own. */
export function PicturePart({ user, onCropping }: PicturePartProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [cropping, setCropping] = useState<Cropping>()
  /** Preview shown during the upload. */
  const [preview, setPreview] = useState<string>()
  const isCropping = cropping !== undefined
  useEffect(() => onCropping(isCropping), [isCropping, onCropping])

  const choose = async (file: File | undefined) => {
    if (!file || isReading) return
    setReading(true)
    const opened = await openPicture(file)
    setReading(false)
    setProblem(typeof opened === 'string' ? opened : undefined)
    if (typeof opened !== 'string') setCropping(opened)
  }
  const close = (sentence?: string) => {
    cropping?.picture.close()
    setCropping(undefined)
    setPreview(undefined)
    setProblem(sentence)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void choose(event.dataTransfer.files[0])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same by keyboard.
    <div
      className={`photo ${isOver ? 'over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Avatar
        src={preview ?? user.avatar_url ?? plateUrl(user.address)}
        isPlate={!preview && !user.avatar_url}
        size={96}
      />
      <div>
        <div className="photo-buttons">
          <SaveButton
            look="quiet"
            isBusy={isReading}
            aria-describedby="picture-note"
            onClick={() => input.current?.click()}
          >
            {!isReading && <SettingsIcon name="camera" size={18} />}
            Change picture
          </SaveButton>
          {user.avatar_url && <RemovePicture onProblem={setProblem} />}
        </div>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
          onChange={({ target }) => {
            void choose(target.files?.[0])
            // Allows picking the same file again.
            target.value = ''
          }}
        />
        <div className="field photo-note" id="picture-note" aria-live="polite">
          {problem ? (
            <FieldError>{problem}</FieldError>
          ) : (
            <span className="hint">{pictureKinds}</span>
          )}
        </div>
      </div>
      {cropping && (
        <cropping.CropDialog
          picture={cropping.picture}
          notes={cropping.notes}
          onPreview={setPreview}
          onClose={close}
        />
      )}
    </div>
  )
}

async function openPicture(file: File): Promise<Cropping | string> {
  const opened = await readPicture(file)
  if (typeof opened === 'string') return opened
  try {
    const { CropDialog } = await import('./crop-dialog.tsx')
    return { ...opened, CropDialog }
  } catch {
    opened.picture.close()
    return 'The picture could not be opened. Check your connection and try again.'
  }
}
