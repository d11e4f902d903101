import { createCipheriv, createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/** Returns a black PNG with these declared sides and only `rows` rows of pixels. */
export function emptyPng(width: number, height: number, rows = height): Buffer {
  const bytesOfRow = Math.ceil(Math.min(width, 1e6) / 8) + 1
  return encodePng(
    width,
    height,
    deflateSync(Buffer.alloc(bytesOfRow * rows), { level: 9 }),
  )
}

/** Bits of a sample, and the colour type of a PNG. */
type Samples = { depth: number; color: number }

/** Returns a PNG of packed rows, matching its sides or not; by default black and white. */
export function encodePng(
  width: number,
  height: number,
  packed: Buffer,
  { depth, color }: Samples = { depth: 1, color: 0 },
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, color, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', packed),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/**
 * Returns a PNG of random pixels with about `size` bytes, which are the same for the same
 * `seed`. It has few pixels for its size, so that it is decoded fast.
 */
export function noisePng(size: number, seed: string): Buffer {
  const side = Math.max(1, Math.floor(Math.sqrt(size / BYTES_OF_RGBA)))
  const bytesOfRow = 1 + side * BYTES_OF_RGBA
  const key = createHash('sha256').update(seed).digest()
  const noise = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  const rows = noise.update(Buffer.alloc(side * bytesOfRow))
  // The filter of each row: none.
  for (let row = 0; row < side; row += 1) rows[row * bytesOfRow] = 0
  return encodePng(side, side, deflateSync(rows, { level: 0 }), { depth: 16, color: 6 })
}

const BYTES_OF_RGBA = 8

/** Returns a PNG chunk: length, type, content and checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
