import type { ByteReader } from './file-source.ts'

const MAX_PADDING_BYTES = 1 << 20

/** Returns whether nothing but filling follows `end`: zeros, 0xff, blanks or line ends. */
export async function isPadding(reader: ByteReader, end: number): Promise<boolean> {
  if (reader.size - end > MAX_PADDING_BYTES) return false
  const bytes = await reader.read(end, reader.size - end)
  return bytes.every((byte) => [0, 0xff, 0x20, 0x0a, 0x0d].includes(byte))
}
