import { Problem } from '@platemark/api/problem'
import { describeUndecodable, detectPictureFormat } from '@platemark/rules/picture-file'
import sharp, { type Sharp } from 'sharp'

/** Ten times the duration of the largest allowed picture on a slow machine. */
const MAX_DECODE_SECONDS = 15

/** Share of the area that a file which breaks off must have. */
const MIN_CONTENT = 1 / 16

/** Encoded picture; not `isWhole`: the file broke off or is damaged. */
export type DecodedPicture = { bytes: Buffer; isWhole: boolean }

/** Sides of a picture in pixels. */
export type Sides = { width: number; height: number }

/**
 * Reads the declared sides of an upload. Throws `unsupported_media` unless it begins like
 * a PNG, JPEG, WebP, GIF or AVIF; the decoder supports many more.
 */
export async function readSides(bytes: Uint8Array): Promise<Sides> {
  if (!detectPictureFormat(bytes)) {
    throw new Problem('unsupported_media', describeUndecodable(bytes))
  }
  try {
    // Unlimited, because the header decodes no pixel and the caller reports the exact
    // reason.
    const options = { limitInputPixels: false, failOn: 'none' } as const
    return await sharp(withReadableBrand(bytes), options).metadata()
  } catch (cause) {
    throw undecodable(bytes, cause)
  }
}

/**
 * Decodes an upload as browsers do and encodes what `draw` makes of it; the rule of which
 * files are pictures. Wrong headers, checks and bytes behind the end are passed over, and
 * of a file that breaks off the part that is there is kept, of an animation the first
 * frame. Throws `unsupported_media` where nothing can be decoded, above `maxPixels`, and
 * after 15 seconds for both attempts.
 */
export async function decodePicture(
  bytes: Uint8Array,
  maxPixels: number,
  draw: (picture: Sharp) => Sharp,
): Promise<DecodedPicture> {
  const end = performance.now() + MAX_DECODE_SECONDS * 1000
  const attempt = (failOn: 'error' | 'none') => {
    const seconds = Math.ceil((end - performance.now()) / 1000)
    const picture = sharp(withReadableBrand(bytes), {
      limitInputPixels: maxPixels,
      failOn,
    })
    return draw(picture.timeout({ seconds: Math.max(1, seconds) })).toBuffer()
  }
  try {
    return { bytes: await attempt('error'), isWhole: true }
  } catch (cause) {
    if (performance.now() >= end) throw undecodable(bytes, cause)
  }
  try {
    const found = await attempt('none')
    if ((await measureContent(found)) >= MIN_CONTENT) {
      return { bytes: found, isWhole: false }
    }
  } catch (cause) {
    throw undecodable(bytes, cause)
  }
  throw undecodable(bytes)
}

/**
 * Returns the share of a picture's area that is not of its most common colour, with which
 * the decoder fills what is missing.
 */
async function measureContent(encoded: Buffer): Promise<number> {
  const side = 32
  const pixels = await sharp(encoded)
    .resize(side, side, { fit: 'fill', kernel: 'nearest' })
    .ensureAlpha()
    .raw()
    .toBuffer()
  const counts = new Map<string, number>()
  for (let at = 0; at < pixels.length; at += 4) {
    // Sixteen levels with one around the grey of JPEG, because the encoding adds noise.
    const color = [...pixels.subarray(at, at + 4)].map((level) => (level + 8) >> 4).join()
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  return 1 - Math.max(...counts.values()) / side ** 2
}

/**
 * Returns an AVIF sequence under the brand of an AVIF picture, because the decoder reads
 * its first frame only under that one; other bytes are returned as they are.
 */
export function withReadableBrand(bytes: Uint8Array): Uint8Array {
  const start = Buffer.from(bytes.subarray(4, 12)).toString('latin1')
  if (start !== 'ftypavis') return bytes
  const copy = Buffer.from(bytes)
  copy.write('avif', 8, 'latin1')
  return copy
}

function undecodable(bytes: Uint8Array, cause?: unknown): Problem {
  const reason = describeUndecodable(bytes) ?? 'The image is damaged or of another type.'
  return new Problem('unsupported_media', reason, { cause })
}
