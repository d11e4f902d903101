import {
  describeUndecodable,
  detectPictureFormat,
  isAnimatedPicture,
  pictureFormats,
  pictureNotes,
} from '@platemark/rules/picture-file'
import { formatMegabytes } from './picture-kinds.ts'

/** Limits of the server for pictures that are sent in one call. */
const MAX_BYTES = 20 * 2 ** 20
export const MAX_PIXELS = 25_000_000

/** Limit of the server for pixels of a work. */
export const MAX_WORK_PIXELS = 100_000_000

/** A file that can be uploaded, and what is known of it. */
export type CheckedPicture = {
  file: File
  /** Upper case: `PNG`. */
  format: string
  width: number
  height: number
  isAnimated: boolean
  /** Sentences on what is not kept of it. */
  notes: string[]
}

/**
 * Checks a file before it is uploaded, by its content. Returns a sentence with the reason
 * and what to do for a file that the server would refuse.
 */
export async function checkPicture(
  file: File,
  maxPixels = MAX_PIXELS,
): Promise<CheckedPicture | string> {
  if (file.size === 0) return 'The file is empty.'
  if (file.size > MAX_BYTES) {
    return `It has ${formatMegabytes(file.size)}. Use a file of at most 20 MB.`
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const format = detectPictureFormat(bytes)
  if (!format) return describeUndecodable(bytes) ?? describeOther(bytes, file.name)
  const sides = await readSides(file)
  if (!sides) {
    return describeUndecodable(bytes) ?? 'The file is damaged. Export it again.'
  }
  if (sides.width * sides.height > maxPixels) {
    return `It is ${sides.width} × ${sides.height}. Use at most ${maxPixels / 1_000_000} megapixels.`
  }
  const isAnimated = isAnimatedPicture(bytes)
  const notes = isAnimated ? [pictureNotes.still] : []
  return { file, format: format.toUpperCase(), ...sides, isAnimated, notes }
}

/** Returns the sides of a picture; undefined if the browser cannot decode it. */
async function readSides(
  file: Blob,
): Promise<{ width: number; height: number } | undefined> {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    await image.decode()
    return { width: image.naturalWidth, height: image.naturalHeight }
  } catch {
    return undefined
  } finally {
    URL.revokeObjectURL(image.src)
  }
}

/** First bytes of types that people try. */
const others: [name: string, start: RegExp][] = [
  ['TIFF', /^(?:II\*\0|MM\0\*)/],
  ['PDF', /^%PDF/],
  ['Photoshop', /^8BPS/],
  ['BMP', /^BM/],
  ['SVG', /^\uFEFF?\s*<(?:\?xml|svg|!--)/i],
  ['ZIP', /^PK/],
  ['Video', /^(?:.{4}ftyp|.E\xdf\xa3)/s],
]

/** Names the type of a file by its content, else by the ending of its name. */
function describeOther(bytes: Uint8Array, name: string): string {
  const start = String.fromCharCode(...bytes.subarray(0, 64))
  const found = others.find(([, pattern]) => pattern.test(start))?.[0]
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase()
  const isPicture = ending && pictureFormats.includes(ending)
  if (!found && isPicture)
    return `It is not a ${ending}, despite its name. Export it again.`
  return `${found ?? ending ?? 'This type'} is not supported. Export it as PNG or JPEG.`
}
