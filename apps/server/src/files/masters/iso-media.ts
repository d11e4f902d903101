import { Problem } from '@platemark/api/problem'
import {
  brokenOff,
  damaged,
  type FileLayout,
  type Find,
  foreignTail,
} from './file-layout.ts'
import type { ByteReader } from './file-source.ts'
import { isPadding } from './padding.ts'

/** A box (ISO/IEC 14496-12): `start` is behind its header. */
type Box = { type: string; start: number; end: number }

/** More boxes on one level than any writer makes; a bound on hostile files. */
const MAX_BOXES = 100_000
const MAX_HEADER_BYTES = 1 << 20

/** Sample entries that all browsers play. */
const PLAYED = ['avc1', 'avc3', 'av01', 'vp08', 'vp09']

/**
 * Reads the structure of an AVIF to its last box. Throws `unsupported_media` where it breaks
 * off, is damaged or has other bytes behind its end.
 */
export async function readAvif(reader: ByteReader): Promise<FileLayout> {
  const { boxes, end, tail } = await listTopBoxes(reader, 'avif')
  const types = boxes.map(({ type }) => type)
  if (!types.includes('meta') || !types.includes('mdat')) throw damaged('avif')
  return { format: 'avif', end, metadata: [], tail }
}

/**
 * Reads the structure of an MP4: sides, duration, and which personal data it names. Throws
 * `unsupported_media` where it breaks off, is damaged, has no video that browsers play, or
 * has other bytes behind its end.
 */
export async function readMp4(reader: ByteReader): Promise<FileLayout> {
  const { boxes, end, tail } = await listTopBoxes(reader, 'mp4')
  const movie = boxes.find(({ type }) => type === 'moov')
  if (!movie) throw damaged('mp4')
  const parts = await listBoxes(reader, movie, 'mp4')
  const tracks = parts.filter(({ type }) => type === 'trak')
  for (const track of tracks) {
    const sides = await readVideoTrack(reader, track)
    if (!sides) continue
    const seconds = await readSeconds(reader, parts)
    const finds = await listFinds(reader, [...boxes, ...parts])
    return { format: 'mp4', end, metadata: [], tail, finds, video: { ...sides, seconds } }
  }
  const sentence =
    'This MP4 has no picture, only sound. Use a video, or an image as the work.'
  throw new Problem('unsupported_media', sentence)
}

async function listTopBoxes(reader: ByteReader, format: 'avif' | 'mp4') {
  const boxes: Box[] = []
  let at = 0
  while (at < reader.size) {
    const box = await readBox(reader, at, reader.size, format).catch(() => undefined)
    if (!box || !/^[\w ]{4}$/.test(box.type)) {
      const isWhole = boxes.some(({ type }) => type === 'mdat' || type === 'moov')
      if (isWhole && (await isPadding(reader, at))) {
        return { boxes, end: at, tail: 'padding' as const }
      }
      throw isWhole ? foreignTail(format, reader.size - at) : damaged(format, at)
    }
    if (box.end > reader.size) throw brokenOff(format)
    if (boxes.length >= MAX_BOXES) throw damaged(format, at)
    boxes.push(box)
    at = box.end
  }
  return { boxes, end: at, tail: undefined }
}

async function listBoxes(
  reader: ByteReader,
  { start, end }: Box,
  format: 'avif' | 'mp4',
): Promise<Box[]> {
  const boxes: Box[] = []
  let at = start
  while (at + 8 <= end && boxes.length < MAX_BOXES) {
    const box = await readBox(reader, at, end, format)
    if (box.end > end) throw damaged(format, at)
    boxes.push(box)
    at = box.end
  }
  return boxes
}

async function readBox(
  reader: ByteReader,
  at: number,
  limit: number,
  format: 'avif' | 'mp4',
): Promise<Box> {
  const head = await reader.read(at, 16)
  if (head.length < 8) throw brokenOff(format)
  const size = head.readUInt32BE(0)
  const type = head.toString('latin1', 4, 8)
  // The last box may leave its size open; only pixels and samples do.
  if (size === 0 && type === 'mdat') return { type, start: at + 8, end: limit }
  if (size === 1 && head.length === 16) {
    const bytes = Number(head.readBigUInt64BE(8))
    if (bytes < 16) throw damaged(format, at)
    return { type, start: at + 16, end: at + bytes }
  }
  if (size < 8) throw damaged(format, at)
  return { type, start: at + 8, end: at + size }
}

/** Returns the sides of a video track; undefined for sound and other tracks. */
async function readVideoTrack(reader: ByteReader, track: Box) {
  const parts = await listBoxes(reader, track, 'mp4')
  const media = await childrenOf(reader, parts, 'mdia')
  const handler = await contentOf(reader, media, 'hdlr')
  if (handler?.toString('latin1', 8, 12) !== 'vide') return undefined
  const tables = await childrenOf(reader, await childrenOf(reader, media, 'minf'), 'stbl')
  const sample = (await contentOf(reader, tables, 'stsd'))?.toString('latin1', 12, 16)
  if (!sample || !PLAYED.includes(sample)) {
    const kind = sample === 'hvc1' || sample === 'hev1' ? 'H.265 (HEVC)' : 'an old codec'
    const sentence = `This MP4 uses ${kind}, which some browsers cannot play. Export it as H.264.`
    throw new Problem('unsupported_media', sentence)
  }
  const header = await contentOf(reader, parts, 'tkhd')
  const at = header?.[0] === 1 ? 88 : 76
  if (!header || header.length < at + 8) throw damaged('mp4', track.start)
  const [width, height] = [
    header.readUInt32BE(at) >> 16,
    header.readUInt32BE(at + 4) >> 16,
  ]
  if (width < 1 || height < 1) throw damaged('mp4', track.start)
  // Of the matrix before the sides: zero where width becomes height.
  const isLying = header.readInt32BE(at - 36) === 0
  return isLying ? { width: height, height: width } : { width, height }
}

async function readSeconds(
  reader: ByteReader,
  movie: Box[],
): Promise<number | undefined> {
  const header = await contentOf(reader, movie, 'mvhd')
  if (!header || header.length < 32) throw damaged('mp4')
  const isLong = header[0] === 1
  const scale = header.readUInt32BE(isLong ? 20 : 12)
  const fragments = await childrenOf(reader, movie, 'mvex')
  const whole = await contentOf(reader, fragments, 'mehd')
  const duration = isLong
    ? Number(header.readBigUInt64BE(24))
    : header.readUInt32BE(16) || (whole && whole.length >= 8 ? whole.readUInt32BE(4) : 0)
  return scale > 0 && duration > 0 ? duration / scale : undefined
}

/** Finds the keys of place and camera that phones write into a film. */
async function listFinds(reader: ByteReader, boxes: Box[]): Promise<Find[]> {
  const texts: string[] = []
  for (const { type, start, end } of boxes) {
    if (!['udta', 'meta', 'uuid'].includes(type)) continue
    const bytes = await reader.read(start, Math.min(end - start, MAX_HEADER_BYTES))
    texts.push(bytes.toString('latin1'))
  }
  const text = texts.join('\n')
  const hasPlace = /\xa9xyz|loci|location\.ISO6709|:GPS(Latitude|Longitude)/.test(text)
  const hasCamera =
    /\xa9(mak|mod)|quicktime\.(make|model)|com\.android\.(manufacturer|model)|tiff:(Make|Model)/.test(
      text,
    )
  return [
    ...(hasPlace ? (['location'] as const) : []),
    ...(hasCamera ? (['camera'] as const) : []),
  ]
}

async function childrenOf(
  reader: ByteReader,
  boxes: Box[],
  type: string,
): Promise<Box[]> {
  const box = boxes.find((one) => one.type === type)
  return box ? listBoxes(reader, box, 'mp4') : []
}

async function contentOf(
  reader: ByteReader,
  boxes: Box[],
  type: string,
): Promise<Buffer | undefined> {
  const box = boxes.find((one) => one.type === type)
  if (!box) return undefined
  return Buffer.from(
    await reader.read(box.start, Math.min(box.end - box.start, MAX_HEADER_BYTES)),
  )
}
