import { avatarSides } from '@platemark/api/profile-fields'
import { type Crop, cropSide, outputSide, type Size } from './crop.ts'

const mostMegabytes = 20
/** What may be picked; it is made smaller before it is sent. */
export const pictureKinds = `PNG, JPEG, WebP or GIF up to ${mostMegabytes} MB.`
/** What is said of every file that cannot be a picture here. */
export const refusal = `Use a ${pictureKinds}`

/** Less than the server takes. */
const mostSentBytes = 2_000_000
/** Longer sides are made shorter at once: nothing of them would be seen. */
const longestSide = 2048

/** A file whose pixels are known, or the sentence why not. */
export async function readPicture(file: File): Promise<ImageBitmap | string> {
  if (file.size > mostMegabytes * 1_000_000) return refusal
  try {
    const whole = await createImageBitmap(file)
    const side = Math.min(whole.width, whole.height)
    if (side < avatarSides.least) {
      return `Use a picture of at least ${avatarSides.least} px a side.`
    }
    return await shortened(whole)
  } catch {
    // The browser makes no picture of it.
    return refusal
  }
}

async function shortened(whole: ImageBitmap): Promise<ImageBitmap> {
  const share = longestSide / Math.max(whole.width, whole.height)
  if (share >= 1) return whole
  const small = await createImageBitmap(whole, {
    resizeWidth: Math.max(1, Math.round(whole.width * share)),
    resizeHeight: Math.max(1, Math.round(whole.height * share)),
    resizeQuality: 'high',
  })
  whole.close()
  return small
}

/** Draws the square of `picture` onto the whole of `canvas`. */
export function drawCrop(
  canvas: HTMLCanvasElement,
  picture: CanvasImageSource & Size,
  crop: Crop,
) {
  const context = canvas.getContext('2d')
  if (!context) return
  const side = cropSide(picture, crop)
  const { width, height } = canvas
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, width, height)
  context.drawImage(
    picture,
    crop.x - side / 2,
    crop.y - side / 2,
    side,
    side,
    ...([0, 0, width, height] as const),
  )
}

/** The square as a file that the server takes. */
export async function encodeCrop(
  picture: CanvasImageSource & Size,
  crop: Crop,
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = outputSide(picture, crop)
  canvas.height = canvas.width
  drawCrop(canvas, picture, crop)
  // A browser that cannot write a type writes PNG in its place.
  for (const type of ['image/webp', 'image/png', 'image/jpeg']) {
    const blob = await encoded(canvas, type)
    if (blob?.type === type && blob.size <= mostSentBytes) return blob
  }
  throw new Error('The picture could not be encoded.')
}

function encoded(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.92))
}
