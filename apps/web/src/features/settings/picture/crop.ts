/** Sides of a picture in pixels. */
export type Size = { width: number; height: number }

/** Square crop of a picture: its center in pixels, and the zoom factor. */
export type Crop = { x: number; y: number; zoom: number }

export const zoomLimits = { min: 1, max: 3, step: 0.1 }

/** Returns the largest centered square. */
export function startingCrop({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, zoom: 1 }
}

/** Returns the side of the crop in pixels of the picture. */
export function cropSide({ width, height }: Size, { zoom }: Pick<Crop, 'zoom'>): number {
  return Math.min(width, height) / zoom
}

/** Moves the crop by shares of its own side, within the picture. */
export function moved(picture: Size, crop: Crop, right: number, down: number): Crop {
  const side = cropSide(picture, crop)
  return kept(picture, { ...crop, x: crop.x + right * side, y: crop.y + down * side })
}

/** Zooms around the center of the crop. */
export function zoomed(picture: Size, crop: Crop, zoom: number): Crop {
  const { min, max } = zoomLimits
  // Whole hundredths, so that many small steps end exactly at the bounds.
  const next = Math.round(clamp(zoom, min, max) * 100) / 100
  return kept(picture, { ...crop, zoom: next })
}

/**
 * Returns the side of the uploaded square in pixels, within the bounds and without
 * upscaling.
 */
export function outputSide(picture: Size, crop: Crop): number {
  return Math.round(clamp(cropSide(picture, crop), 512, 1024))
}

function kept(picture: Size, crop: Crop): Crop {
  const half = cropSide(picture, crop) / 2
  return {
    ...crop,
    x: clamp(crop.x, half, picture.width - half),
    y: clamp(crop.y, half, picture.height - half),
  }
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}
