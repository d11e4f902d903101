import { IconButton } from '../../ui/icon-button.tsx'
import { type Crop, zoomed, zoomLimits } from './crop.ts'

type CropZoomProps = {
  picture: ImageBitmap
  crop: Crop
  onChange: (change: (crop: Crop) => Crop) => void
  isStill: boolean
  /** Width over height. */
  aspect: number
  className?: string
}

/** Slider of a crop's zoom, between its two buttons. */
export function CropZoom({
  picture,
  crop,
  onChange,
  isStill,
  aspect,
  className,
}: CropZoomProps) {
  const zoom = (by: number) =>
    onChange((now) => zoomed(picture, now, now.zoom + by, aspect))
  return (
    <div className={className}>
      <IconButton
        icon="minus"
        label="Zoom out"
        disabled={isStill || crop.zoom <= zoomLimits.min}
        onClick={() => zoom(-zoomLimits.step)}
      />
      <input
        type="range"
        className="range"
        aria-label="Zoom"
        aria-valuetext={`${Math.round(crop.zoom * 100)}%`}
        {...zoomLimits}
        value={crop.zoom}
        disabled={isStill}
        onChange={({ target }) =>
          onChange((now) => zoomed(picture, now, Number(target.value), aspect))
        }
      />
      <IconButton
        icon="plus"
        label="Zoom in"
        disabled={isStill || crop.zoom >= zoomLimits.max}
        onClick={() => zoom(zoomLimits.step)}
      />
    </div>
  )
}
