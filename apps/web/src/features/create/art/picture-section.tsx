import { type ReactNode, useEffect, useRef, useState } from 'react'
import { PlatePicture, plateUrl } from '../../../components/plate-picture.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { CreateIcon } from '../create-icon.tsx'
import { useDraftEditor } from '../draft-editor.tsx'
import type { PictureKind } from '../queries.ts'
import { draftPictureKinds } from './check-picture.ts'
import { DropArea } from './drop-area.tsx'
import { PictureFacts } from './picture-facts.tsx'
import { usePictureUpload } from './use-picture-upload.ts'

type CropModule = typeof import('./picture-crop-dialog.tsx')
type Cropping = {
  bitmap: ImageBitmap
  name: string
  PictureCropDialog: CropModule['PictureCropDialog']
}

type PictureSectionProps = {
  kind: PictureKind
  title: ReactNode
  /** Under the drop area. */
  hint: string
  /** Width over height of a crop. */
  aspect: number
  /** Takes what is pasted on the page, wherever the focus is. */
  takesPaste: boolean
}

/** One picture of the draft: dropped, pasted or picked, cropped, replaced, removed. */
export function PictureSection({
  kind,
  title,
  hint,
  aspect,
  takesPaste,
}: PictureSectionProps) {
  const { draft } = useDraftEditor()
  const upload = usePictureUpload(kind)
  const { picture, facts, percent, failure } = upload
  const input = useRef<HTMLInputElement>(null)
  const [cropping, setCropping] = useState<Cropping>()
  const pick = () => input.current?.click()
  const take = (file: File | undefined) => {
    if (file) void upload.upload(file)
  }
  usePaste(takesPaste ? take : undefined)
  const crop = async () => {
    if (!picture) return
    const opened = await openForCrop(facts?.file, picture.url)
    if (opened) setCropping(opened)
  }
  const id = `picture-${kind}`
  const isSending = percent !== undefined
  return (
    <section aria-labelledby={id}>
      <h2 className="h3 picture-title" id={id}>
        {title}
      </h2>
      <DropArea onDrop={({ files }) => take(files[0])}>
        {picture && !isSending ? (
          <div className={`card picture-row ${kind}`}>
            <div className="mat">
              <PlatePicture
                key={picture.url}
                picture={picture}
                alt={kind === 'image' ? 'Your image' : 'Your cover'}
                sizes="220px"
                fallback={plateUrl(draft.contract_id)}
              />
            </div>
            <div>
              <PictureFacts kind={kind} facts={facts} />
              <div className="picture-buttons">
                {!facts?.isAnimated && (
                  <Button look="quiet" onClick={() => void crop()}>
                    <CreateIcon name="crop" />
                    Crop
                  </Button>
                )}
                <Button look="quiet" onClick={pick}>
                  Replace
                </Button>
                <Button look="plain" onClick={() => void upload.remove()}>
                  Remove
                </Button>
              </div>
            </div>
          </div>
        ) : isSending ? (
          <Progress percent={percent} onCancel={upload.cancel} />
        ) : (
          <div className="drop">
            <CreateIcon name="upload" size={22} />
            <p>
              <b>
                Drop an image here, paste it, or{' '}
                <button type="button" className="drop-pick" onClick={pick}>
                  choose a file
                  <span className="hide"> for the {kind}</span>
                </button>
              </b>
            </p>
            <p className="muted small">
              {hint} {draftPictureKinds}
            </p>
          </div>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
          onChange={({ target }) => {
            take(target.files?.[0])
            // Allows picking the same file again.
            target.value = ''
          }}
        />
      </DropArea>
      <div className="field picture-failure" aria-live="polite">
        {failure && (
          <FieldError>
            {failure.name && <b>{failure.name} was not uploaded. </b>}
            {failure.sentence}
            {failure.file && (
              <button
                type="button"
                className="underlined-button"
                onClick={() => take(failure.file)}
              >
                Try again
              </button>
            )}
          </FieldError>
        )}
      </div>
      {cropping && (
        <cropping.PictureCropDialog
          picture={cropping.bitmap}
          name={cropping.name}
          aspect={aspect}
          onClose={(file) => {
            cropping.bitmap.close()
            setCropping(undefined)
            take(file)
          }}
        />
      )}
    </section>
  )
}

/** Calls `take` with a file that is pasted on the page. */
function usePaste(take: ((file: File) => void) | undefined) {
  useEffect(() => {
    if (!take) return
    const paste = (event: ClipboardEvent) => {
      const file = event.clipboardData?.files[0]
      if (!file) return
      event.preventDefault()
      take(file)
    }
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  })
}

function Progress({ percent, onCancel }: { percent: number; onCancel: () => void }) {
  const words = percent < 100 ? `Uploading, ${percent} %` : 'Almost done'
  return (
    <div className="drop">
      <p>
        <b>{words}</b>
      </p>
      <progress
        className="picture-progress"
        max={100}
        value={percent}
        aria-label={words}
      />
      <Button look="plain" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

/** Opens the file of this visit, or the stored picture, with the dialog to crop it. */
async function openForCrop(
  file: File | undefined,
  url: string,
): Promise<Cropping | undefined> {
  try {
    const source = file ?? (await (await fetch(url)).blob())
    const [bitmap, { PictureCropDialog }] = await Promise.all([
      createImageBitmap(source),
      import('./picture-crop-dialog.tsx'),
    ])
    return { bitmap, name: file?.name ?? 'picture.png', PictureCropDialog }
  } catch {
    // The picture stays as it is.
    return undefined
  }
}
