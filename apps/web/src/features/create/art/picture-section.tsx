import { type ReactNode, useEffect, useRef, useState } from 'react'
import { DropArea } from '../../../components/editing/drop-area.tsx'
import { type Cropping, openForCrop } from '../../../components/editing/open-for-crop.ts'
import {
  draftPictureKinds,
  workKinds,
} from '../../../components/editing/picture-kinds.ts'
import type { PictureKind } from '../../../components/editing/send-picture.ts'
import { PlatePicture, plateUrl } from '../../../components/plate-picture.tsx'
import { PlayableArt } from '../../../components/playable-art.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { FileButton } from '../../../ui/file-button.tsx'
import { CreateIcon } from '../create-icon.tsx'
import { useDraftEditor } from '../draft-editor.tsx'
import { PictureFacts } from './picture-facts.tsx'
import { useDraftPicture } from './use-draft-picture.ts'

type PictureSectionProps = {
  kind: PictureKind
  title: ReactNode
  /** Under the drop area. */
  hint: string
  /** Width over height of a crop. */
  aspect: number
  /** Takes what is pasted on the page, wherever the focus is. */
  takesPaste: boolean
  /** How it takes a work, which may be large or a video; absent: pictures only. */
  work?: WorkOptions
}

type WorkOptions = {
  accept: string
  /** Why the last files were not taken. */
  notTaken: string | undefined
  /** Puts an upload in parts in the place of the picture. */
  wrap(body: ReactNode): ReactNode
  needsParts(files: File[]): boolean
  send(files: File[]): void
}

const pictureTypes = 'image/png,image/jpeg,image/webp,image/gif,image/avif'

/** One picture of the draft: dropped, pasted or picked, cropped, replaced, removed. */
export function PictureSection({
  kind,
  title,
  hint,
  aspect,
  takesPaste,
  work,
}: PictureSectionProps) {
  const { draft } = useDraftEditor()
  const upload = useDraftPicture(kind, work && ((file) => work.send([file])))
  const { picture, facts, percent, failure } = upload
  const input = useRef<HTMLInputElement>(null)
  const [cropping, setCropping] = useState<Cropping>()
  const pick = () => input.current?.click()
  const take = (files: File[]) => {
    const [file] = files
    if (!file) return
    if (work?.needsParts(files)) work.send(files)
    else void upload.upload(file)
  }
  usePaste(takesPaste ? take : undefined)
  const crop = async () => {
    if (!picture) return
    const opened = await openForCrop(facts?.file, picture.url)
    if (opened) setCropping(opened)
  }
  const id = `picture-${kind}`
  const isSending = percent !== undefined
  const body =
    picture && !isSending ? (
      <div className={`card picture-row ${kind}`}>
        <div className="mat">
          <PlayableArt
            animationUrl={work ? draft.animation_url : null}
            posterUrl={picture.medium_url}
            name="your video"
          >
            <PlatePicture
              key={picture.url}
              picture={picture}
              alt={kind === 'image' ? 'Your image' : 'Your cover'}
              sizes="220px"
              fallback={plateUrl(draft.contract_id)}
            />
          </PlayableArt>
        </div>
        <div>
          <PictureFacts
            kind={kind}
            facts={facts}
            isPoster={work !== undefined && draft.animation_url !== null}
            notes={(work && draft.work_upload?.notes) ?? []}
          />
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
            {draft.animation_url && work && (
              <FileButton
                look="quiet"
                label="Poster of the video"
                accept={pictureTypes}
                onChoose={(file) => void upload.upload(file)}
              >
                Change poster
              </FileButton>
            )}
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
            Drop {work ? 'an image or a video' : 'an image'} here, paste it, or{' '}
            <button type="button" className="drop-pick" onClick={pick}>
              choose a file
              <span className="hide"> for the {kind}</span>
            </button>
          </b>
        </p>
        <p className="muted small">
          {hint} {work ? workKinds : draftPictureKinds}
        </p>
      </div>
    )
  return (
    <section aria-labelledby={id}>
      <h2 className="h3 picture-title" id={id}>
        {title}
      </h2>
      <DropArea onDrop={({ files }) => take([...files])}>
        {work ? work.wrap(body) : body}
        <input
          ref={input}
          type="file"
          hidden
          accept={work?.accept ?? pictureTypes}
          // A video comes with its poster.
          multiple={work !== undefined}
          onChange={({ target }) => {
            take([...(target.files ?? [])])
            // Allows picking the same file again.
            target.value = ''
          }}
        />
      </DropArea>
      <div className="field picture-failure" aria-live="polite">
        {work?.notTaken && <FieldError>{work.notTaken}</FieldError>}
        {failure && (
          <FieldError>
            {failure.name && <b>{failure.name} was not uploaded. </b>}
            {failure.sentence}
            {failure.file && (
              <button
                type="button"
                className="underlined-button"
                onClick={() => failure.file && take([failure.file])}
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
            // The poster of a video is cropped without its video.
            if (file) void upload.upload(file)
          }}
        />
      )}
    </section>
  )
}

/** Calls `take` with a file that is pasted on the page. */
function usePaste(take: ((files: File[]) => void) | undefined) {
  useEffect(() => {
    if (!take) return
    const paste = (event: ClipboardEvent) => {
      const [file] = event.clipboardData?.files ?? []
      if (!file) return
      event.preventDefault()
      take([file])
    }
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  })
}

function Progress({ percent, onCancel }: { percent: number; onCancel: () => void }) {
  const words = percent < 100 ? `Uploading, ${percent}%` : 'Almost done'
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
