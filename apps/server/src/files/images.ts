import { Readable } from 'node:stream'
import type { Picture } from '@platemark/api/collections'
import { Problem } from '@platemark/api/problem'
import { avatarSides } from '@platemark/api/profile-fields'
import {
  describeUndecodable,
  isAnimatedPicture,
  pictureFormats,
  pictureNotes,
} from '@platemark/rules/picture-file'
import { createBoundedQueue } from '../bounded-queue.ts'
import {
  type DecodedPicture,
  decodePicture,
  readSides,
  type Sides,
} from './decode-picture.ts'
import type { FileStore, StoredFile } from './file-store.ts'

/** Returns the message for a file that is too large or no picture. */
export function pictureRequirement(bytes: number): string {
  return `Use a ${pictureFormats} up to ${bytes / 2 ** 20} MB.`
}

/** Name of a stored picture, and what was not kept of the upload, a sentence each. */
export type StoredPicture = { name: string; notes: string[] }

/** Limits of an upload: bytes received, pixels decoded. */
type ImageLimits = { image_bytes: number; image_pixels: number }

/** Side of a stored avatar. */
const AVATAR_SIDE = 512

/** Longest side of a stored picture. */
const MAX_SIDE_PX = 2048

/**
 * Width and target size in bytes of the two smaller copies: the first view of a page
 * loads one of the larger, or a dozen of the smaller.
 */
const COPIES: Record<string, number> = { 384: 12_000, 768: 32_000 }
const COPY_QUALITIES = [78, 66, 50, 34, 20] as const
const QUALITY = 82

/**
 * Decoding is the most expensive work a stranger can cause: two at a time, some wait, and
 * more are `busy`.
 */
const MAX_CONCURRENT = 2
const MAX_PENDING = 40

/**
 * Re-encodes an upload as WebP with copies 384 and 768 px wide, which removes all
 * metadata and hidden content, and returns its name and notes. Throws `file_too_large`, `busy`, and
 * as `decodePicture`.
 */
export async function storeImage(
  files: FileStore,
  bytes: Uint8Array,
  limits: ImageLimits,
): Promise<StoredPicture> {
  if (bytes.length > limits.image_bytes) throw new Problem('file_too_large')
  return takeTurn(async () => {
    await checkImage(bytes, limits)
    const whole = await encode(bytes, limits, MAX_SIDE_PX)
    const variants: Record<string, Uint8Array> = {}
    for (const [width, most] of Object.entries(COPIES)) {
      variants[width] = await encodeCopy(whole.bytes, limits, {
        width: Number(width),
        most,
      })
    }
    const name = await files.put(whole.bytes, 'webp', variants)
    return { name, notes: listNotes(bytes, whole) }
  })
}

/**
 * Opens a stored picture by name; undefined if there is none. A missing copy of 384 or
 * 768 px is created at its first request. Throws `busy`.
 */
export async function openImage(
  files: FileStore,
  name: string,
): Promise<StoredFile | undefined> {
  const kept = name.endsWith('.webp') ? await files.open(name) : undefined
  if (kept) return kept
  const [, hash, width = ''] = /^([0-9a-f]{64})-(\d+)\.webp$/.exec(name) ?? []
  const most = COPIES[width]
  const whole = hash && most ? await files.read(`${hash}.webp`) : undefined
  if (!hash || !most || !whole) return undefined
  return takeTurn(async () => {
    const limits = { image_pixels: MAX_SIDE_PX ** 2 }
    const bytes = await encodeCopy(whole, limits, { width: Number(width), most })
    await files.putDerived(hash, width, 'webp', bytes)
    return { size: bytes.length, stream: Readable.from([bytes]) }
  })
}

/**
 * Stores an avatar as a centred square WebP of 512 px, the first frame of an animation,
 * and returns its name and notes. Throws `file_too_large`, `busy`,
 * `unsupported_media`, and
 * `validation_failed` for sides outside `avatarSides`.
 */
export async function storeAvatar(
  files: FileStore,
  bytes: Uint8Array,
  { avatar_bytes }: { avatar_bytes: number },
): Promise<StoredPicture> {
  const sentence = pictureRequirement(avatar_bytes)
  if (bytes.length > avatar_bytes) throw new Problem('file_too_large', sentence)
  return takeTurn(async () => {
    try {
      checkSides(await readSides(bytes))
      const avatar = await drawAvatar(bytes)
      const name = await files.put(avatar.bytes, 'webp')
      return { name, notes: listNotes(bytes, avatar) }
    } catch (error) {
      const isOfType = error instanceof Problem && error.code === 'unsupported_media'
      if (!isOfType) throw error
      const reason = describeUndecodable(bytes) ?? sentence
      throw new Problem(error.code, reason, { cause: error })
    }
  })
}

/**
 * Returns the URLs of a stored picture, or of the plate that stands in for one.
 * `plateSeed` is `{chain_alias}-{contract_address}`, which needs no URL encoding.
 */
export function pictureUrls(name: string | null, plateSeed: string): Picture {
  if (name === null) {
    const url = `/plates/${plateSeed.toLowerCase()}.svg`
    return { url, small_url: url, medium_url: url, is_plate: true }
  }
  const stem = name.replace(/\.webp$/, '')
  return {
    url: `/files/${name}`,
    small_url: `/files/${stem}-384.webp`,
    medium_url: `/files/${stem}-768.webp`,
    is_plate: false,
  }
}

async function checkImage(bytes: Uint8Array, limits: ImageLimits): Promise<void> {
  const { width, height } = await readSides(bytes)
  if (width * height > limits.image_pixels) {
    const most = Math.floor(limits.image_pixels / 1_000_000)
    throw new Problem('file_too_large', `Use an image of at most ${most} megapixels.`)
  }
}

function listNotes(bytes: Uint8Array, { isWhole }: DecodedPicture): string[] {
  return [
    ...(isAnimatedPicture(bytes) ? [pictureNotes.still] : []),
    ...(isWhole ? [] : [pictureNotes.incomplete]),
  ]
}

function checkSides({ width, height }: Sides): void {
  const { least, most } = avatarSides
  if (Math.min(width, height) >= least && Math.max(width, height) <= most) return
  const sentence = `Use a picture of ${least} to ${most.toLocaleString('en')} pixels a side.`
  throw new Problem('validation_failed', undefined, { fields: { avatar: [sentence] } })
}

function drawAvatar(bytes: Uint8Array): Promise<DecodedPicture> {
  return decodePicture(bytes, avatarSides.most ** 2, (picture) =>
    picture
      .autoOrient()
      .resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover' })
      .webp({ quality: QUALITY }),
  )
}

/** Encodes a smaller copy in the best quality of at most `most` bytes. */
async function encodeCopy(
  whole: Uint8Array,
  limits: Pick<ImageLimits, 'image_pixels'>,
  { width, most }: { width: number; most: number },
): Promise<Buffer> {
  const [best, ...others] = COPY_QUALITIES
  let { bytes: copy } = await encode(whole, limits, width, best)
  for (const quality of others) {
    if (copy.length <= most) break
    copy = (await encode(whole, limits, width, quality)).bytes
  }
  return copy
}

function encode(
  bytes: Uint8Array,
  { image_pixels }: Pick<ImageLimits, 'image_pixels'>,
  side: number,
  quality: number = QUALITY,
): Promise<DecodedPicture> {
  return decodePicture(bytes, image_pixels, (picture) =>
    picture
      .autoOrient()
      .resize(side, side === MAX_SIDE_PX ? side : undefined, {
        fit: 'inside',
        withoutEnlargement: true,
      })
      .webp({ quality }),
  )
}

// Shared by the process, like the processor.
const takeTurn = createBoundedQueue({
  concurrency: MAX_CONCURRENT,
  maxPending: MAX_PENDING,
})
