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

/** Returns a black and white PNG of packed rows, matching its sides or not. */
export function encodePng(width: number, height: number, packed: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', packed),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Returns a PNG chunk: length, type, content and checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
