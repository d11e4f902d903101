import type { Picture } from '@platemark/api/collections'
import { Problem } from '@platemark/api/problem'
import { avatarSides } from '@platemark/api/profile-fields'
import pLimit from 'p-limit'
import sharp from 'sharp'
import type { FileStore } from './file-store.ts'

/** What is said of a file that is too large or no picture. */
export function pictureRequirement(bytes: number): string {
  return `Use a PNG, JPEG, WebP or GIF up to ${bytes / 2 ** 20} MB.`
}

/** What an upload may be: bytes as they arrive, pixels once decoded. */
type ImageLimits = { image_bytes: number; image_pixels: number }

/** A picture within the limits takes a tenth of this on a slow machine. */
const MAX_ENCODE_SECONDS = 15

/** Sides of the kept picture of a user. */
const AVATAR_SIDE = 512

/** Longest side of the kept picture. */
const MAX_SIDE_PX = 2048

/**
 * Its two smaller copies by their width, and the bytes they may weigh while the lowest quality
 * allows it: the first view of a page waits for one of the larger, or for a dozen of the smaller.
 */
const COPIES: Record<string, number> = { 384: 12_000, 768: 32_000 }
const COPY_QUALITIES = [78, 66, 50, 34, 20] as const
const QUALITY = 82

/** Decoding is the most expensive thing a stranger can ask for: two at a time, others wait. */
const MAX_CONCURRENT = 2

const formats = new Set(['png', 'jpeg', 'webp', 'gif'])

/**
 * Keeps an uploaded picture as WebP, with copies 384 and 768 px wide, and answers its name.
 * The type is read from the bytes. What is kept is drawn anew from the pixels, so nothing
 * that hides in a file (scripts, places, other files) survives.
 *
 * Throws `file_too_large` above the limits, `unsupported_media` for anything
 * that is not a whole PNG, JPEG, WebP or GIF.
 */
export async function storeImage(
  files: FileStore,
  bytes: Uint8Array,
  limits: ImageLimits,
): Promise<string> {
  if (bytes.length > limits.image_bytes) throw new Problem('file_too_large')
  return limitConcurrency(async () => {
    await checkImage(bytes, limits)
    const whole = await encode(bytes, limits, MAX_SIDE_PX)
    const variants: Record<string, Uint8Array> = {}
    for (const [width, most] of Object.entries(COPIES)) {
      variants[width] = await encodeCopy(whole, limits, { width: Number(width), most })
    }
    return files.put(whole, 'webp', variants)
  })
}

/**
 * A stored picture by its name. A copy 384 or 768 px wide that was not made with the picture is
 * made when it is first asked for, and kept. Undefined where there is no such picture.
 */
export async function readImage(
  files: FileStore,
  name: string,
): Promise<Uint8Array | undefined> {
  const kept = name.endsWith('.webp') ? await files.read(name) : undefined
  if (kept) return kept
  const [, hash, width = ''] = /^([0-9a-f]{64})-(\d+)\.webp$/.exec(name) ?? []
  const most = COPIES[width]
  const whole = hash && most ? await files.read(`${hash}.webp`) : undefined
  if (!hash || !most || !whole) return undefined
  return limitConcurrency(async () => {
    const limits = { image_pixels: MAX_SIDE_PX ** 2 }
    const bytes = await encodeCopy(whole, limits, { width: Number(width), most })
    await files.putDerived(hash, width, 'webp', bytes)
    return bytes
  })
}

/**
 * Keeps the picture of a user, cut to a square around its middle, as WebP of 512 by 512, and
 * answers its name. Type and drawing as in `storeImage`; of an animation the first frame is kept.
 *
 * Throws `file_too_large` and `unsupported_media`, and `validation_failed` for other sides than
 * `avatarSides`.
 */
export async function storeAvatar(
  files: FileStore,
  bytes: Uint8Array,
  { avatar_bytes }: { avatar_bytes: number },
): Promise<string> {
  const sentence = pictureRequirement(avatar_bytes)
  if (bytes.length > avatar_bytes) throw new Problem('file_too_large', sentence)
  return limitConcurrency(async () => {
    try {
      checkSides(await readHeader(bytes))
      return await files.put(await drawAvatar(bytes), 'webp')
    } catch (error) {
      const isOfType = error instanceof Problem && error.code === 'unsupported_media'
      throw isOfType ? new Problem(error.code, sentence, { cause: error }) : error
    }
  })
}

/**
 * The addresses of a stored picture, or of the plate that stands in for one.
 * `plateSeed` is what the plate is drawn from: `{chain_alias}-{contract_address}`, which needs no
 * escaping in an address.
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
  const { width, height } = await readHeader(bytes)
  if (width * height > limits.image_pixels) {
    const most = Math.floor(limits.image_pixels / 1_000_000)
    throw new Problem('file_too_large', `Use an image of at most ${most} megapixels.`)
  }
}

function checkSides({ width, height }: Sides): void {
  const { least, most } = avatarSides
  if (Math.min(width, height) >= least && Math.max(width, height) <= most) return
  const sentence = `Use a picture of ${least} to ${most.toLocaleString('en')} pixels a side.`
  throw new Problem('validation_failed', undefined, { fields: { avatar: [sentence] } })
}

type Sides = { width: number; height: number }

/** The sides that a file of one of the four formats says it has. */
async function readHeader(bytes: Uint8Array): Promise<Sides> {
  if (!hasKnownStart(bytes)) throw new Problem('unsupported_media')
  // Unlimited here: reading the header decodes no pixel, and the reason must be told apart.
  const found = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw unreadable(cause)
    })
  if (!formats.has(found.format)) throw new Problem('unsupported_media')
  return found
}

/** Only bytes that begin like one of the four formats reach the decoder, which reads many more. */
function hasKnownStart(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  return (
    start.startsWith('\x89PNG\r\n\x1a\n') ||
    start.startsWith('\xff\xd8\xff') ||
    /^GIF8[79]a/.test(start) ||
    /^RIFF[\s\S]{4}WEBP/.test(start)
  )
}

async function drawAvatar(bytes: Uint8Array): Promise<Buffer> {
  try {
    return await sharp(bytes, {
      limitInputPixels: avatarSides.most ** 2,
      failOn: 'warning',
    })
      .timeout({ seconds: MAX_ENCODE_SECONDS })
      .autoOrient()
      .resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover' })
      .webp({ quality: QUALITY })
      .toBuffer()
  } catch (cause) {
    throw unreadable(cause)
  }
}

/** A smaller copy, in the best quality that weighs at most so many bytes. */
async function encodeCopy(
  whole: Uint8Array,
  limits: Pick<ImageLimits, 'image_pixels'>,
  { width, most }: { width: number; most: number },
): Promise<Buffer> {
  const [best, ...others] = COPY_QUALITIES
  let copy = await encode(whole, limits, width, best)
  for (const quality of others) {
    if (copy.length <= most) break
    copy = await encode(whole, limits, width, quality)
  }
  return copy
}

async function encode(
  bytes: Uint8Array,
  limits: Pick<ImageLimits, 'image_pixels'>,
  side: number,
  quality: number = QUALITY,
): Promise<Buffer> {
  try {
    return await sharp(bytes, {
      limitInputPixels: limits.image_pixels,
      failOn: 'warning',
    })
      .timeout({ seconds: MAX_ENCODE_SECONDS })
      .autoOrient()
      .resize(side, side === MAX_SIDE_PX ? side : undefined, {
        fit: 'inside',
        withoutEnlargement: true,
      })
      .webp({ quality })
      .toBuffer()
  } catch (cause) {
    throw unreadable(cause)
  }
}

function unreadable(cause: unknown): Problem {
  return new Problem('unsupported_media', 'The image is damaged or of another type.', {
    cause,
  })
}

// Of the process, because the processor is.
const limitConcurrency = pLimit(MAX_CONCURRENT)
