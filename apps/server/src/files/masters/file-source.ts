import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'

/** An uploaded file: its path, or its bytes. */
export type FileSource = string | Uint8Array

/** File that is read at any position without being held whole. */
export type ByteReader = {
  size: number
  /** Returns up to `length` bytes from `at` on; fewer at the end of the file. */
  read(at: number, length: number): Promise<Buffer>
}

/** Replaces the bytes from `start` to before `end`. */
export type Edit = { start: number; end: number; bytes: Buffer }

const WINDOW_BYTES = 256 * 1024

/** Opens a file for `work` and closes it afterwards; returns what `work` returns. */
export async function withReader<T>(
  source: FileSource,
  work: (reader: ByteReader) => Promise<T>,
): Promise<T> {
  if (typeof source !== 'string') return work(memoryReader(source))
  const file = await open(source)
  try {
    const { size } = await file.stat()
    let window = Buffer.alloc(0)
    let start = 0
    const fetch = async (at: number, length: number) => {
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - at)))
      const { bytesRead } = await file.read(bytes, 0, bytes.length, at)
      return bytes.subarray(0, bytesRead)
    }
    const read = async (at: number, length: number) => {
      if (length > WINDOW_BYTES) return fetch(at, length)
      const end = Math.min(size, at + length)
      if (at < start || end > start + window.length) {
        window = await fetch(at, WINDOW_BYTES)
        start = at
      }
      return window.subarray(at - start, at - start + length)
    }
    return await work({ size, read })
  } finally {
    await file.close()
  }
}

function memoryReader(bytes: Uint8Array): ByteReader {
  const { buffer, byteOffset, byteLength } = bytes
  const whole = Buffer.from(buffer, byteOffset, byteLength)
  return {
    size: byteLength,
    read: async (at, length) => whole.subarray(at, at + length),
  }
}

/**
 * Streams a file up to `end` with its edits applied. They must be sorted and must not
 * overlap.
 */
export function streamEdited(source: FileSource, end: number, edits: Edit[]): Readable {
  return Readable.from(editedParts(source, end, edits), { objectMode: false })
}

async function* editedParts(
  source: FileSource,
  end: number,
  edits: Edit[],
): AsyncGenerator<Uint8Array> {
  let at = 0
  for (const edit of edits) {
    yield* originalParts(source, at, edit.start)
    if (edit.bytes.length > 0) yield edit.bytes
    at = edit.end
  }
  yield* originalParts(source, at, end)
}

async function* originalParts(
  source: FileSource,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  if (end <= start) return
  if (typeof source !== 'string') yield source.subarray(start, end)
  else yield* createReadStream(source, { start, end: end - 1 })
}
