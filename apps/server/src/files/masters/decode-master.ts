import { Problem } from '@platemark/api/problem'
import sharp, { type Metadata, type SharpOptions } from 'sharp'
import { createBoundedQueue } from '../../bounded-queue.ts'
import { damaged, type MasterFormat } from './file-layout.ts'
import type { FileSource } from './file-source.ts'

// The library caches by path, and would decode an earlier file that had the same one.
sharp.cache(false)

/** Ten times the duration of the largest allowed picture on a slow machine. */
export const MAX_DECODE_SECONDS = 60

/** Pixels of all frames of an animation, as a multiple of those of a picture. */
const MAX_FRAMES_OF_PIXELS = 10

/** Sides as shown, frames and duration of a picture. */
export type PictureFacts = {
  width: number
  height: number
  frames: number
  seconds: number | undefined
  metadata: Metadata
}

/**
 * Runs work that decodes a master: one at a time, because a single one may take much memory.
 * Throws `busy` where many wait.
 */
export const decodeInTurn = createBoundedQueue({ concurrency: 1, maxPending: 120 })

/**
 * Decodes all pixels of a picture once and returns its sides and frames. Throws
 * `unsupported_media` where a decoder finds it damaged, and `file_too_large` above
 * `maxPixels` a frame, or ten times as many in all frames.
 */
export async function checkPicture(
  source: FileSource,
  format: MasterFormat,
  maxPixels: number,
): Promise<PictureFacts> {
  const isAnimation = format === 'gif' || format === 'webp'
  const found = await readHeader(source, format)
  const { width, height } = found.autoOrient
  const frames = isAnimation ? (found.pages ?? 1) : 1
  if (width * height > maxPixels) {
    const [has, most] = [width * height, maxPixels].map((pixels) =>
      (Math.ceil(pixels / 100_000) / 10).toLocaleString('en'),
    )
    throw new Problem(
      'file_too_large',
      `This picture has ${has} megapixels. Use one of at most ${most} megapixels.`,
    )
  }
  const maxFrames = Math.floor((MAX_FRAMES_OF_PIXELS * maxPixels) / (width * height))
  if (frames > maxFrames) {
    const most = maxFrames.toLocaleString('en')
    throw new Problem(
      'file_too_large',
      `This animation has ${frames.toLocaleString('en')} frames of ${width} by ${height} pixels. Use at most ${most} frames of that size, or smaller ones.`,
    )
  }
  const options: SharpOptions = {
    limitInputPixels: false,
    failOn: 'error',
    animated: isAnimation,
  }
  try {
    await sharp(source, options)
      .timeout({ seconds: MAX_DECODE_SECONDS })
      .resize(8, 8, { fit: 'fill' })
      .raw()
      .toBuffer()
  } catch (cause) {
    throw damaged(format, undefined, cause)
  }
  const delay = found.delay?.reduce((sum, each) => sum + each, 0) ?? 0
  const seconds = frames > 1 && delay > 0 ? delay / 1000 : undefined
  return { width, height, frames, seconds, metadata: found }
}

async function readHeader(source: FileSource, format: MasterFormat): Promise<Metadata> {
  try {
    return await sharp(source, { limitInputPixels: false }).metadata()
  } catch (cause) {
    throw damaged(format, undefined, cause)
  }
}
