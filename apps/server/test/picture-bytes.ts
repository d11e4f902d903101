/** Returns a copy with more bytes at `at`. */
export function insert(bytes: Buffer, at: number, more: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)])
}

/** Returns a segment of a JPEG; `marker` is the second byte of its marker. */
export function jpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.of(0xff, marker, 0, 0)
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/** Returns a WebP of chunks. */
export function webpFile(...chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from('RIFF'), size, body])
}

/** Returns a chunk of a WebP. */
export function riffChunk(type: string, data: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from(type), size, data, Buffer.alloc(data.length % 2)])
}

/** Returns the first chunk of an extended WebP with these features and sides. */
export function webpHead(flags: number, side: number): Buffer {
  const head = Buffer.alloc(10)
  head[0] = flags
  head.writeUIntLE(side - 1, 4, 3)
  head.writeUIntLE(side - 1, 7, 3)
  return riffChunk('VP8X', head)
}
