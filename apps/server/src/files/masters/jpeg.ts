import { Problem } from '@platemark/api/problem'
import { rareJpeg } from '@platemark/rules/picture-file'
import {
  brokenOff,
  damaged,
  type FileLayout,
  foreignTail,
  type MetadataPart,
} from './file-layout.ts'
import type { ByteReader } from './file-source.ts'
import { findJpegTail } from './jpeg-tail.ts'

/** Beginnings of the segments that hold metadata. */
const EXIF = Buffer.from('Exif\0\0', 'latin1')
const XMP = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1')
const MORE_XMP = Buffer.from('http://ns.adobe.com/xmp/extension/\0', 'latin1')
const PHOTOSHOP = Buffer.from('Photoshop 3.0\0', 'latin1')
const MPF = Buffer.from('MPF\0', 'latin1')

const COMMENT = 0xfe
/** Baseline, extended and progressive frames, which browsers decode with 8 bits a colour. */
const SHOWN_FRAMES = [0xc0, 0xc1, 0xc2, 0xc9, 0xca]
/** More segments than any writer makes; a bound on hostile files. */
const MAX_SEGMENTS = 20_000

/** One image of a file, from its first marker to behind its last. */
type JpegImage = {
  end: number
  metadata: MetadataPart[]
  /** Positions of further images of the file (CIPA DC-007). */
  others: number[]
  hasGainMap: boolean
  /** Pieces of one XMP packet that is longer than a segment. */
  extensions: MetadataPart[]
}

/**
 * Reads the structure of a JPEG (ITU-T T.81) to its end. Further images that it declares,
 * such as the gain map of an HDR photo, belong to it. Throws `unsupported_media` where it
 * breaks off, is damaged or has other bytes behind its end.
 */
export async function readJpeg(reader: ByteReader): Promise<FileLayout> {
  const first = await readImage(reader, 0)
  const metadata = [...first.metadata]
  let end = first.end
  const next = first.others.filter((at) => at >= first.end).sort((a, b) => a - b)
  if (next.length === 0 && first.hasGainMap) next.push(first.end)
  for (const at of next) {
    if (!(await isImageAt(reader, end, at))) break
    const image = await readImage(reader, at)
    metadata.push(...image.metadata)
    end = image.end
  }
  if (end === reader.size) return { format: 'jpeg', end, metadata }
  const tail = await findJpegTail(reader, end)
  if (!tail) throw foreignTail('jpeg', reader.size - end)
  return { format: 'jpeg', end, metadata, tail }
}

/** Returns whether an image begins at `at`, with nothing but zeros before it from `end` on. */
async function isImageAt(reader: ByteReader, end: number, at: number): Promise<boolean> {
  if (at < end || at - end > 1 << 20) return false
  const [gap, start] = [await reader.read(end, at - end), await reader.read(at, 3)]
  return gap.every((byte) => byte === 0) && start.equals(Buffer.of(0xff, 0xd8, 0xff))
}

async function readImage(reader: ByteReader, start: number): Promise<JpegImage> {
  const image: JpegImage = {
    ...{ end: 0, metadata: [], extensions: [], others: [], hasGainMap: false },
  }
  let at = start + 2
  for (let count = 0; count < MAX_SEGMENTS; count += 1) {
    const marker = await readMarker(reader, at)
    if (marker.code === 0xd9) {
      const metadata = [...image.metadata, ...joinExtensions(image.extensions)]
      return { ...image, metadata, end: marker.end }
    }
    if (marker.code === 0x01 || (marker.code >= 0xd0 && marker.code <= 0xd7)) {
      at = marker.end
      continue
    }
    const length = await reader.read(marker.end, 2)
    if (length.length < 2) throw brokenOff('jpeg')
    const end = marker.end + length.readUInt16BE(0)
    if (end < marker.end + 2 || marker.code < 0xc0 || marker.code === 0xd8) {
      throw damaged('jpeg', marker.end - 1)
    }
    if (end > reader.size) throw brokenOff('jpeg')
    await takeSegment(reader, image, { code: marker.code, start: marker.end + 2, end })
    at = marker.code === 0xda ? await skipScan(reader, end) : end
  }
  throw damaged('jpeg', at)
}

/** Reads a marker, before which fill bytes may stand. */
async function readMarker(
  reader: ByteReader,
  from: number,
): Promise<{ code: number; end: number }> {
  let at = from
  for (;;) {
    const bytes = await reader.read(at, 2)
    if (bytes.length < 2) throw brokenOff('jpeg')
    if (bytes[0] !== 0xff) throw damaged('jpeg', at)
    if (bytes[1] !== 0xff) return { code: bytes[1] ?? 0, end: at + 2 }
    at += 1
  }
}

/** Returns the position of the first marker behind the coded pixels. */
async function skipScan(reader: ByteReader, from: number): Promise<number> {
  let at = from
  for (;;) {
    const bytes = await reader.read(at, 65_536)
    if (bytes.length < 2) throw brokenOff('jpeg')
    let place = bytes.indexOf(0xff)
    while (place >= 0 && place + 1 < bytes.length) {
      const code = bytes[place + 1] ?? 0
      // A coded 0xff, a restart, or a fill byte.
      const isPixels = code === 0 || (code >= 0xd0 && code <= 0xd7)
      if (!isPixels && code !== 0xff) return at + place
      place = bytes.indexOf(0xff, place + (isPixels ? 2 : 1))
    }
    at += place < 0 ? bytes.length : place
    if (place >= 0 && bytes.length < 3) throw brokenOff('jpeg')
  }
}

/** Returns whether a marker begins a frame; C4, C8 and CC do not. */
function isFrame(code: number): boolean {
  return code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)
}

type Segment = { code: number; start: number; end: number }

async function takeSegment(
  reader: ByteReader,
  image: JpegImage,
  { code, start, end }: Segment,
): Promise<void> {
  if (isFrame(code)) {
    const precision = (await reader.read(start, 1))[0]
    const isShown = SHOWN_FRAMES.includes(code) && precision === 8
    if (!isShown) throw new Problem('unsupported_media', rareJpeg)
  }
  if (![0xe1, 0xe2, 0xed].includes(code)) return
  const data = Buffer.from(await reader.read(start, end - start))
  const take = (kind: MetadataPart['kind'], prefix: Buffer, parts = image.metadata) => {
    if (!data.subarray(0, prefix.length).equals(prefix)) return false
    const content = data.subarray(prefix.length)
    const replace = (kept: Buffer | undefined) => [
      kept && kept.length <= content.length
        ? { start: start + prefix.length, end, bytes: padded(kept, content.length, kind) }
        : { start: start - 3, end, bytes: blankComment(start, end) },
    ]
    parts.push({ kind, data: content, replace })
    return true
  }
  if (code === 0xed) take('iptc', PHOTOSHOP)
  else if (code === 0xe1) {
    if (take('exif', EXIF)) return
    const isXmp = take('xmp', XMP) || take('xmp', MORE_XMP, image.extensions)
    if (isXmp && /hdrgm:|GainMap/.test(data.toString('latin1'))) image.hasGainMap = true
  } else if (data.subarray(0, 4).equals(MPF)) {
    image.others = listImages(data.subarray(4), start + 4)
  }
}

/** Joins the pieces of a long XMP packet, which goes whole where anything of it does. */
function joinExtensions(pieces: MetadataPart[]): MetadataPart[] {
  if (pieces.length === 0) return []
  // Each piece begins with the name of the packet, its length and the piece's place.
  const data = Buffer.concat(pieces.map((piece) => piece.data.subarray(40)))
  return [
    { kind: 'xmp', data, replace: () => pieces.flatMap((p) => p.replace(undefined)) },
  ]
}

/**
 * Fills a block up to its old length, because further images of the file are found by
 * their distance from a block before them.
 */
function padded(bytes: Buffer, length: number, kind: MetadataPart['kind']): Buffer {
  const whole = Buffer.alloc(length, kind === 'xmp' ? ' ' : 0)
  bytes.copy(whole)
  return whole
}

/** Returns a comment of blanks in the place of a segment, from its marker's code on. */
function blankComment(start: number, end: number): Buffer {
  const bytes = Buffer.alloc(end - start + 3, ' ')
  bytes[0] = COMMENT
  bytes.writeUInt16BE(end - start + 2, 1)
  return bytes
}

/** Lists where the further images of a file begin; `base` is the position of `data`. */
function listImages(data: Buffer, base: number): number[] {
  try {
    const isLittle = data.toString('latin1', 0, 2) === 'II'
    const short = (at: number) =>
      isLittle ? data.readUInt16LE(at) : data.readUInt16BE(at)
    const long = (at: number) =>
      isLittle ? data.readUInt32LE(at) : data.readUInt32BE(at)
    const directory = long(4)
    for (let place = 0; place < short(directory); place += 1) {
      const from = directory + 2 + place * 12
      if (short(from) !== 0xb002) continue
      const [bytes, start] = [long(from + 4), long(from + 8)]
      return Array.from({ length: Math.min(Math.floor(bytes / 16), 20) }, (_, image) =>
        long(start + image * 16 + 8),
      ).flatMap((offset) => (offset === 0 ? [] : [base + offset]))
    }
  } catch {
    // A list that cannot be read declares nothing.
  }
  return []
}
