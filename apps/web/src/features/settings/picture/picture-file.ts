import { avatarSides } from '@platemark/api/profile-fields'
import {
  describeUndecodable,
  detectPictureFormat,
  isAnimatedPicture,
  pictureFormats,
  pictureNotes,
} from '@platemark/rules/picture-file'
import {
  type Crop,
  clamp,
  cropSize,
  drawCrop,
  type Size,
} from '../../../components/crop/crop.ts'

const MAX_MEGABYTES = 20
/** Accepted types; the file is downscaled before it is sent. */
export const pictureKinds = `${pictureFormats} up to ${MAX_MEGABYTES} MB.`
/** Message for every file that is not an accepted picture. */
export const refusal = `Use a ${pictureKinds}`

/** Below the server's limit. */
const MAX_UPLOAD_BYTES = 2_000_000
/** Larger pictures are downscaled at once: the detail would never be shown. */
const MAX_SIDE_PX = 2048

/** Decoded file, and what is not kept of it, a sentence each. */
export type OpenedPicture = { picture: ImageBitmap; notes: string[] }

/** Decodes a file, or returns the message why it cannot be. */
export async function readPicture(file: File): Promise<OpenedPicture | string> {
  if (file.size > MAX_MEGABYTES * 1_000_000) return refusal
  const bytes = new Uint8Array(await file.arrayBuffer())
  try {
    const { whole, isComplete } = await decode(file, bytes)
    const side = Math.min(whole.width, whole.height)
    if (side < avatarSides.least) {
      return `Use a picture of at least ${avatarSides.least} px a side.`
    }
    return {
      picture: await shortened(whole),
      notes: [
        ...(isAnimatedPicture(bytes) ? [pictureNotes.still] : []),
        ...(isComplete ? [] : [pictureNotes.incomplete]),
      ],
    }
  } catch {
    // The browser cannot decode it.
    return describeUndecodable(bytes) ?? refusal
  }
}

/**
 * Decodes a file as the browser shows it: `createImageBitmap` refuses one that breaks off,
 * of which an image element shows the part that is there.
 */
async function decode(
  file: File,
  bytes: Uint8Array,
): Promise<{ whole: ImageBitmap; isComplete: boolean }> {
  try {
    return { whole: await createImageBitmap(file), isComplete: true }
  } catch (error) {
    // An image element shows an SVG too.
    if (!detectPictureFormat(bytes)) throw error
  }
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    await image.decode()
    // `createImageBitmap` refuses such an element too.
    return { whole: await createImageBitmap(drawImage(image)), isComplete: false }
  } finally {
    URL.revokeObjectURL(image.src)
  }
}

/** Draws an image at its size or smaller. Throws if nothing of it can be seen. */
function drawImage(image: HTMLImageElement): HTMLCanvasElement {
  const { naturalWidth, naturalHeight } = image
  const share = Math.min(1, MAX_SIDE_PX / Math.max(naturalWidth, naturalHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(naturalWidth * share))
  canvas.height = Math.max(1, Math.round(naturalHeight * share))
  const context = canvas.getContext('2d')
  context?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const pixels = context?.getImageData(0, 0, canvas.width, canvas.height).data
  if (!pixels?.some((level) => level > 0)) throw new Error('image has no visible pixel')
  return canvas
}

async function shortened(whole: ImageBitmap): Promise<ImageBitmap> {
  const share = MAX_SIDE_PX / Math.max(whole.width, whole.height)
  if (share >= 1) return whole
  const small = await createImageBitmap(whole, {
    resizeWidth: Math.max(1, Math.round(whole.width * share)),
    resizeHeight: Math.max(1, Math.round(whole.height * share)),
    resizeQuality: 'high',
  })
  whole.close()
  return small
}

/**
 * Returns the side of the uploaded square in pixels, within the bounds and without
 * upscaling.
 */
export function outputSide(picture: Size, crop: Crop): number {
  return Math.round(clamp(cropSize(picture, crop, 1).width, 512, 1024))
}

/** Encodes the crop as a file that the server accepts. */
export async function encodeCrop(
  picture: CanvasImageSource & Size,
  crop: Crop,
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = outputSide(picture, crop)
  canvas.height = canvas.width
  drawCrop(canvas, picture, crop)
  // A browser that cannot encode a type falls back to PNG.
  for (const type of ['image/webp', 'image/png', 'image/jpeg']) {
    const blob = await encoded(canvas, type)
    if (blob?.type === type && blob.size <= MAX_UPLOAD_BYTES) return blob
  }
  throw new Error('canvas could not be encoded')
}

function encoded(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.92))
}
