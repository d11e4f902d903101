import { crc32, inflateSync } from 'node:zlib'
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

/** More chunks than any writer makes; a bound on hostile files. */
const MAX_CHUNKS = 100_000
const MAX_TEXT_BYTES = 4 << 20

type Chunk = { type: string; start: number; length: number; end: number }

/**
 * Reads the structure of a PNG (W3C PNG, third edition) with the check of each chunk.
 * Throws `unsupported_media` where it breaks off, is damaged or has bytes behind its end.
 */
export async function readPng(reader: ByteReader): Promise<FileLayout> {
  const metadata: MetadataPart[] = []
  let frames = 0
  let declaredFrames = 0
  let hasPixels = false
  let at = 8
  for (let count = 0; count < MAX_CHUNKS; count += 1) {
    const chunk = await readChunk(reader, at)
    if (count === 0 && chunk.type !== 'IHDR') throw damaged('png', at)
    if (chunk.type === 'IDAT') hasPixels = true
    if (chunk.type === 'fcTL') frames += 1
    if (chunk.type === 'acTL' && !hasPixels) {
      declaredFrames = (await reader.read(at + 8, 4)).readUInt32BE(0)
    }
    const part = await readMetadata(reader, chunk)
    if (part) metadata.push(part)
    at = chunk.end
    if (chunk.type !== 'IEND') continue
    if (!hasPixels || (declaredFrames > 0 && frames !== declaredFrames)) {
      throw damaged('png')
    }
    const format = declaredFrames > 1 ? 'apng' : 'png'
    if (at === reader.size) return { format, end: at, metadata }
    if (!(await isPadding(reader, at))) throw foreignTail('png', reader.size - at)
    return { format, end: at, metadata, tail: 'padding' }
  }
  throw damaged('png', at)
}

async function readChunk(reader: ByteReader, start: number): Promise<Chunk> {
  const head = await reader.read(start, 8)
  if (head.length < 8) throw brokenOff('png')
  const length = head.readUInt32BE(0)
  const type = head.toString('latin1', 4, 8)
  const end = start + 12 + length
  if (length > 0x7fffffff || !/^[A-Za-z]{4}$/.test(type)) throw damaged('png', start)
  if (end > reader.size) throw brokenOff('png')
  let check = 0
  for (let at = start + 4; at < end - 4; at += 65_536) {
    check = crc32(await reader.read(at, Math.min(65_536, end - 4 - at)), check)
  }
  const written = (await reader.read(end - 4, 4)).readUInt32BE(0)
  if (check !== written) throw damaged('png', start)
  return { type, start, length, end }
}

/** Reads a chunk that holds metadata of a camera; undefined for any other. */
async function readMetadata(
  reader: ByteReader,
  { type, start, length, end }: Chunk,
): Promise<MetadataPart | undefined> {
  if (!['eXIf', 'tEXt', 'zTXt', 'iTXt'].includes(type) || length > MAX_TEXT_BYTES) {
    return undefined
  }
  const data = Buffer.from(await reader.read(start + 8, length))
  const edit = (bytes: Buffer): Edit[] => [{ start, end, bytes }]
  const remove = edit(Buffer.alloc(0))
  const asExif = (kept: Buffer | undefined) =>
    kept ? edit(pngChunk('eXIf', kept)) : remove
  if (type === 'eXIf') return { kind: 'exif', data: exifBlock(data), replace: asExif }
  const { keyword, text } = readText(type, data)
  if (keyword === 'XML:com.adobe.xmp') {
    const head = Buffer.from(`${keyword}\0\0\0\0\0`, 'latin1')
    const replace = (kept: Buffer | undefined) =>
      kept ? edit(pngChunk('iTXt', Buffer.concat([head, kept]))) : remove
    return { kind: 'xmp', data: text, replace }
  }
  const profile = /^Raw profile type (exif|APP1|xmp|iptc|8bim)$/i.exec(keyword)?.[1]
  if (profile) return readProfile(text, asExif)
  // ImageMagick writes each property as a text of its own.
  if (!/^exif:/i.test(keyword)) return undefined
  const kind = /gps/i.test(keyword) ? 'location' : 'camera'
  return { kind, data: text, replace: () => remove }
}

/** Reads a profile that ImageMagick and ExifTool write as hex digits behind a count. */
function readProfile(
  text: Buffer,
  asExif: (kept: Buffer | undefined) => Edit[],
): MetadataPart | undefined {
  const digits = /^\s*\w+\s+\d+\s+([0-9a-f\s]*)$/i.exec(text.toString('latin1'))?.[1]
  if (!digits) return undefined
  const data = Buffer.from(digits.replace(/\s/g, ''), 'hex')
  const remove = () => asExif(undefined)
  if (data.toString('latin1', 0, 4) === '8BIM') {
    return { kind: 'iptc', data, replace: remove }
  }
  const packet = data.indexOf('<x:xmpmeta')
  return packet < 0
    ? { kind: 'exif', data: exifBlock(data), replace: asExif }
    : { kind: 'xmp', data: data.subarray(packet), replace: remove }
}

/** Reads keyword and text of a textual chunk; a text that does not unpack is empty. */
function readText(type: string, data: Buffer): { keyword: string; text: Buffer } {
  const [keyword, at] = take(data, 0)
  if (type === 'tEXt') return { keyword, text: data.subarray(at) }
  if (type === 'zTXt') return { keyword, text: unpack(data.subarray(at + 1)) }
  const [, translatedAt] = take(data, at + 2)
  const [, textAt] = take(data, translatedAt)
  const text = data.subarray(textAt)
  return { keyword, text: data[at] === 1 ? unpack(text) : text }
}

/** Returns a text that ends with a zero, and the position behind it. */
function take(data: Buffer, from: number): [text: string, end: number] {
  const end = data.indexOf(0, from)
  if (end < 0) return ['', data.length]
  return [data.toString('latin1', from, end), end + 1]
}

function unpack(data: Buffer): Buffer {
  try {
    return inflateSync(data, { maxOutputLength: MAX_TEXT_BYTES })
  } catch {
    return Buffer.alloc(0)
  }
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const bytes = Buffer.alloc(body.length + 8)
  bytes.writeUInt32BE(data.length, 0)
  body.copy(bytes, 4)
  bytes.writeUInt32BE(crc32(body), body.length + 4)
  return bytes
}
