import type { CheckedPicture } from '../../../components/editing/check-picture.ts'
import { formatMegabytes } from '../../../components/editing/picture-kinds.ts'
import type { PictureKind } from '../../../components/editing/send-picture.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'

/** Least side of an image that markets show well. */
const GOOD_SIDE_PX = 1000
/** Width of a cover on wide screens. */
const COVER_WIDTH_PX = 1600

type PictureFactsProps = {
  kind: PictureKind
  facts: CheckedPicture | undefined
  /** A video stands behind it. */
  isPoster: boolean
  /** Data that the server removed of it or kept in it, where it came as a work. */
  notes: readonly string[]
}

/** Name, size and checks of a picture; of an earlier visit or a work only that it is saved. */
export function PictureFacts({ kind, facts, isPoster, notes }: PictureFactsProps) {
  if (!facts) {
    return (
      <div className="picture-facts">
        <b>Saved</b>
        <p className="muted small">
          {isPoster
            ? 'The video is stored with the draft. This image is its poster.'
            : 'It is stored with the draft.'}
        </p>
        {notes.length > 0 && (
          <ul className="checks">
            <Notes notes={notes} />
          </ul>
        )}
      </div>
    )
  }
  const { file, width, height, format } = facts
  return (
    <div className="picture-facts">
      <b>{file.name}</b>
      <p className="muted small">
        {width} × {height}, {formatMegabytes(file.size)}, {format}
      </p>
      <ul className="checks">
        <Check isGood>Type is supported</Check>
        {kind === 'image' ? (
          <ImageCheck width={width} height={height} />
        ) : (
          <Check isGood={width >= COVER_WIDTH_PX}>
            {width >= COVER_WIDTH_PX
              ? 'Wide enough for large screens'
              : `Narrower than ${COVER_WIDTH_PX}, blurry on large screens`}
          </Check>
        )}
        <Check isGood>Under 20 MB</Check>
        <Notes notes={facts.notes} />
      </ul>
    </div>
  )
}

function Notes({ notes }: { notes: readonly string[] }) {
  return notes.map((note) => (
    <Check key={note} isGood={false}>
      {note}
    </Check>
  ))
}

function ImageCheck({ width, height }: { width: number; height: number }) {
  const isSquare = width === height
  const isLarge = Math.min(width, height) >= GOOD_SIDE_PX
  if (isSquare && isLarge) return <Check isGood>Square, at least 1000 × 1000</Check>
  return (
    <>
      {!isSquare && (
        <Check isGood={false}>Not square: cards show it whole, with a margin</Check>
      )}
      {!isLarge && (
        <Check isGood={false}>Smaller than 1000 × 1000, blurry on large screens</Check>
      )}
    </>
  )
}

function Check({ isGood, children }: { isGood: boolean; children: string }) {
  const icon: IconName = isGood ? 'check' : 'info'
  return (
    <li className={isGood ? 'good' : 'hint'}>
      <Icon name={icon} size={16} />
      {children}
    </li>
  )
}
