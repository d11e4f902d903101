/** Formats that browsers decode and uploads may have. */
export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif'

/** Those formats, for a sentence on screen. */
export const pictureFormats = 'PNG, JPEG, WebP, GIF or AVIF'

/** Formats of a work, for a sentence on screen. */
export const workFormats = 'PNG, JPEG, WebP, GIF, AVIF, MP4 or WebM'

/** Formats of films that browsers play. */
export type VideoFormat = 'mp4' | 'webm'

/**
 * Returns the format that a file has by its first bytes, whatever its name and declared
 * type; undefined for any other. Whether the rest can be decoded is the decoder's answer.
 */
export function detectPictureFormat(bytes: Uint8Array): PictureFormat | undefined {
  const start = readText(bytes, 0, 16)
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (/^GIF8[79]a/.test(start)) return 'gif'
  if (/^RIFF[\s\S]{4}WEBP/.test(start)) return 'webp'
  return listBrands(bytes).some((brand) => /^avi[fs]$/.test(brand)) ? 'avif' : undefined
}

/** Returns the format of a film by its first bytes; undefined for any other file. */
export function detectVideoFormat(bytes: Uint8Array): VideoFormat | undefined {
  if (readText(bytes, 0, 4) === '\x1a\x45\xdf\xa3') return 'webm'
  const [brand, ...others] = listBrands(bytes)
  if (brand === undefined || /^(qt {2}|M4A )$/.test(brand)) return undefined
  const isFilm = [brand, ...others].some((name) =>
    /^(iso[m2-9]|mp4[12]|avc1|M4V |MSNV|dash|mmp4|f4v |3gp\d)$/.test(name),
  )
  return isFilm ? 'mp4' : undefined
}

/** Sentence on a JPEG that decoders of browsers do not read. */
export const rareJpeg =
  'This JPEG is lossless or has 12 bits per colour, which browsers cannot show. Save it as an ordinary JPEG and use that file.'

/**
 * Returns what is wrong with a file that no browser decodes, and what to do; undefined
 * where its first bytes give no better reason than damage.
 */
export function describeUndecodable(bytes: Uint8Array): string | undefined {
  if (listBrands(bytes).some((brand) => /^he[iv][cxms]$/.test(brand))) {
    return 'This is a HEIC photo, which most browsers cannot show. Export it as JPEG and use that file.'
  }
  if (detectPictureFormat(bytes) === 'jpeg' && hasRareFrame(bytes)) {
    return rareJpeg
  }
  return undefined
}

/** Notes on a work that is not stored as it came. */
export const masterNotes = {
  cleaned:
    'Location and camera data were removed. The picture itself is unchanged, and so are its orientation and colours.',
  kept: 'Location and camera data stay in the file, as you chose.',
  padding: 'Empty bytes after its end were removed.',
  film: 'The video of this motion photo was removed. The photo itself is unchanged.',
  'camera trailer':
    'Extra camera data after the photo was removed. The photo itself is unchanged.',
}

/** Names what was found in a file: `location and camera data`. */
export function nameCameraData(finds: readonly ('location' | 'camera')[]): string {
  return `${finds.join(' and ')} data`
}

/** Returns a sentence on a file of whose format no camera data is removed, and what to do. */
export function describeStayingData(finds: readonly ('location' | 'camera')[]): string {
  return `It holds ${nameCameraData(finds)}, which cannot be removed from this kind of file. Export it without, or switch on “Keep camera and location data in the files” and choose it again.`
}

/** Notes on a profile picture, which is decoded and drawn again. */
export const pictureNotes = {
  still: 'Profile pictures are still images. Only the first frame is shown.',
  incomplete: 'The file is incomplete. Only the part that exists is kept.',
}

/** Returns whether a PNG, GIF, WebP or AVIF has more than one frame. */
export function isAnimatedPicture(bytes: Uint8Array): boolean {
  const format = detectPictureFormat(bytes)
  if (format === 'png') return hasMovingChunk(bytes)
  if (format === 'gif') return countGifFrames(bytes) > 1
  if (format === 'webp') return countWebpFrames(bytes) > 1
  return format === 'avif' && listBrands(bytes).includes('avis')
}

/** Finds the control chunk of an APNG, which stands before the pixels, with its frames. */
function hasMovingChunk(bytes: Uint8Array): boolean {
  const view = viewOf(bytes)
  let at = 8
  while (at + 12 <= bytes.length) {
    const type = readText(bytes, at + 4, 4)
    if (type === 'acTL') return view.getUint32(at + 8) > 1
    if (type === 'IDAT') return false
    at += 12 + view.getUint32(at)
  }
  return false
}

/** Counts the images of a GIF (GIF89a, 20), two at most. */
function countGifFrames(bytes: Uint8Array): number {
  const tableSize = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  const skipBlocks = (from: number) => {
    let at = from
    while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0)
    return at + 1
  }
  let frames = 0
  let at = 13 + tableSize(bytes[10] ?? 0)
  while (at < bytes.length && frames < 2) {
    if (bytes[at] === 0x21) at = skipBlocks(at + 2)
    else if (bytes[at] === 0x2c) {
      frames += 1
      at = skipBlocks(at + 11 + tableSize(bytes[at + 9] ?? 0))
    } else break
  }
  return frames
}

function countWebpFrames(bytes: Uint8Array): number {
  const view = viewOf(bytes)
  let frames = 0
  let at = 12
  while (at + 8 <= bytes.length) {
    if (readText(bytes, at, 4) === 'ANMF') frames += 1
    const size = view.getUint32(at + 4, true)
    at += 8 + size + (size % 2)
  }
  return frames
}

/** Brands of an ISO base media file (ISO/IEC 14496-12), such as AVIF and HEIC. */
function listBrands(bytes: Uint8Array): string[] {
  if (readText(bytes, 4, 4) !== 'ftyp') return []
  const size = Math.min(viewOf(bytes).getUint32(0), 256, bytes.length)
  const brands = readText(bytes, 8, size - 8).match(/[\s\S]{4}/g) ?? []
  // The second word is a version.
  return brands.filter((_, place) => place !== 1)
}

/** Markers of frames that decoders of 8-bit baseline and progressive JPEG do not read. */
const RARE_FRAMES = [0xc3, 0xc5, 0xc6, 0xc7, 0xcb, 0xcd, 0xce, 0xcf]

/** Returns whether the frame of a JPEG (ITU-T T.81) is lossless, hierarchical or not of 8 bits. */
function hasRareFrame(bytes: Uint8Array): boolean {
  const view = viewOf(bytes)
  let at = 2
  while (at + 4 < bytes.length) {
    const marker = bytes[at] === 0xff ? (bytes[at + 1] ?? 0) : 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (RARE_FRAMES.includes(marker)) return true
    if ([0xc0, 0xc1, 0xc2, 0xc9, 0xca].includes(marker)) return bytes[at + 4] !== 8
    if (marker < 0xc0) return false
    at += 2 + view.getUint16(at + 2)
  }
  return false
}

function readText(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + Math.max(0, length)))
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}
