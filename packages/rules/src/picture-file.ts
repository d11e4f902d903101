/** Formats that browsers decode and uploads may have. */
export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif'

/** Those formats, for a sentence on screen. */
export const pictureFormats = 'PNG, JPEG, WebP, GIF or AVIF'

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

/**
 * Returns what is wrong with a file that no browser decodes, and what to do; undefined
 * where its first bytes give no better reason than damage.
 */
export function describeUndecodable(bytes: Uint8Array): string | undefined {
  if (listBrands(bytes).some((brand) => /^he[iv][cxms]$/.test(brand))) {
    return 'This is a HEIC photo, which most browsers cannot show. Export it as JPEG and use that file.'
  }
  if (detectPictureFormat(bytes) === 'jpeg' && hasRareFrame(bytes)) {
    return 'This JPEG is of a kind that browsers cannot show, with 12 bits a colour or lossless. Save it as an ordinary JPEG and use that file.'
  }
  return undefined
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
