import { exifBlock } from './exif.ts'
import {
  brokenOff,
  damaged,
  type FileLayout,
  foreignTail,
  type MetadataPart,
} from './file-layout.ts'
import type { ByteReader, Edit } from './file-source.ts'
import { isPadding } from './padding.ts'

/** More chunks than any writer makes, one or two a frame; a bound on hostile files. */
const MAX_CHUNKS = 100_000
const MAX_METADATA_BYTES = 4 << 20

/** Bits of the extended header that announce metadata. */
const HAS_EXIF = 0x08
const HAS_XMP = 0x04

/**
 * Reads the structure of a WebP (RFC 9649). Throws `unsupported_media` where it breaks off,
 * is damaged or has bytes behind its end.
 */
export async function readWebp(reader: ByteReader): Promise<FileLayout> {
  const end = 8 + (await reader.read(4, 4)).readUInt32LE(0)
  if (end > reader.size) throw brokenOff('webp')
  const metadata: MetadataPart[] = []
  /** Bit that announces each chunk of metadata, by its position. */
  const bits = new Map<number, number>()
  let flagsAt: number | undefined
  let hasPixels = false
  let at = 12
  for (let count = 0; at < end; count += 1) {
    const head = await reader.read(at, 8)
    if (count >= MAX_CHUNKS || head.length < 8) throw damaged('webp', at)
    const type = head.toString('latin1', 0, 4)
    const length = head.readUInt32LE(4)
    const next = at + 8 + length + (length % 2)
    if (next > end) throw damaged('webp', at)
    if (type === 'VP8X') flagsAt = at + 8
    if (['VP8 ', 'VP8L', 'ANMF'].includes(type)) hasPixels = true
    const isMetadata = type === 'EXIF' || type === 'XMP '
    if (isMetadata && length <= MAX_METADATA_BYTES) {
      const data = Buffer.from(await reader.read(at + 8, length))
      metadata.push(readPart(type, data, at, next))
      bits.set(at, type === 'EXIF' ? HAS_EXIF : HAS_XMP)
    }
    at = next
  }
  if (!hasPixels) throw damaged('webp')
  const place = { end, bits, ...(flagsAt === undefined ? {} : { flagsAt }) }
  const complete = (edits: Edit[]) => withHeader(reader, place, edits)
  if (end === reader.size) return { format: 'webp', end, metadata, complete }
  if (!(await isPadding(reader, end))) throw foreignTail('webp', reader.size - end)
  return { format: 'webp', end, metadata, complete, tail: 'padding' }
}

function readPart(
  type: 'EXIF' | 'XMP ',
  data: Buffer,
  start: number,
  end: number,
): MetadataPart {
  const replace = (kept: Buffer | undefined): Edit[] => [
    { start, end, bytes: kept ? riffChunk(type, kept) : Buffer.alloc(0) },
  ]
  if (type === 'XMP ') return { kind: 'xmp', data, replace }
  return { kind: 'exif', data: exifBlock(data), replace }
}

/** Returns the edits with those of the total and of what the extended header announces. */
async function withHeader(
  reader: ByteReader,
  { end, flagsAt, bits }: { end: number; flagsAt?: number; bits: Map<number, number> },
  edits: Edit[],
): Promise<Edit[]> {
  if (edits.length === 0) return edits
  const total = Buffer.alloc(4)
  const grown = edits.map((edit) => edit.bytes.length - (edit.end - edit.start))
  total.writeUInt32LE(grown.reduce((sum, bytes) => sum + bytes, end - 8))
  const header = [{ start: 4, end: 8, bytes: total }]
  if (flagsAt !== undefined) {
    const removed = edits.filter(({ bytes }) => bytes.length === 0)
    const flags = removed.reduce(
      (left, { start }) => left & ~(bits.get(start) ?? 0),
      (await reader.read(flagsAt, 1))[0] ?? 0,
    )
    header.push({ start: flagsAt, end: flagsAt + 1, bytes: Buffer.of(flags) })
  }
  return [...header, ...edits]
}

function riffChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data], 8 + data.length + (data.length % 2))
}
