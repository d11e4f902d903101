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
  /** Writes its sizes in the 64-bit fields of ZIP64, as of a file above 4 GB. */
  isZip64?: boolean
}

/** Writes an archive, also one that no tool would write. */
export function writeZip(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const part of parts) {
    const { bytes, method = 8, flags = 0, unicodeName, isZip64 = false } = part
    const name = Buffer.from(part.name)
    const packed = part.packed ?? (method === 0 ? bytes : deflateRawSync(bytes))
    const size = part.size ?? bytes.length
    const extra = Buffer.concat([
      ...(unicodeName === undefined ? [] : [unicodePath(name, unicodeName)]),
      ...(isZip64 ? [zip64Sizes(size, packed.length)] : []),
    ])
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(part.crc ?? crc32(bytes), 10)
    common.writeUInt32LE(isZip64 ? MAX_UINT32 : packed.length, 14)
    common.writeUInt32LE(isZip64 ? MAX_UINT32 : size, 18)
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
  const isZip64 = parts.some((part) => part.isZip64)
  const entries = parts.length
  const zip64 = isZip64 ? zip64End({ entries, size: central.length, offset: at }) : []
  const end = Buffer.alloc(18)
  end.writeUInt16LE(isZip64 ? MAX_UINT16 : entries, 4)
  end.writeUInt16LE(isZip64 ? MAX_UINT16 : entries, 6)
  end.writeUInt32LE(isZip64 ? MAX_UINT32 : central.length, 8)
  end.writeUInt32LE(isZip64 ? MAX_UINT32 : at, 12)
  return Buffer.concat([...locals, central, ...zip64, Buffer.from('PK\x05\x06'), end])
}

const MAX_UINT16 = 0xffff
const MAX_UINT32 = 0xffffffff

/** Returns the 64-bit record of the directory's end, and the locator behind it. */
function zip64End(directory: { entries: number; size: number; offset: number }) {
  const { entries, size, offset } = directory
  const record = Buffer.alloc(56)
  record.write('PK\x06\x06', 'latin1')
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(45, 12)
  record.writeUInt16LE(45, 14)
  record.writeBigUInt64LE(BigInt(entries), 24)
  record.writeBigUInt64LE(BigInt(entries), 32)
  record.writeBigUInt64LE(BigInt(size), 40)
  record.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 'latin1')
  locator.writeBigUInt64LE(BigInt(offset + size), 8)
  locator.writeUInt32LE(1, 16)
  return [record, locator]
}

function zip64Sizes(size: number, packed: number): Buffer {
  const field = Buffer.alloc(20)
  field.writeUInt16LE(0x0001, 0)
  field.writeUInt16LE(16, 2)
  field.writeBigUInt64LE(BigInt(size), 4)
  field.writeBigUInt64LE(BigInt(packed), 12)
  return field
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
