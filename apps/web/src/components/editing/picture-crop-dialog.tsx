import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type Crop, cropSize, drawCrop, startingCrop } from '../crop/crop.ts'
import { CropView } from '../crop/crop-view.tsx'
import { CropZoom } from '../crop/crop-zoom.tsx'

type PictureCropDialogProps = {
  picture: ImageBitmap
  /** Name of the file. */
  name: string
  aspect: number
  /** Without a file nothing is changed. */
  onClose(file?: File): void
}

/** Dialog that cuts a picture to an aspect, at the pixels that it has. */
export function PictureCropDialog({
  picture,
  name,
  aspect,
  onClose,
}: PictureCropDialogProps) {
  const [crop, setCrop] = useState(() => startingCrop(picture))
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const { width, height } = cropSize(picture, crop, aspect)
  const use = async () => {
    setBusy(true)
    const file = await cutOut(picture, crop, { name, aspect })
    setBusy(false)
    if (file) onClose(file)
    else setFailed(true)
  }
  return (
    <Dialog title="Crop" isOpen onClose={() => onClose()} width={520}>
      <CropView
        picture={picture}
        crop={crop}
        onChange={setCrop}
        isStill={isBusy}
        aspect={aspect}
      />
      <CropZoom
        picture={picture}
        crop={crop}
        onChange={setCrop}
        isStill={isBusy}
        aspect={aspect}
        className="row"
      />
      <p className="muted small crop-note">
        {Math.round(width)} × {Math.round(height)}.{' '}
        <span id="crop-hint">Drag to move. Arrow keys, + and − work too.</span>
      </p>
      {hasFailed && (
        <Notice kind="error">
          The picture could not be cropped. Choose another file.
        </Notice>
      )}
      <div className="split">
        <Button look="quiet" onClick={() => onClose()}>
          Cancel
        </Button>
        <Button isBusy={isBusy} onClick={() => void use()}>
          Use crop
        </Button>
      </div>
    </Dialog>
  )
}

/** Most bytes of an upload. */
const MAX_BYTES = 20 * 2 ** 20

/** Returns the crop as a file, without loss where that fits; undefined if it cannot be. */
async function cutOut(
  picture: ImageBitmap,
  crop: Crop,
  { name, aspect }: { name: string; aspect: number },
): Promise<File | undefined> {
  const canvas = document.createElement('canvas')
  const { width, height } = cropSize(picture, crop, aspect)
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  drawCrop(canvas, picture, crop)
  const base = name.replace(/\.[^.]*$/, '')
  for (const type of ['png', 'webp', 'jpeg']) {
    const blob = await encode(canvas, `image/${type}`)
    // A browser that cannot encode a type falls back to PNG.
    if (blob?.type !== `image/${type}` || blob.size > MAX_BYTES) continue
    return new File([blob], `${base}.${type === 'jpeg' ? 'jpg' : type}`, {
      type: blob.type,
    })
  }
  return undefined
}

function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.95))
}
