import type { Find } from './file-layout.ts'

/** Finds of a block of metadata, and what stays of it without them; undefined: nothing. */
export type CleanedBlock = { finds: Find[]; kept: Buffer | undefined }

/** Tags of IFD 0 that stay: how the picture is shown, and credits (Exif 3.0, 4.6). */
const KEPT_OF_IMAGE = [
  ...[0x010e, 0x0112, 0x011a, 0x011b, 0x0128, 0x0131, 0x013b, 0x0213, 0x8298],
]
/** Tags of the Exif IFD that stay: version, layout of colours, sides, colour space, comment. */
const KEPT_OF_EXIF = [0x9000, 0x9101, 0x9286, 0xa000, 0xa001, 0xa002, 0xa003]
/** Make, model and host computer. */
const CAMERA_OF_IMAGE = [0x010f, 0x0110, 0x013c]
const EXIF_POINTER = 0x8769
const GPS_POINTER = 0x8825

/** Bytes of a value by its type (TIFF 6.0); the place is the number of the type. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

type Entry = { tag: number; type: number; count: number; value: Buffer }

/**
 * Finds location and camera data in an EXIF block (TIFF header first). With any, what
 * stays is a new block with orientation, resolution, colour space and credits; without,
 * the block as it is. A block that cannot be read counts as camera data and goes.
 */
export function cleanExif(data: Buffer): CleanedBlock {
  let image: Entry[]
  let exif: Entry[]
  let location: Entry[]
  const tiff = openTiff(data)
  try {
    image = tiff.readDirectory(tiff.first())
    exif = tiff.readPointed(image, EXIF_POINTER)
    location = tiff.readPointed(image, GPS_POINTER)
  } catch {
    return { finds: ['camera'], kept: undefined }
  }
  const finds: Find[] = []
  // Tag 0 is the version of the block.
  if (location.some(({ tag }) => tag !== 0)) finds.push('location')
  const hasCamera =
    image.some(({ tag }) => CAMERA_OF_IMAGE.includes(tag)) ||
    exif.some(({ tag }) => !KEPT_OF_EXIF.includes(tag))
  if (hasCamera) finds.push('camera')
  if (finds.length === 0) return { finds, kept: data }
  const kept = writeTiff(
    tiff.isLittle,
    image.filter(({ tag }) => KEPT_OF_IMAGE.includes(tag)),
    exif.filter(({ tag }) => KEPT_OF_EXIF.includes(tag)),
  )
  return { finds, kept }
}

/** Returns an EXIF block without the mark that JPEG puts before it, and some writers elsewhere. */
export function exifBlock(data: Buffer): Buffer {
  return data.toString('latin1', 0, 6) === 'Exif\0\0' ? data.subarray(6) : data
}

function openTiff(data: Buffer) {
  const isLittle = data.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (isLittle ? data.readUInt16LE(at) : data.readUInt16BE(at))
  const long = (at: number) => (isLittle ? data.readUInt32LE(at) : data.readUInt32BE(at))
  const readDirectory = (at: number): Entry[] => {
    const count = short(at)
    return Array.from({ length: count }, (_, place) => {
      const from = at + 2 + place * 12
      const [tag, type, values] = [short(from), short(from + 2), long(from + 4)]
      const size = (TYPE_BYTES[type] ?? 0) * values
      const start = size <= 4 ? from + 8 : long(from + 8)
      // A value that points outside is passed over, as readers do.
      return { tag, type, count: values, value: data.subarray(start, start + size) }
    })
  }
  return {
    isLittle,
    first(): number {
      const mark = data.toString('latin1', 0, 4)
      if (mark !== 'II*\0' && mark !== 'MM\0*') throw new RangeError('no TIFF header')
      return long(4)
    },
    readDirectory,
    /** Returns the entries of the directory that a tag points to; none without the tag. */
    readPointed(entries: Entry[], tag: number): Entry[] {
      const pointer = entries.find((entry) => entry.tag === tag)?.value
      if (!pointer || pointer.length < 4) return []
      return readDirectory(isLittle ? pointer.readUInt32LE(0) : pointer.readUInt32BE(0))
    },
  }
}

/** Writes a TIFF block of IFD 0 and, where it has entries, an Exif IFD. */
function writeTiff(isLittle: boolean, image: Entry[], exif: Entry[]): Buffer {
  const short = (value: number) => number(value, 2, isLittle)
  const long = (value: number) => number(value, 4, isLittle)
  const directory = (entries: Entry[], start: number): Buffer => {
    const heads: Buffer[] = [short(entries.length)]
    const values: Buffer[] = []
    let at = start + 2 + entries.length * 12 + 4
    for (const { tag, type, count, value } of entries) {
      heads.push(short(tag), short(type), long(count))
      if (value.length <= 4) heads.push(padded(value, 4))
      else {
        heads.push(long(at))
        values.push(padded(value, value.length + (value.length % 2)))
        at += value.length + (value.length % 2)
      }
    }
    return Buffer.concat([...heads, long(0), ...values])
  }
  const isWhole = ({ type, count, value }: Entry) =>
    value.length > 0 && value.length === (TYPE_BYTES[type] ?? 0) * count
  const inner = exif.filter(isWhole)
  const outer = image.filter(isWhole)
  const pointer = { tag: EXIF_POINTER, type: 4, count: 1, value: long(0) }
  const withPointer = (value: Buffer) =>
    inner.length === 0
      ? outer
      : [...outer, { ...pointer, value }].sort((a, b) => a.tag - b.tag)
  // Its length does not depend on the value of the pointer.
  const length = directory(withPointer(long(0)), 8).length
  return Buffer.concat([
    Buffer.from(isLittle ? 'II*\0' : 'MM\0*', 'latin1'),
    long(8),
    directory(withPointer(long(8 + length)), 8),
    ...(inner.length === 0 ? [] : [directory(inner, 8 + length)]),
  ])
}

function number(value: number, size: 2 | 4, isLittle: boolean): Buffer {
  const bytes = Buffer.alloc(size)
  if (isLittle) bytes.writeUIntLE(value, 0, size)
  else bytes.writeUIntBE(value, 0, size)
  return bytes
}

function padded(bytes: Buffer, length: number): Buffer {
  return Buffer.concat([bytes], length)
}
