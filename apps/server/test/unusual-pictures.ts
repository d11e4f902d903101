import { deflateSync, inflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { insert, jpegSegment, riffChunk, webpFile, webpHead } from './picture-bytes.ts'
import { pngChunk } from './png.ts'

/** Picture file outside the common case, and whether Chromium shows it in an `<img>`. */
export type UnusualPicture = { what: string; bytes: Buffer; isShown: boolean }

const SIDE = 160

/**
 * Returns pictures whose files deviate from their standard as those of phones, editors and
 * interrupted downloads do.
 */
export async function unusualPictures(): Promise<UnusualPicture[]> {
  const shown = [
    ...(await jpegs()),
    ...(await pngs()),
    ...(await gifs()),
    ...(await webps()),
    ...(await avifs()),
  ].map(([what, bytes]) => ({ what, bytes, isShown: true }))
  const refused = (await undecodable()).map(([what, bytes]) => ({
    ...{ what, bytes, isShown: false },
  }))
  return [...shown, ...refused]
}

type Named = [what: string, bytes: Buffer]

/** Beginning of a GIF's first image: a mark, its place and its width. */
const frameStart = Buffer.of(0x2c, 0, 0, 0, 0, SIDE & 255, SIDE >> 8)

/** Soft waves with some detail, so that every part of a file has bytes. */
function drawing(): Sharp {
  const pixels = Buffer.alloc(SIDE * SIDE * 3)
  for (let at = 0; at < pixels.length; at += 1) {
    const [x, y] = [Math.floor(at / 3) % SIDE, Math.floor(at / 3 / SIDE)]
    pixels[at] = 128 + 90 * Math.sin(x / (5 + (at % 3))) * Math.cos(y / 9) + ((x * y) % 7)
  }
  return sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } })
}

async function jpegs(): Promise<Named[]> {
  const jpeg = await drawing().jpeg({ chromaSubsampling: '4:4:4' }).toBuffer()
  const progressive = await drawing().jpeg({ progressive: true }).toBuffer()
  const lying = await drawing().withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const cmyk = await drawing().toColourspace('cmyk').jpeg().toBuffer()
  const scan = scanOf(jpeg)
  const tables = jpeg.indexOf(Buffer.of(0xff, 0xdb))
  const withSegment = (marker: number, data: Buffer | string) =>
    insert(jpeg, 2, jpegSegment(marker, Buffer.from(data)))
  return [
    ['JPEG with Se = 0', patched(jpeg, scan.end - 2, 0)],
    ['JPEG with Se = 255', patched(jpeg, scan.end - 2, 255)],
    ['JPEG with Ss = 1', patched(jpeg, scan.end - 3, 1)],
    ['JPEG with Ah = 1', patched(jpeg, scan.end - 1, 0x10)],
    ['JPEG without an end', jpeg.subarray(0, -2)],
    ['JPEG that breaks off in its last rows', jpeg.subarray(0, -jpeg.length / 10)],
    ['JPEG that breaks off in the middle', jpeg.subarray(0, jpeg.length * 0.7)],
    ['JPEG before a film', Buffer.concat([jpeg, Buffer.from('\0\0\0\x18ftypmp42')])],
    ['JPEG before a trailer', Buffer.concat([jpeg, Buffer.from('\0\0\x01\x0aSEFT')])],
    ['JPEG before a second JPEG', Buffer.concat([jpeg, jpeg])],
    ['JPEG, progressive', progressive],
    [
      'JPEG, progressive, that breaks off',
      progressive.subarray(0, progressive.length * 0.6),
    ],
    ['JPEG of CMYK', cmyk],
    [
      'JPEG of YCCK',
      insert(cmyk, 2, jpegSegment(0xee, Buffer.from('Adobe\0d\0\0\0\0\x02', 'latin1'))),
    ],
    [
      'JPEG with wrong restart markers',
      insert(jpeg, scan.start, jpegSegment(0xdd, Buffer.of(0, 300))),
    ],
    ['JPEG with fill bytes', insert(jpeg, tables, Buffer.of(0xff, 0xff, 0xff))],
    [
      'JPEG with wrong bytes in its scan',
      patched(jpeg, scan.end + 300, 0x55, 0xaa, 0x12),
    ],
    ['JPEG with a wrong marker in its scan', patched(jpeg, scan.end + 300, 0xff, 0xd3)],
    ['JPEG rotated by its EXIF orientation', lying],
    ['JPEG with a broken EXIF', withSegment(0xe1, 'Exif\0\0II*\0\xff\xff\xff\x7f')],
    [
      'JPEG with a large thumbnail',
      withSegment(0xe1, `Exif\0\0II*\0\x08\0\0\0\0\0${'a'.repeat(60_000)}`),
    ],
    ['JPEG with MPF', withSegment(0xe2, 'MPF\0II*\0\x08\0\0\0\x05\0')],
    [
      'JPEG with a wrong colour profile',
      withSegment(0xe2, `ICC_PROFILE\0\x01\x01${'a'.repeat(200)}`),
    ],
    [
      'JPEG with half a colour profile',
      withSegment(0xe2, `ICC_PROFILE\0\x01\x02${'a'.repeat(200)}`),
    ],
    ['JPEG without JFIF', Buffer.concat([jpeg.subarray(0, 2), jpeg.subarray(tables)])],
    ['JPEG without Huffman tables', without(jpeg, 0xc4)],
    [
      'JPEG with arithmetic coding',
      patched(jpeg, jpeg.indexOf(Buffer.of(0xff, 0xc0)) + 1, 0xc9),
    ],
  ]
}

async function pngs(): Promise<Named[]> {
  const png = await drawing().png({ adaptiveFiltering: true }).toBuffer()
  const interlaced = await drawing().png({ progressive: true }).toBuffer()
  const deep = await drawing().toColourspace('rgb16').png().toBuffer()
  const palette = await drawing().png({ palette: true, colours: 16 }).toBuffer()
  const pixels = png.indexOf('IDAT') - 4
  const end = png.length - 12
  const wrongCheck = (chunk: Buffer) =>
    patched(chunk, chunk.length - 1, (chunk.at(-1) ?? 0) ^ 1)
  const withChunk = (type: string, data: string) =>
    insert(png, 33, pngChunk(type, Buffer.from(data, 'latin1')))
  const data = pixelsOf(png)
  const adler = patched(data, data.length - 1, (data.at(-1) ?? 0) ^ 1)
  const withPixels = (...parts: Buffer[]) =>
    Buffer.concat([png.subarray(0, pixels), ...parts, png.subarray(end)])
  return [
    [
      'PNG with a wrong check of a text',
      insert(png, 33, wrongCheck(pngChunk('tEXt', Buffer.from('a\0b')))),
    ],
    ['PNG with a wrong check of its end', wrongCheck(png)],
    ['PNG with a wrong sum of its pixels', withPixels(pngChunk('IDAT', adler))],
    ['PNG before a text', Buffer.concat([png, Buffer.from('<script>alert(1)</script>')])],
    ['PNG, interlaced', interlaced],
    ['PNG of 16 bits', deep],
    ['PNG of 16 colours', palette],
    ['PNG with a wrong sBIT', withChunk('sBIT', '\x20\x20\x20\x20\x20')],
    ['PNG with a wrong gAMA', withChunk('gAMA', '\0\0\0\0')],
    ['PNG with a wrong cHRM', withChunk('cHRM', 'abc')],
    ['PNG with a wrong tRNS', withChunk('tRNS', 'a')],
    ['PNG with a wrong tIME', withChunk('tIME', 'abc')],
    ['PNG with a wrong colour profile', withChunk('iCCP', 'p\0\0abcdef')],
    ['PNG with a wrong eXIf', withChunk('eXIf', 'II*\0\xff\xff\xff\x7f')],
    ['PNG with a palette beside its colours', withChunk('PLTE', 'abcdef')],
    [
      'PNG with an empty IDAT',
      withPixels(pngChunk('IDAT', Buffer.alloc(0)), pngChunk('IDAT', data)),
    ],
    [
      'PNG with a chunk between its pixels',
      withPixels(
        pngChunk('IDAT', data.subarray(0, 99)),
        pngChunk('IDAT', data.subarray(99)),
      ),
    ],
    ['PNG without an end', png.subarray(0, end)],
    ['PNG that breaks off in its last rows', png.subarray(0, png.length * 0.9)],
    ['PNG that breaks off in the middle', png.subarray(0, png.length * 0.5)],
    ['PNG that moves', movingPng(png)],
    [
      'PNG with too many rows',
      withPixels(
        pngChunk('IDAT', deflateSync(Buffer.alloc(SIDE * (SIDE * 3 + 1) + 999))),
      ),
    ],
  ]
}

async function gifs(): Promise<Named[]> {
  const gif = await drawing().gif().toBuffer()
  const moving = await animation().gif().toBuffer()
  const image = gif.indexOf(frameStart)
  const withSides = (width: number, height: number) => {
    const copy = Buffer.from(gif)
    copy.writeUInt16LE(width, 6)
    copy.writeUInt16LE(height, 8)
    return copy
  }
  return [
    ['GIF without an end', gif.subarray(0, -1)],
    ['GIF that breaks off in its last rows', gif.subarray(0, -gif.length / 10)],
    ['GIF that breaks off in the middle', gif.subarray(0, gif.length * 0.6)],
    ['GIF before a text', Buffer.concat([gif, Buffer.from('<script>')])],
    ['GIF smaller than its frame', withSides(120, 120)],
    ['GIF larger than its frame', withSides(200, 180)],
    ['GIF of 0 by 0 pixels', withSides(0, 0)],
    ['GIF with a frame outside its canvas', patched(gif, image + 1, 20, 0, 20, 0)],
    ['GIF with wrong bytes', patched(gif, image + 800, 0x55, 0xaa, 0x12)],
    ['GIF that moves', moving],
    ['GIF that moves and breaks off', moving.subarray(0, moving.length * 0.7)],
  ]
}

async function webps(): Promise<Named[]> {
  const webp = await drawing().webp().toBuffer()
  const lossless = await drawing().webp({ lossless: true }).toBuffer()
  const clear = await drawing().ensureAlpha(0.5).webp().toBuffer()
  const moving = await animation().webp().toBuffer()
  const pixels = webp.subarray(12)
  const exif = riffChunk('EXIF', Buffer.from('II*\0\x08\0\0\0\0\0'))
  return [
    ['WebP, lossless', lossless],
    ['WebP, transparent', clear],
    ['WebP, extended', webpFile(webpHead(0x08, SIDE), pixels, exif)],
    ['WebP with EXIF before its pixels', webpFile(webpHead(0x08, SIDE), exif, pixels)],
    [
      'WebP with an unknown chunk',
      webpFile(webpHead(0, SIDE), riffChunk('JUNK', Buffer.from('a')), pixels),
    ],
    [
      'WebP with a wrong colour profile',
      webpFile(webpHead(0x20, SIDE), riffChunk('ICCP', Buffer.from('abc')), pixels),
    ],
    [
      'WebP with an undeclared profile',
      webpFile(webpHead(0, SIDE), riffChunk('ICCP', Buffer.from('abc')), pixels),
    ],
    ['WebP before a text', Buffer.concat([webp, Buffer.from('<script>')])],
    ['WebP that moves', moving],
  ]
}

async function avifs(): Promise<Named[]> {
  const avif = await drawing().avif({ effort: 0 }).toBuffer()
  const ten = drawing().heif({ compression: 'av1', bitdepth: 10, effort: 0 })
  return [
    ['AVIF', avif],
    ['AVIF of 10 bits', await ten.toBuffer()],
    ['AVIF that moves', movingAvif()],
    ['AVIF, lossless', await drawing().avif({ lossless: true, effort: 0 }).toBuffer()],
    [
      'AVIF, transparent',
      await drawing().ensureAlpha(0.5).avif({ effort: 0 }).toBuffer(),
    ],
    ['AVIF before a text', Buffer.concat([avif, Buffer.from('<script>')])],
  ]
}

async function undecodable(): Promise<Named[]> {
  const jpeg = await drawing().jpeg({ chromaSubsampling: '4:4:4' }).toBuffer()
  const frame = jpeg.indexOf(Buffer.of(0xff, 0xc0))
  const scan = scanOf(jpeg)
  const png = await drawing().png().toBuffer()
  const gif = await drawing().gif().toBuffer()
  const webp = await drawing().webp().toBuffer()
  const avif = await drawing().avif({ effort: 0 }).toBuffer()
  const heic = avif
    .toString('latin1')
    .replaceAll('avif', 'heic')
    .replaceAll('av01', 'hvc1')
  return [
    ['JPEG of 12 bits', patched(jpeg, frame + 4, 12)],
    ['JPEG, lossless', patched(jpeg, frame + 1, 0xc3)],
    ['JPEG without pixels', jpeg.subarray(0, scan.end)],
    ['JPEG with 20 bytes of pixels', jpeg.subarray(0, scan.end + 20)],
    ['JPEG without a scan', jpeg.subarray(0, scan.start)],
    ['JPEG without a height', patched(jpeg, frame + 5, 0, 0)],
    ['JPEG without quantization tables', without(jpeg, 0xdb)],
    [
      'PNG with an unknown critical chunk',
      insert(png, 33, pngChunk('ABCD', Buffer.alloc(4))),
    ],
    ['PNG without pixels', Buffer.concat([png.subarray(0, 33), png.subarray(-12)])],
    ['PNG that breaks off in its first bytes', png.subarray(0, png.indexOf('IDAT') + 6)],
    ['PNG that breaks off in its first row', png.subarray(0, png.indexOf('IDAT') + 40)],
    [
      'PNG with pixels that are not zlib',
      Buffer.concat([
        png.subarray(0, 33),
        pngChunk('IDAT', Buffer.from('abcdefghijkl')),
        png.subarray(-12),
      ]),
    ],
    [
      'PNG of an unknown colour type',
      Buffer.concat([
        png.subarray(0, 8),
        pngChunk('IHDR', patched(png.subarray(16, 29), 9, 5)),
        png.subarray(33),
      ]),
    ],
    ['GIF without pixels', gif.subarray(0, gif.indexOf(frameStart))],
    [
      'GIF that breaks off in its first row',
      gif.subarray(0, gif.indexOf(frameStart) + 12),
    ],
    ['WebP without pixels', webp.subarray(0, 20)],
    ['WebP that breaks off', webp.subarray(0, webp.length * 0.95)],
    ['WebP that declares fewer bytes', patched(webp, 4, 100, 0)],
    ['HEIC', Buffer.from(heic, 'latin1')],
    ['AVIF without pixels', avif.subarray(0, avif.indexOf('mdat'))],
    ['AVIF that breaks off', avif.subarray(0, avif.length * 0.8)],
  ]
}

function animation(): Sharp {
  const frames = Buffer.alloc(SIDE * SIDE * 3 * 3)
  for (let at = 0; at < frames.length; at += 1) frames[at] = (at * 7) % 251
  const raw = { width: SIDE, height: SIDE * 3, channels: 3, pageHeight: SIDE } as const
  return sharp(frames, { raw })
}

/** An AVIF of two frames of 64 by 64 pixels, which the encoder in use does not write. */
export function movingAvif(): Buffer {
  const packed = [
    'eNq1VD1oE1Ec/71rrCUkJcYqpbQlxQodUm1ChxockqaIS9GlCiLI9e7SPHqXO+69HGlxiFRFCtpJ',
    'kIqrg4u4KEgXrUM3PwZnoYPgJE6iSPTdu5g09sO2+uDd/b+/3u89AMkCn3NUjzIAUD1aELTFCinK',
    '7DGLFlIWVQuTuVQOILctg6uQa6iom25Aw6EaR9My6bQIJchOh3LLFxIASWrammAmAMWXEKD9E4Bh',
    'KAG3AqAPwDilJT+Er+mhpYKhBHFUbySVt03bL6ChUaQmZzpFVWpcoxCU1KmWK6afU2RdpY7r/Mrz',
    'gDqaDaCLMscILLPBjjm0QoWgraOjA0BE9VL5awnf5rBmm25JMysgiKK9KhuV5qRhjF4hGFPLlbwg',
    'ym4pYznGjP8Zz2hUczJsjnHDYhm1XKEmVd25jFovv586Vn3cCkiIKAshKCFy4OZBIPTdsm0PQMXy',
    'ijoJzD4OG++a/v0Nbzn/32sD8yefxbZLAZQB7qqzAIp81s9PNslPNvpsn3PTGuqHAfLE0qmYRtLS',
    'd+536tVuQEqmLAm1Ls8q6i2VDOpS16s3wCT0kbJrJiRNjjA+bQp/xn04oQnYvYwzrcmPBLMggW6+',
    'ZUbDAAZkLMZa/LoZ582yepy7jDO9SX5DXIMtpizmmcVZwN++RTh3bjKRt3Vamtn8vLtrtZ0vQEzT',
    'mD/gq7KXS38BEOXfAQRdXB5QxL/p8mDe7xc0arnibQGa+X2CJrMFaFb2ABrxXh7aJWiet4Dm0X8E',
    'jXwIWxDiP4x0Dw/jdUtXeRzhsOjmce3+lePZdDSGKlZPRr6der32pRhHOjrSVq3++HqmGsLb8ctx',
    'hKOJwHowNNqTTffE8AbL9OHQ6NqLpydq9jK/mHp2fnHpAr8XR7pPerd/wPqdseToIpSXpxfWc7Vb',
    'S0cnPh/7CQniIiQ=',
  ]
  return inflateSync(Buffer.from(packed.join(''), 'base64'))
}

/** Returns an APNG of two equal frames. */
function movingPng(png: Buffer): Buffer {
  const control = Buffer.alloc(8)
  control.writeUInt32BE(2, 0)
  const frame = (sequence: number) => {
    const data = Buffer.alloc(26)
    for (const [at, value] of [
      [0, sequence],
      [4, SIDE],
      [8, SIDE],
    ] as const)
      data.writeUInt32BE(value, at)
    data.writeUInt16BE(1, 20)
    data.writeUInt16BE(10, 22)
    return pngChunk('fcTL', data)
  }
  const second = pngChunk('fdAT', Buffer.concat([Buffer.of(0, 0, 0, 2), pixelsOf(png)]))
  return insert(
    insert(png, png.length - 12, Buffer.concat([frame(1), second])),
    33,
    Buffer.concat([pngChunk('acTL', control), frame(0)]),
  )
}

/** Compressed pixels of a PNG, which lie in one chunk or several. */
function pixelsOf(png: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const isPixels = png.toString('latin1', at + 4, at + 8) === 'IDAT'
    if (isPixels) parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  return Buffer.concat(parts)
}

/** Positions of a baseline JPEG's scan header: of its marker, and of its data. */
function scanOf(jpeg: Buffer): { start: number; end: number } {
  const start = jpeg.indexOf(Buffer.of(0xff, 0xda))
  return { start, end: start + 2 + jpeg.readUInt16BE(start + 2) }
}

function without(jpeg: Buffer, marker: number): Buffer {
  let copy = jpeg
  for (;;) {
    const at = copy.indexOf(Buffer.of(0xff, marker))
    if (at < 0 || at > scanOf(copy).start) return copy
    copy = Buffer.concat([
      copy.subarray(0, at),
      copy.subarray(at + 2 + copy.readUInt16BE(at + 2)),
    ])
  }
}

/** Returns a copy with other bytes from `at` on. */
function patched(bytes: Buffer, at: number, ...values: number[]): Buffer {
  const copy = Buffer.from(bytes)
  copy.set(values, at)
  return copy
}
