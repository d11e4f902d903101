import { crc32, deflateRawSync } from 'node:zlib'

/** File of an archive, and what of its headers differs from the usual. */
export type ZipPart = {
  name: string | Buffer
  bytes: Buffer
  /** Bytes as they stand in the archive; by default deflated. */
  packed?: Buffer
  method?: number
  flags?: number
  versionMadeBy?: number
  attributes?: number
  crc?: number
  size?: number
  /** Repeats the name in UTF-8, as Info-ZIP does. */
  unicodeName?: string
  /** Offset of its header; by default where it is. */
  offset?: number
}

/** Writes an archive, also one that no tool would write. */
export function writeZip(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const part of parts) {
    const { bytes, method = 8, flags = 0, unicodeName } = part
    const name = Buffer.from(part.name)
    const packed = part.packed ?? (method === 0 ? bytes : deflateRawSync(bytes))
    const extra =
      unicodeName === undefined ? Buffer.alloc(0) : unicodePath(name, unicodeName)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(part.crc ?? crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(part.size ?? bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, packed])
    common.writeUInt16LE(extra.length, 24)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(part.attributes ?? 0, 6)
    rest.writeUInt32LE(part.offset ?? at, 10)
    const made = Buffer.alloc(2)
    made.writeUInt16LE(part.versionMadeBy ?? 20, 0)
    directory.push(Buffer.from('PK\x01\x02'), made, common, rest, name, extra)
    locals.push(local)
    at += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...locals, central, Buffer.from('PK\x05\x06'), end])
}

function unicodePath(name: Buffer, utf8: string): Buffer {
  const text = Buffer.from(utf8)
  const head = Buffer.alloc(9)
  head.writeUInt16LE(0x7075, 0)
  head.writeUInt16LE(5 + text.length, 2)
  head[4] = 1
  head.writeUInt32LE(crc32(name), 5)
  return Buffer.concat([head, text])
}
