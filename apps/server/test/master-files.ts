import sharp, { type Sharp } from 'sharp'
import { insert, jpegSegment } from './picture-bytes.ts'
import { pngChunk } from './png.ts'

/** Personal data of a photo that a stored master must not have. */
export const personalTexts = [
  'Camera of the test',
  'Lens of the test',
  'Village of the test',
]

const exif = {
  IFD0: {
    Make: 'Camera of the test',
    Model: 'Camera of the test 2',
    Copyright: 'Ada, 2026',
  },
  IFD2: { LensModel: 'Lens of the test', ColorSpace: '65535' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
}

const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:e="http://ns.adobe.com/exif/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" xmlns:dc="http://purl.org/dc/elements/1.1/" e:GPSLatitude="51,30.0N" photoshop:City="Village of the test" aux:Lens="Lens of the test" dc:source="kept by the test"><aux:SerialNumber>Camera of the test 7</aux:SerialNumber></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

/** Soft waves that no encoder makes small. */
export function waves(width = 120, height = 80): Sharp {
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < pixels.length; at += 1) {
    const x = Math.floor(at / 3) % width
    const y = Math.floor(at / 3 / width)
    pixels[at] = 128 + 90 * Math.sin(x / (5 + (at % 3))) * Math.cos(y / 9) + ((x * y) % 7)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** Waves that move in three frames. */
export function movingWaves(width = 40, height = 30): Sharp {
  const frames = Buffer.alloc(width * height * 3 * 3)
  for (let at = 0; at < frames.length; at += 1) frames[at] = (at * 7) % 251
  const raw = { width, height: height * 3, channels: 3, pageHeight: height } as const
  return sharp(frames, { raw })
}

/** A photo as a telephone takes it: lying, in a wide colour space, with place and camera. */
export function photo(): Sharp {
  return waves()
    .withIccProfile('p3')
    .withExif({ ...exif, IFD0: { ...exif.IFD0, Orientation: '6' } })
    .withXmp(xmp)
    .withMetadata({ orientation: 6 })
}

/** A JPEG photo with IPTC beside EXIF and XMP. */
export async function photoWithIptc(): Promise<Buffer> {
  const jpeg = await photo().jpeg({ quality: 90 }).toBuffer()
  const dataSet = (number: number, text: string) =>
    Buffer.concat([Buffer.of(0x1c, 2, number, 0, text.length), Buffer.from(text)])
  const iptc = Buffer.concat([
    dataSet(80, 'Ada'),
    dataSet(90, 'Village of the test'),
    dataSet(116, 'kept by the test'),
  ])
  return withSegment(
    jpeg,
    0xed,
    Buffer.concat([Buffer.from('Photoshop 3.0\0'), resource(0x0404, iptc)]),
  )
}

/** A PNG with EXIF in its own chunk, as hex digits, and property by property. */
export async function photoWithTexts(): Promise<Buffer> {
  const png = await photo().png().toBuffer()
  const at = png.indexOf('eXIf') - 4
  const block = Buffer.concat([
    Buffer.from('Exif\0\0'),
    png.subarray(at + 8, at + 8 + png.readUInt32BE(at)),
  ])
  const profile = `Raw profile type exif\0\nexif\n${block.length}\n${block.toString('hex')}\n`
  return Buffer.concat([
    png.subarray(0, at),
    pngChunk('tEXt', Buffer.from(profile, 'latin1')),
    pngChunk('tEXt', Buffer.from('exif:GPSLatitude\x0051/1, 30/1', 'latin1')),
    pngChunk('tEXt', Buffer.from('Comment\0kept by the test', 'latin1')),
    png.subarray(at),
  ])
}

/** A JPEG with a gain map behind it, both photos of a place, as telephones write HDR. */
export async function photoWithGainMap(): Promise<{ bytes: Buffer; gainMap: Buffer }> {
  const main = await photo().jpeg().toBuffer()
  const gainMap = await waves(30, 20).withExif(exif).jpeg().toBuffer()
  const list = (first: number, second: number) => {
    const data = Buffer.alloc(4 + 8 + 2 + 12 + 4 + 32)
    data.write('MPF\0MM\0*', 'latin1')
    data.writeUInt32BE(8, 8)
    data.writeUInt16BE(1, 12)
    data.writeUInt16BE(0xb002, 14)
    data.writeUInt16BE(7, 16)
    data.writeUInt32BE(32, 18)
    data.writeUInt32BE(26, 22)
    data.writeUInt32BE(first, 34)
    data.writeUInt32BE(gainMap.length, 50)
    data.writeUInt32BE(second, 54)
    return data
  }
  // The distance to the second image counts from behind the mark of the block.
  const length = withSegment(main, 0xe2, list(0, 0)).length
  const bytes = withSegment(main, 0xe2, list(length, length - 2 - 4 - 4))
  return { bytes: Buffer.concat([bytes, gainMap]), gainMap }
}

/** A PNG of two frames. */
export async function movingPng(): Promise<Buffer> {
  const png = await waves(64, 64).png().toBuffer()
  const control = Buffer.alloc(8)
  control.writeUInt32BE(2, 0)
  const frame = (sequence: number) => {
    const data = Buffer.alloc(26)
    data.writeUInt32BE(sequence, 0)
    data.writeUInt32BE(64, 4)
    data.writeUInt32BE(64, 8)
    data.writeUInt16BE(1, 20)
    data.writeUInt16BE(10, 22)
    return pngChunk('fcTL', data)
  }
  const start = png.indexOf('IDAT') - 4
  const pixels = png.subarray(start + 8, start + 8 + png.readUInt32BE(start))
  const second = pngChunk('fdAT', Buffer.concat([Buffer.of(0, 0, 0, 2), pixels]))
  return Buffer.concat([
    png.subarray(0, 33),
    pngChunk('acTL', control),
    frame(0),
    png.subarray(33, -12),
    frame(1),
    second,
    png.subarray(-12),
  ])
}

type FilmOptions = {
  codec?: string
  brand?: string
  userData?: Buffer
  isLying?: boolean
  handler?: string
}

/** An MP4 of 320 by 180 pixels and 2.5 seconds, by its boxes. */
export function film({
  codec = 'avc1',
  brand = 'isom',
  userData = Buffer.alloc(0),
  isLying = false,
  handler = 'vide',
}: FilmOptions = {}): Buffer {
  const movieHeader = Buffer.alloc(100)
  movieHeader.writeUInt32BE(1000, 12)
  movieHeader.writeUInt32BE(2500, 16)
  const trackHeader = Buffer.alloc(84)
  const matrix = isLying ? [0, 1, -1, 0] : [1, 0, 0, 1]
  for (const [place, at] of [40, 44, 52, 56].entries()) {
    trackHeader.writeInt32BE((matrix[place] ?? 0) * 65_536, at)
  }
  trackHeader.writeUInt32BE(320 * 65_536, 76)
  trackHeader.writeUInt32BE(180 * 65_536, 80)
  const handlerBox = Buffer.alloc(25)
  handlerBox.write(handler, 8, 'latin1')
  const samples = Buffer.alloc(8 + 86)
  samples.writeUInt32BE(1, 4)
  samples.writeUInt32BE(86, 8)
  samples.write(codec, 12, 'latin1')
  const media = box(
    'mdia',
    box('hdlr', handlerBox),
    box('minf', box('stbl', box('stsd', samples))),
  )
  return Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\x02\0${brand}mp41`, 'latin1')),
    box(
      'moov',
      box('mvhd', movieHeader),
      box('trak', box('tkhd', trackHeader), media),
      ...(userData.length > 0 ? [box('udta', userData)] : []),
    ),
    box('mdat', Buffer.alloc(64, 7)),
  ])
}

type WebmOptions = {
  codec?: string
  type?: string
  /** Sizes are left open, as a recorder writes them. */
  isOpen?: boolean
  /** Names and values of tags. */
  tags?: Record<string, string>
}

/** A WebM of 320 by 180 pixels and 2.5 seconds, by its elements. */
export function webm({
  codec = 'V_VP9',
  type = 'webm',
  isOpen = false,
  tags = {},
}: WebmOptions = {}): Buffer {
  const duration = Buffer.alloc(8)
  duration.writeDoubleBE(2500)
  const info = element('1549a966', ...(isOpen ? [] : [element('4489', duration)]))
  const video = element(
    'e0',
    element('b0', Buffer.of(1, 64)),
    element('ba', Buffer.of(180)),
  )
  const track = element(
    'ae',
    element('83', Buffer.of(1)),
    element('86', Buffer.from(codec)),
    video,
  )
  const block = element('a3', Buffer.alloc(40, 3))
  const cluster = [element('e7', Buffer.of(0)), block]
  const open = (id: string, ...parts: Buffer[]) =>
    isOpen
      ? Buffer.concat([
          Buffer.from(id, 'hex'),
          Buffer.from('01ffffffffffffff', 'hex'),
          ...parts,
        ])
      : element(id, ...parts)
  return Buffer.concat([
    element('1a45dfa3', element('4282', Buffer.from(type))),
    open(
      '18538067',
      info,
      element('1654ae6b', track),
      open('1f43b675', ...cluster),
      ...webmTags(tags),
    ),
  ])
}

/** The tags of a WebM, as FFmpeg writes them: each in a `SimpleTag` of one `Tag`. */
function webmTags(tags: Record<string, string>): Buffer[] {
  const simple = Object.entries(tags).map(([name, value]) =>
    element(
      '67c8',
      element('45a3', Buffer.from(name)),
      element('4487', Buffer.from(value)),
    ),
  )
  return simple.length > 0
    ? [element('1254c367', element('7373', element('63c0'), ...simple))]
    : []
}

/** A box of an MP4. */
export function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

function element(id: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(0x10000000 + body.length)
  return Buffer.concat([Buffer.from(id, 'hex'), size, body])
}

/** Returns a JPEG with one more segment at its beginning. */
export function withSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  return insert(jpeg, 2, jpegSegment(marker, data))
}

function resource(id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12)
  head.write('8BIM', 'latin1')
  head.writeUInt16BE(id, 4)
  head.writeUInt32BE(data.length, 8)
  return Buffer.concat([head, data], 12 + data.length + (data.length % 2))
}
