import { Problem } from '@platemark/api/problem'
import {
  type Element,
  listChildren,
  readBinary,
  readElement,
  readNumber,
  readText,
} from './ebml.ts'
import { brokenOff, damaged, type FileLayout, foreignTail } from './file-layout.ts'
import type { ByteReader } from './file-source.ts'
import { isPadding } from './padding.ts'
import { findInTags } from './webm-tags.ts'

const EBML = 0x1a45dfa3
const DOC_TYPE = 0x4282
const SEGMENT = 0x18538067
const CLUSTER = 0x1f43b675
const INFO = 0x1549a966
const TRACKS = 0x1654ae6b
const TAGS = 0x1254c367
const VOID = 0xec
const CRC = 0xbf
/** Elements of a segment (RFC 9559, 5.1), with cues, tags, chapters and attachments. */
const OF_SEGMENT = [
  ...[INFO, TRACKS, CLUSTER, 0x114d9b74, 0x1c53bb6b, TAGS, 0x1043a770, 0x1941a469],
  ...[VOID, CRC],
]
/** Elements of a cluster of unknown size. */
const OF_CLUSTER = [0xe7, 0xa7, 0xab, 0xa3, 0xa0, 0xaf, 0x5854, VOID, CRC]

/** More than any writer makes; a bound on hostile files. */
const MAX_ELEMENTS = 1_000_000

/**
 * Reads the structure of a WebM (RFC 9559): sides, duration, which a recording may lack, and
 * which personal data its tags name. Throws `unsupported_media` where it breaks off, is damaged,
 * has no video that browsers play, or has bytes behind its end.
 */
export async function readWebm(reader: ByteReader): Promise<FileLayout> {
  const head = await readElement(reader, 0)
  if (head.id !== EBML || head.end === undefined) throw damaged('webm', 0)
  const documentType = await readText(reader, head, DOC_TYPE)
  if (documentType !== 'webm') {
    const sentence = 'This is a Matroska video (MKV). Export it as MP4 or WebM.'
    throw new Problem('unsupported_media', sentence)
  }
  const segment = await readElement(reader, head.end)
  if (segment.id !== SEGMENT) throw damaged('webm', head.end)
  const { parts, end } = await readSegment(reader, segment)
  const tracks = parts.find(({ id }) => id === TRACKS)
  const sides = tracks && (await readSides(reader, tracks))
  if (!sides) throw damaged('webm')
  if (!parts.some(({ id }) => id === CLUSTER)) throw brokenOff('webm')
  const tags = parts.filter(({ id }) => id === TAGS)
  const info = parts.find(({ id }) => id === INFO)
  const seconds = info && (await readSeconds(reader, info))
  const layout = {
    format: 'webm' as const,
    end,
    metadata: [],
    finds: await findInTags(reader, tags),
    video: { ...sides, seconds },
  }
  if (end === reader.size) return layout
  if (!(await isPadding(reader, end))) throw foreignTail('webm', reader.size - end)
  return { ...layout, tail: 'padding' }
}

/** Reads the elements of a segment, and where it ends. */
async function readSegment(
  reader: ByteReader,
  segment: Element,
): Promise<{ parts: Element[]; end: number }> {
  const limit = segment.end ?? reader.size
  if (limit > reader.size) throw brokenOff('webm')
  const parts: Element[] = []
  let at = segment.start
  let isInCluster = false
  for (let count = 0; at < limit; count += 1) {
    if (count >= MAX_ELEMENTS) throw damaged('webm', at)
    const element = await readElement(reader, at)
    const isPart = OF_SEGMENT.includes(element.id)
    if (!isPart && !(isInCluster && OF_CLUSTER.includes(element.id))) {
      // Behind a segment of open size.
      if (segment.end === undefined && parts.length > 0) return { parts, end: at }
      throw damaged('webm', at)
    }
    if (isPart) parts.push(element)
    if (element.id === CLUSTER) isInCluster = element.end === undefined
    if (element.end === undefined && element.id !== CLUSTER) throw damaged('webm', at)
    if (element.end !== undefined && element.end > limit) throw brokenOff('webm')
    at = element.end ?? element.start
  }
  return { parts, end: limit }
}

/** Returns the sides of the first video track; undefined without one. */
async function readSides(reader: ByteReader, tracks: Element) {
  for (const track of await listChildren(reader, tracks)) {
    if (track.id !== 0xae) continue
    const parts = await listChildren(reader, track)
    const video = parts.find(({ id }) => id === 0xe0)
    if (!video) continue
    const codec = (await readText(reader, track, 0x86)) ?? ''
    if (!/^V_(VP8|VP9|AV1)$/.test(codec)) {
      const sentence =
        'This WebM uses a codec that browsers cannot play. Export it as VP9, or as MP4 in H.264.'
      throw new Problem('unsupported_media', sentence)
    }
    const width = await readNumber(reader, video, 0xb0)
    const height = await readNumber(reader, video, 0xba)
    return width && height ? { width, height } : undefined
  }
  return undefined
}

async function readSeconds(
  reader: ByteReader,
  info: Element,
): Promise<number | undefined> {
  const bytes = await readBinary(reader, info, 0x4489)
  const scale = (await readNumber(reader, info, 0x2ad7b1)) ?? 1_000_000
  if (!bytes || (bytes.length !== 4 && bytes.length !== 8)) return undefined
  const duration = bytes.length === 4 ? bytes.readFloatBE(0) : bytes.readDoubleBE(0)
  return duration > 0 ? (duration * scale) / 1e9 : undefined
}
