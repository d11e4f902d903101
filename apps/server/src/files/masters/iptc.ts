import { type CleanedBlock, cleanExif } from './exif.ts'
import type { Find } from './file-layout.ts'

const IPTC_RESOURCE = 0x0404
/** Sum of the IPTC block, which no longer fits once that is changed. */
const DIGEST_RESOURCE = 0x0425
const EXIF_RESOURCES = [0x0422, 0x0423]

/** Content location, city, sublocation, state and country of record 2 (IIM 4.2). */
const PLACES = [26, 27, 90, 92, 95, 100, 101]

type Resource = { id: number; start: number; data: Buffer; end: number }

/**
 * Finds location and camera data in the image resources of Photoshop, which hold IPTC.
 * The rest are the other resources and data sets.
 */
export function cleanImageResources(data: Buffer): CleanedBlock {
  const finds = new Set<Find>()
  const kept: { id: number; bytes: Buffer }[] = []
  for (const { id, start, data: content, end } of listResources(data)) {
    const cleaned = cleanResource(id, content)
    for (const find of cleaned.finds) finds.add(find)
    if (cleaned.finds.length === 0) kept.push({ id, bytes: data.subarray(start, end) })
    else if (cleaned.kept) kept.push({ id, bytes: resource(id, cleaned.kept) })
  }
  if (finds.size === 0) return { finds: [], kept: data }
  const stays = kept.filter(({ id }) => id !== DIGEST_RESOURCE)
  return { finds: [...finds], kept: Buffer.concat(stays.map(({ bytes }) => bytes)) }
}

function cleanResource(id: number, data: Buffer): CleanedBlock {
  if (id === IPTC_RESOURCE) return cleanIptc(data)
  if (EXIF_RESOURCES.includes(id)) return cleanExif(data)
  return { finds: [], kept: data }
}

function listResources(data: Buffer): Resource[] {
  const resources: Resource[] = []
  let at = 0
  while (at + 12 <= data.length && data.toString('latin1', at, at + 4) === '8BIM') {
    const nameLength = data[at + 6] ?? 0
    const sizeAt = at + 6 + 1 + nameLength + ((nameLength + 1) % 2)
    if (sizeAt + 4 > data.length) break
    const size = data.readUInt32BE(sizeAt)
    const end = Math.min(data.length, sizeAt + 4 + size + (size % 2))
    const content = data.subarray(sizeAt + 4, Math.min(sizeAt + 4 + size, end))
    resources.push({ id: data.readUInt16BE(at + 4), start: at, data: content, end })
    at = end
  }
  return resources
}

function cleanIptc(data: Buffer): CleanedBlock {
  const kept: Buffer[] = []
  let hasPlace = false
  let at = 0
  while (at + 5 <= data.length && data[at] === 0x1c) {
    const length = data.readUInt16BE(at + 3)
    // A length above 32,767 is the number of bytes of the length that follows.
    if (length > 0x7fff) return { finds: ['location'], kept: undefined }
    const isPlace = data[at + 1] === 2 && PLACES.includes(data[at + 2] ?? 0)
    if (isPlace) hasPlace = true
    else kept.push(data.subarray(at, at + 5 + length))
    at += 5 + length
  }
  return hasPlace
    ? { finds: ['location'], kept: Buffer.concat(kept) }
    : { finds: [], kept: data }
}

function resource(id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12)
  head.write('8BIM', 'latin1')
  head.writeUInt16BE(id, 4)
  head.writeUInt32BE(data.length, 8)
  return Buffer.concat([head, data], 12 + data.length + (data.length % 2))
}
