import type { Collection } from '@platemark/api/collections'
import type { User } from '@platemark/api/profile'
import { useRef, useState } from 'react'
import { DropArea } from '../../../components/editing/drop-area.tsx'
import { type Cropping, openForCrop } from '../../../components/editing/open-for-crop.ts'
import type { PictureKind } from '../../../components/editing/send-picture.ts'
import { usePictureUpload } from '../../../components/editing/use-picture-upload.ts'
import { collectionPlateUrl, PlatePicture } from '../../../components/plate-picture.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { PictureConflict } from './picture-conflict.tsx'
import type { PageEditState } from './use-page-edit.ts'
import { usePictureChange } from './use-picture-change.ts'

type PictureEditProps = {
  form: PageEditState
  collection: Collection
  user: User
  kind: PictureKind
}

const titles: Record<PictureKind, string> = { image: 'Image', cover: 'Cover' }
/** Width over height of a crop. */
const aspects: Record<PictureKind, number> = { image: 1, cover: 2.5 }

/** One picture of the page: replaced, cropped or removed, and saved at once. */
export function PictureEdit({ form, collection, user, kind }: PictureEditProps) {
  const picture = form.page[kind]
  const change = usePictureChange(form, collection.contract_id, kind)
  const { facts, percent, failure, ...upload } = usePictureUpload({
    kind,
    url: picture?.url,
    ...change,
  })
  const [cropping, setCropping] = useState<Cropping>()
  const input = useRef<HTMLInputElement>(null)
  const isSending = percent !== undefined
  const isFrozen = kind === 'image' && collection.is_metadata_frozen
  const title = titles[kind]
  const crop = async () => {
    if (picture) setCropping(await openForCrop(facts?.file, picture.url))
  }
  return (
    <section className={`edit-picture ${kind}`} aria-labelledby={`edit-${kind}`}>
      <h3 id={`edit-${kind}`}>{title}</h3>
      <DropArea
        onDrop={({ files: [file] }) => {
          if (file && !isFrozen) void upload.upload(file)
        }}
      >
        <div className="mat">
          {picture || kind === 'image' ? (
            <PlatePicture
              key={picture?.url ?? 'plate'}
              picture={picture ?? collection.image}
              alt={`${title} of ${collection.name}`}
              sizes={kind === 'image' ? '148px' : '480px'}
              fallback={collectionPlateUrl(collection)}
            />
          ) : (
            <span className="muted small">No cover, best at 1600 × 640</span>
          )}
        </div>
      </DropArea>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void upload.upload(file)
          // The same file can be chosen again once it was corrected.
          target.value = ''
        }}
      />
      {isFrozen ? (
        <p className="muted small">It was frozen together with the metadata.</p>
      ) : isSending ? (
        <div className="edit-picture-buttons">
          <span role="status">
            {percent < 100 ? `Uploading, ${percent}%` : 'Almost done'}
          </span>
          <TextButton label="Cancel" of={title} onClick={upload.cancel} />
        </div>
      ) : (
        <div className="edit-picture-buttons">
          <TextButton
            label={picture ? 'Replace' : 'Add'}
            of={title}
            onClick={() => input.current?.click()}
          />
          {picture && !facts?.isAnimated && (
            <TextButton label="Crop" of={title} onClick={() => void crop()} />
          )}
          {picture && kind === 'cover' && (
            <TextButton label="Remove" of={title} onClick={() => void upload.remove()} />
          )}
          {facts && (
            <span className="muted">
              {facts.width} × {facts.height}
            </span>
          )}
        </div>
      )}
      <div className="field" aria-live="polite">
        {failure && (
          <FieldError>
            {failure.name && <b>{failure.name} was not uploaded. </b>}
            {failure.sentence}
          </FieldError>
        )}
        {facts?.notes.map((note) => (
          <span key={note} className="hint">
            {note}
          </span>
        ))}
      </div>
      {change.conflict && (
        <PictureConflict
          conflict={change.conflict}
          title={title}
          page={form.page}
          kind={kind}
          user={user.address}
          onMine={() => {
            const { file } = change.conflict ?? {}
            change.endConflict()
            void (file ? upload.upload(file) : upload.remove())
          }}
          onTheirs={change.endConflict}
        />
      )}
      {cropping && (
        <cropping.PictureCropDialog
          picture={cropping.bitmap}
          name={cropping.name}
          aspect={aspects[kind]}
          onClose={(file) => {
            cropping.bitmap.close()
            setCropping(undefined)
            if (file) void upload.upload(file)
          }}
        />
      )}
    </section>
  )
}

type TextButtonProps = { label: string; of: string; onClick: () => void }

function TextButton({ label, of, onClick }: TextButtonProps) {
  return (
    <button type="button" className="underlined-button" onClick={onClick}>
      {label}
      <span className="hide"> {of.toLowerCase()}</span>
    </button>
  )
}
