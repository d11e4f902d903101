import sharp, { type Metadata, type SharpOptions } from 'sharp'
import { MAX_DECODE_SECONDS } from './decode-master.ts'
import type { FileSource } from './file-source.ts'
import { findCellSide, hasFewColors, type RawPicture, resizeCells } from './pixel-art.ts'

/** Widths of views, in pixels. */
export const viewWidths = [384, 768, 1536] as const
export type ViewWidth = (typeof viewWidths)[number]

/**
 * Target size in bytes: the first view of a page loads one of the largest, or a dozen of the
 * smallest. A view in lossless coding is kept only where it is no larger.
 */
const TARGET_BYTES: Record<ViewWidth, number> = {
  384: 12_000,
  768: 32_000,
  1536: 110_000,
}
const QUALITIES: Record<ViewWidth, readonly number[]> = {
  ...{ 384: [78, 66, 50, 34, 20], 768: [78, 66, 50, 34, 20], 1536: [80, 70, 60, 50] },
}
const MOVING_QUALITY = 70

/** Height of a view, as a multiple of its width. */
const MAX_HEIGHT = 2

/** Pixels of a picture that is held in memory to look for pixel art. */
const MAX_HELD_PIXELS = 16_800_000
/** Pixels of all frames of an animation that is encoded again. */
const MAX_MOVING_PIXELS = 250_000_000

/**
 * Draws a picture as WebP, at most `width` pixels wide and never enlarged: lossless where it
 * is small or has few colours and that takes few bytes, in whole multiples of its pixels
 * where it is pixel art, animated where it is. Undefined for an animation too large for it.
 */
export async function drawView(
  source: FileSource,
  width: ViewWidth,
): Promise<Buffer | undefined> {
  const found = await sharp(source, unlimited).metadata()
  if ((found.pages ?? 1) > 1) return drawMoving(source, found, width)
  const { width: wide, height: high } = found.autoOrient
  const isHeld = found.format !== 'jpeg' && wide * high <= MAX_HELD_PIXELS
  const isSmall = wide <= width && high <= width * MAX_HEIGHT
  const whole = isHeld || isSmall ? await decode(source) : undefined
  const exact = whole && (await drawExactly(whole, width, isSmall))
  return exact ?? drawWithin(whole ?? (await decode(source, width)), width)
}

const unlimited: SharpOptions = { limitInputPixels: false, failOn: 'none' }

/** Decodes the first frame, upright and in sRGB, scaled down to `width` where given. */
async function decode(source: FileSource, width?: ViewWidth): Promise<RawPicture> {
  const picture = sharp(source, unlimited).timeout({ seconds: MAX_DECODE_SECONDS })
  const upright = picture.autoOrient()
  const { data, info } = await (width ? upright.resize(box(width)) : upright)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Draws in lossless coding; undefined where that takes more bytes than its target. */
async function drawExactly(
  whole: RawPicture,
  width: ViewWidth,
  isSmall: boolean,
): Promise<Buffer | undefined> {
  const side = findCellSide(whole)
  const factor = Math.min(side, Math.floor((width * side) / whole.width))
  const isCells =
    side > 1 && factor >= 1 && whole.height * factor <= width * side * MAX_HEIGHT
  // Many colours take at least half a byte a pixel.
  const canFit = isSmall && whole.width * whole.height <= 2 * TARGET_BYTES[width]
  if (!isCells && !canFit && !hasFewColors(whole)) return undefined
  const picture = isCells ? fromRaw(resizeCells(whole, side, factor)) : fromRaw(whole)
  const fitted = isCells || isSmall ? picture : picture.resize(box(width))
  // More effort takes ten times as long, and saves no byte of flat art.
  const encoded = await fitted.webp({ lossless: true, effort: 2 }).toBuffer()
  return encoded.length <= TARGET_BYTES[width] ? encoded : undefined
}

/** Draws in the best quality that takes no more bytes than its target. */
async function drawWithin(picture: RawPicture, width: ViewWidth): Promise<Buffer> {
  const fitted = await fromRaw(picture)
    .resize(box(width))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width: wide, height: high } = fitted.info
  let encoded = Buffer.alloc(0)
  for (const quality of QUALITIES[width]) {
    encoded = await fromRaw({ data: fitted.data, width: wide, height: high })
      .webp({ quality })
      .toBuffer()
    if (encoded.length <= TARGET_BYTES[width]) break
  }
  return encoded
}

async function drawMoving(
  source: FileSource,
  { pages = 1, width: wide, height: high, pageHeight = high }: Metadata,
  width: ViewWidth,
): Promise<Buffer | undefined> {
  if (pages * wide * pageHeight > MAX_MOVING_PIXELS) return undefined
  const first = await decode(source)
  const isExact = wide <= width && hasFewColors(first)
  const animation = sharp(source, { ...unlimited, animated: true })
    .timeout({ seconds: MAX_DECODE_SECONDS })
    .resize(box(width))
  const coding = isExact
    ? { lossless: true, effort: 2 }
    : { quality: MOVING_QUALITY, effort: 2 }
  return animation.webp(coding).toBuffer()
}

function fromRaw({ data, width, height }: RawPicture) {
  return sharp(data, { raw: { width, height, channels: 4 } })
}

function box(width: ViewWidth) {
  const fit = { fit: 'inside', withoutEnlargement: true } as const
  return { width, height: width * MAX_HEIGHT, ...fit }
}
