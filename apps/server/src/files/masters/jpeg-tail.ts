import type { FileLayout } from './file-layout.ts'
import type { ByteReader } from './file-source.ts'
import { isPadding } from './padding.ts'

/**
 * Returns what cameras write behind a JPEG: filling, the film of a motion photo, or
 * Samsung's trailer, which ends with `SEFT`. Undefined for anything else.
 */
export async function findJpegTail(
  reader: ByteReader,
  end: number,
): Promise<FileLayout['tail']> {
  const last = await reader.read(reader.size - 4, 4)
  if (last.toString('latin1') === 'SEFT') return 'camera trailer'
  const start = await reader.read(end, 12)
  if (start.toString('latin1', 4, 8) === 'ftyp') return 'film'
  return (await isPadding(reader, end)) ? 'padding' : undefined
}
