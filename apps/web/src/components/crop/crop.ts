/** Sides of a picture in pixels. */
export type Size = { width: number; height: number }

/** Crop of a picture: its center in pixels, and the zoom factor. */
export type Crop = { x: number; y: number; zoom: number }

export const zoomLimits = { min: 1, max: 3, step: 0.1 }

/** Returns the largest centered crop. */
export function startingCrop({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, zoom: 1 }
}

/** Returns the sides of a crop in pixels of the picture; `aspect` is width over height. */
export function cropSize(
  picture: Size,
  { zoom }: Pick<Crop, 'zoom'>,
  aspect: number,
): Size {
  const width = Math.min(picture.width, picture.height * aspect) / zoom
  return { width, height: width / aspect }
}

/** Moves the crop by shares of its own sides, within the picture. */
export function moved(
  picture: Size,
  crop: Crop,
  { right, down, aspect }: { right: number; down: number; aspect: number },
): Crop {
  const { width, height } = cropSize(picture, crop, aspect)
  const next = { ...crop, x: crop.x + right * width, y: crop.y + down * height }
  return kept(picture, next, aspect)
}

/** Zooms around the center of the crop. */
export function zoomed(picture: Size, crop: Crop, zoom: number, aspect: number): Crop {
  const { min, max } = zoomLimits
  // Whole hundredths, so that many small steps end exactly at the bounds.
  const next = Math.round(clamp(zoom, min, max) * 100) / 100
  return kept(picture, { ...crop, zoom: next }, aspect)
}

function kept(picture: Size, crop: Crop, aspect: number): Crop {
  const { width, height } = cropSize(picture, crop, aspect)
  return {
    ...crop,
    x: clamp(crop.x, width / 2, picture.width - width / 2),
    y: clamp(crop.y, height / 2, picture.height - height / 2),
  }
}

export function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}

/** Draws the crop of `picture` onto the whole of `canvas`, which has its aspect. */
export function drawCrop(
  canvas: HTMLCanvasElement,
  picture: CanvasImageSource & Size,
  crop: Crop,
): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { width, height } = canvas
  const from = cropSize(picture, crop, width / height)
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, width, height)
  context.drawImage(
    picture,
    crop.x - from.width / 2,
    crop.y - from.height / 2,
    from.width,
    from.height,
    ...([0, 0, width, height] as const),
  )
}
