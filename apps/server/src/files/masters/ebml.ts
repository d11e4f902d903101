import { brokenOff, damaged } from './file-layout.ts'
import type { ByteReader } from './file-source.ts'

/** An element (RFC 8794); `end` is undefined where a recorder left its size open. */
export type Element = { id: number; start: number; end: number | undefined }

/** More than any writer makes; a bound on hostile files. */
const MAX_CHILDREN = 1000

/** Reads the head of the element at `at`. Throws `unsupported_media` where it is none. */
export async function readElement(reader: ByteReader, at: number): Promise<Element> {
  const bytes = await reader.read(at, 12)
  const first = bytes[0]
  if (first === undefined) throw brokenOff('webm')
  const idLength = Math.clz32(first) - 23
  if (idLength > 4) throw damaged('webm', at)
  const sizeFirst = bytes[idLength]
  if (sizeFirst === undefined) throw brokenOff('webm')
  const sizeLength = Math.clz32(sizeFirst) - 23
  if (sizeLength > 8) throw damaged('webm', at)
  if (bytes.length < idLength + sizeLength) throw brokenOff('webm')
  let size = BigInt(sizeFirst & (2 ** (8 - sizeLength) - 1))
  for (const byte of bytes.subarray(idLength + 1, idLength + sizeLength)) {
    size = size * 256n + BigInt(byte)
  }
  const isOpen = size === 2n ** BigInt(7 * sizeLength) - 1n
  const start = at + idLength + sizeLength
  return {
    id: bytes.readUIntBE(0, idLength),
    start,
    end: isOpen ? undefined : start + Number(size),
  }
}

/** Lists the elements in another one. Throws `unsupported_media` where they do not fill it. */
export async function listChildren(
  reader: ByteReader,
  { start, end = start }: Element,
): Promise<Element[]> {
  const children: Element[] = []
  let at = start
  while (at < end) {
    const child = await readElement(reader, at)
    if (child.end === undefined || child.end > end || children.length > MAX_CHILDREN) {
      throw damaged('webm', at)
    }
    children.push(child)
    at = child.end
  }
  return children
}

/** Bytes of a value that is read; longer ones are no number, name or address. */
const MAX_VALUE_BYTES = 1024

/** Reads the first child with this id; undefined without one, or for a long one. */
export async function readBinary(
  reader: ByteReader,
  parent: Element,
  id: number,
): Promise<Buffer | undefined> {
  const child = (await listChildren(reader, parent)).find((one) => one.id === id)
  if (child?.end === undefined || child.end - child.start > MAX_VALUE_BYTES)
    return undefined
  return Buffer.from(await reader.read(child.start, child.end - child.start))
}

/** Reads the first child with this id as an unsigned integer of at most 48 bits. */
export async function readNumber(reader: ByteReader, parent: Element, id: number) {
  const bytes = await readBinary(reader, parent, id)
  if (!bytes || bytes.length < 1 || bytes.length > 6) return undefined
  return bytes.readUIntBE(0, bytes.length)
}

/** Reads the first child with this id as a text, a byte a character. */
export async function readText(reader: ByteReader, parent: Element, id: number) {
  return (await readBinary(reader, parent, id))?.toString('latin1').replace(/\0+$/, '')
}
