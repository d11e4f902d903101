import { brokenOff, damaged, type FileLayout, foreignTail } from './file-layout.ts'
import type { ByteReader } from './file-source.ts'
import { isPadding } from './padding.ts'

/**
 * Reads the structure of a GIF (GIF89a) to its trailer. Throws `unsupported_media` where it
 * breaks off, is damaged or has bytes behind its end.
 */
export async function readGif(reader: ByteReader): Promise<FileLayout> {
  const byteAt = async (at: number): Promise<number> => {
    const value = (await reader.read(at, 1))[0]
    if (value === undefined) throw brokenOff('gif')
    return value
  }
  const skipTable = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  const skipBlocks = async (from: number): Promise<number> => {
    let at = from
    for (;;) {
      const length = await byteAt(at)
      at += 1 + length
      if (length === 0) return at
    }
  }
  let frames = 0
  let at = 13 + skipTable(await byteAt(10))
  for (;;) {
    const mark = await byteAt(at)
    if (mark === 0x3b) break
    if (mark === 0x21) at = await skipBlocks(at + 2)
    else if (mark === 0x2c) {
      frames += 1
      at = await skipBlocks(at + 11 + skipTable(await byteAt(at + 9)))
    } else throw damaged('gif', at)
  }
  if (frames === 0) throw damaged('gif')
  const end = at + 1
  if (end === reader.size) return { format: 'gif', end, metadata: [] }
  if (!(await isPadding(reader, end))) throw foreignTail('gif', reader.size - end)
  return { format: 'gif', end, metadata: [], tail: 'padding' }
}
