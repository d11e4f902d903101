import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { createPrng, type Prng } from '../fuzz/prng.ts'
import { insert, jpegSegment, riffChunk, webpFile, webpHead } from '../picture-bytes.ts'
import { emptyPng, encodePng, pngChunk } from '../png.ts'

/** Uploaded file, with any name and type. */
export type Upload = { what: string; bytes: Buffer; filename: string; type: string }

/** Text that no stored file may contain: scripts and personal data. */
export const planted = [
  '<script',
  'alert(',
  '<?php',
  '%PDF',
  'onload=',
  'PK\x03\x04',
  'planted by the test',
  'javascript:',
]

type Random = Prng['random']
type Format = 'png' | 'jpeg' | 'webp' | 'gif'

const formats: Format[] = ['png', 'jpeg', 'webp', 'gif']

/** Returns fifty pictures of all common kinds. */
export async function goodUploads(seed: number): Promise<Upload[]> {
  const { random } = createPrng(seed)
  const photo = await drawing(random, 160, 120).png().toBuffer()
  const made: [what: string, bytes: Promise<Buffer>, type: string][] = []
  const add = (what: string, picture: Sharp, type: string) =>
    made.push([what, picture.toBuffer(), type])

  for (const format of formats) {
    for (const [width, height] of [
      [64, 64],
      [512, 512],
      [300, 90],
      [90, 300],
    ] as const) {
      add(`${width}x${height}`, drawing(random, width, height).toFormat(format), format)
    }
    add('a photo', sharp(photo).toFormat(format), format)
  }
  add('grey', sharp(photo).greyscale().png(), 'png')
  add('of a palette', sharp(photo).png({ palette: true, colours: 16 }), 'png')
  add('interlaced', sharp(photo).png({ progressive: true }), 'png')
  add('of 16 bits', sharp(photo).toColourspace('rgb16').png(), 'png')
  add('transparent', sharp(photo).ensureAlpha(0.5).png(), 'png')
  add(
    'black and white',
    sharp(photo).threshold().png({ palette: true, colours: 2 }),
    'png',
  )
  add('wide', flat(4096, 64).png(), 'png')
  add('large', flat(4096, 4096).png(), 'png')
  add('progressive', sharp(photo).jpeg({ progressive: true }), 'jpeg')
  add('grey', sharp(photo).greyscale().jpeg(), 'jpeg')
  add(
    'with all colours',
    sharp(photo).jpeg({ chromaSubsampling: '4:4:4', quality: 100 }),
    'jpeg',
  )
  add('CMYK', sharp(photo).toColourspace('cmyk').jpeg(), 'jpeg')
  add('with a wide profile', sharp(photo).withIccProfile('p3').jpeg(), 'jpeg')
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
    add(`lying ${orientation}`, sharp(photo).withMetadata({ orientation }).jpeg(), 'jpeg')
  }
  add('lossless', sharp(photo).webp({ lossless: true }), 'webp')
  add('nearly lossless', sharp(photo).webp({ nearLossless: true }), 'webp')
  add('transparent', sharp(photo).ensureAlpha(0.5).webp(), 'webp')
  add('moving', animation(random, 4).webp(), 'webp')
  add('moving', animation(random, 4).gif(), 'gif')
  add('transparent', sharp(photo).ensureAlpha(0.5).gif(), 'gif')
  add('with few colours', sharp(photo).gif({ colours: 4 }), 'gif')
  add('as a telephone takes it', withPlace(sharp(photo)).jpeg(), 'jpeg')
  made.push(['moving', movingPng(random), 'png'])

  return Promise.all(
    made.map(async ([what, bytes, format]) => ({
      what: `${format}, ${what}`,
      bytes: await bytes,
      filename: `me.${format}`,
      type: `image/${format}`,
    })),
  )
}

/** Returns valid pictures that are a page, a program or an archive too. */
export async function polyglotUploads(seed: number): Promise<Upload[]> {
  return (await smallPictures(createPrng(seed).random)).flatMap(polyglots)
}

/** Returns five hundred hostile or broken files. */
export async function hostileUploads(seed: number): Promise<Upload[]> {
  const { random } = createPrng(seed)
  const good = await smallPictures(random)
  const uploads = [
    ...scripts(),
    ...otherTypes(random),
    ...good.flatMap(polyglots),
    ...good.flatMap(cutOff),
    ...(await bombs(random)),
    ...(await wrongSides()),
    ...(await withMetadata(random)),
  ]
  while (uploads.length < 500) {
    const victim = good[uploads.length % good.length]
    if (victim) uploads.push(mutated(random, victim, uploads.length))
  }
  return uploads
}

type Picture = { format: Format; bytes: Buffer }

/** Returns a picture of each format. */
function smallPictures(random: Random): Promise<Picture[]> {
  return Promise.all(
    formats.map(async (format) => ({
      format,
      bytes: await drawing(random, 80, 80).toFormat(format).toBuffer(),
    })),
  )
}

const svgs = {
  script: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  handler:
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)" width="100" height="100"/>',
  html: '<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="alert(1)"/></foreignObject></svg>',
  link: '<svg xmlns="http://www.w3.org/2000/svg"><a href="javascript:alert(1)"><rect width="99" height="99"/></a></svg>',
  entity:
    '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>',
  image:
    '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><image href="http://127.0.0.1:1/a.png"/></svg>',
}

/** Drawings with scripts, under every name and type. */
function scripts(): Upload[] {
  const labels = [
    ['me.svg', 'image/svg+xml'],
    ['me.png', 'image/png'],
    ['me.jpg', 'image/jpeg'],
    ['me.webp', 'image/webp'],
    ['me.gif', 'image/gif'],
    ['me.svg.png', 'text/html'],
    ['../../me.html', 'application/octet-stream'],
  ] as const
  return Object.entries(svgs).flatMap(([what, svg]) =>
    labels.map(([filename, type]) => ({
      what: `SVG with ${what} as ${filename}`,
      bytes: Buffer.from(svg),
      filename,
      type,
    })),
  )
}

/** Files of other kinds with the name of a PNG or GIF. */
function otherTypes(random: Random): Upload[] {
  const starts: Record<string, string> = {
    nothing: '',
    'one byte': '\x89',
    'the name of PNG': '\x89PNG\r\n\x1a\n',
    'the name of JPEG': '\xff\xd8\xff',
    'the name of GIF': 'GIF89a',
    'the name of WebP': 'RIFF\x04\0\0\0WEBP',
    'GIF that is a script': 'GIF89a/*<script>*/=alert(1)//',
    'GIF87 that is a script': 'GIF87a=1;alert(1)',
    'WebP that is a page': 'RIFF\xff\xff\0\0WEBP<script>alert(1)</script>',
    page: '<!doctype html><script>alert(1)</script>',
    PHP: '<?php system($_GET["a"]); ?>',
    PDF: '%PDF-1.7\n1 0 obj\n<</S/JavaScript/JS(app.alert(1))>>\nendobj',
    ZIP: 'PK\x03\x04\x14\0\0\0',
    TIFF: 'II*\0\x08\0\0\0',
    BMP: 'BM\x46\0\0\0\0\0\0\0\x36\0\0\0',
    icon: '\0\0\x01\0\x01\0\x10\x10',
    AVIF: '\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf',
    HEIC: '\0\0\0\x18ftypheic\0\0\0\0heicmif1',
    'JPEG XL': '\xff\x0a\0\0',
    'JPEG 2000': '\0\0\0\x0cjP  \r\n\x87\n',
    PSD: '8BPS\0\x01\0\0\0\0\0\0',
    program: 'MZ\x90\0\x03\0\0\0',
    'program of Linux': '\x7fELF\x02\x01\x01\0',
    WebAssembly: '\0asm\x01\0\0\0',
    film: '\0\0\0\x20ftypisom\0\0\x02\0',
    shell: '#!/bin/sh\nid\n',
    'MVG that reads': 'push graphic-context\nimage over 0,0 0,0 "/etc/passwd"',
    list: 'vips-matrix 3 3\n',
    PPM: 'P6\n100 100\n255\n',
  }
  const files: { what: string; bytes: Buffer }[] = Object.entries(starts).map(
    ([what, text]) => ({ what, bytes: Buffer.from(text, 'latin1') }),
  )
  files.push({ what: 'noise', bytes: noise(random, 5000) })
  return files.flatMap(({ what, bytes }) => [
    { what, bytes, filename: 'me.png', type: 'image/png' },
    { what: `${what} as a GIF`, bytes, filename: 'me.gif', type: 'image/gif' },
  ])
}

/** Valid pictures that are a second format too. */
function polyglots({ format, bytes }: Picture): Upload[] {
  const others: Record<string, string> = {
    page: '<script>alert(1)</script>',
    PHP: '<?php system($_GET["a"]); ?>',
    ZIP: `PK\x03\x04\x14\0\0\0\0\0${'\0'.repeat(20)}planted by the test`,
    PDF: '%PDF-1.7\n1 0 obj\n<</S/JavaScript/JS(app.alert(1))>>\nendobj\n%%EOF',
    script: '*/=1;alert(1);//',
    drawing: svgs.handler,
  }
  return Object.entries(others).flatMap(([what, text]) => {
    const other = Buffer.from(text, 'latin1')
    return [
      { what: `${format} before a ${what}`, bytes: Buffer.concat([bytes, other]) },
      { what: `${what} inside a ${format}`, bytes: withComment(format, bytes, other) },
      { what: `${what} before a ${format}`, bytes: Buffer.concat([other, bytes]) },
    ].map((file) => ({ ...file, filename: `me.${format}.php`, type: `image/${format}` }))
  })
}

/** Picture with a comment where its format allows one. */
function withComment(format: Format, bytes: Buffer, comment: Buffer): Buffer {
  if (format === 'png') return insert(bytes, 33, pngChunk('tEXt', comment))
  if (format === 'jpeg') return insert(bytes, 2, jpegSegment(0xfe, comment))
  if (format === 'gif') {
    const block = Buffer.concat([
      Buffer.from([0x21, 0xfe, comment.length]),
      comment,
      Buffer.of(0),
    ])
    return insert(bytes, bytes.length - 1, block)
  }
  return webpWith(bytes, 'XMP ', comment)
}

/** Truncated pictures. */
function cutOff({ format, bytes }: Picture): Upload[] {
  return Array.from({ length: 12 }, (_, part) => ({
    what: `${format} of which ${part}/12 are there`,
    bytes: bytes.subarray(0, Math.floor((bytes.length * part) / 12)),
    filename: `me.${format}`,
    type: `image/${format}`,
  }))
}

/** Decompression bombs, real or declared. */
async function bombs(random: Random): Promise<Upload[]> {
  const small = await flat(100, 100).png().toBuffer()
  const zeros = deflateSync(Buffer.alloc(60_000_000), { level: 9 })
  const files: [what: string, bytes: Buffer][] = [
    ['PNG of 256 megapixels', emptyPng(16_000, 16_000)],
    ['PNG that is too wide by one', emptyPng(4097, 64)],
    ['PNG of two thousand million pixels a side', emptyPng(2 ** 31 - 1, 2 ** 31 - 1, 10)],
    ['PNG without pixels', emptyPng(0, 0, 1)],
    ['PNG of one row', emptyPng(64, 65_000_000, 10)],
    [
      'PNG with a text that unpacks to 60 MB',
      insert(
        small,
        33,
        pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), zeros])),
      ),
    ],
    [
      'PNG with a profile that unpacks to 60 MB',
      insert(small, 33, pngChunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), zeros]))),
    ],
    ['PNG with 60 MB too many pixels', encodePng(64, 64, zeros)],
    [
      'PNG with 20,000 texts',
      insert(
        small,
        33,
        Buffer.concat(Array(20_000).fill(pngChunk('tEXt', Buffer.from('a\0b')))),
      ),
    ],
    ['JPEG of 65,535 a side', jpegOfSides(await flat(64, 64).jpeg().toBuffer(), 65_535)],
    ['GIF of 65,535 a side', gifOfSides(await flat(64, 64).gif().toBuffer(), 65_535)],
    [
      'GIF of 300 frames',
      await animation(random, 300, 64).gif({ colours: 2, effort: 1 }).toBuffer(),
    ],
    [
      'WebP that says it is larger',
      webpWith(
        await flat(64, 64).webp().toBuffer(),
        'EXIF',
        Buffer.from('planted by the test'),
        16_000,
      ),
    ],
    [
      'PNG of more than 2 MB',
      await sharp(noise(random, 900 * 900 * 3), {
        raw: { width: 900, height: 900, channels: 3 },
      })
        .png()
        .toBuffer(),
    ],
    [
      'GIF with 3 MB behind it',
      Buffer.concat([await flat(64, 64).gif().toBuffer(), Buffer.alloc(3_000_000)]),
    ],
    ['nothing but 2 MB of zeros', Buffer.alloc(2_000_000)],
  ]
  return files.map(([what, bytes]) => ({
    what,
    bytes,
    filename: 'me.png',
    type: 'image/png',
  }))
}

/** Pictures that are too small or too large. */
async function wrongSides(): Promise<Upload[]> {
  const sides = [
    [1, 1],
    [63, 63],
    [64, 63],
    [4097, 64],
    [64, 4097],
  ] as const
  return Promise.all(
    formats.flatMap((format) =>
      sides.map(async ([width, height]) => ({
        what: `${format} of ${width}x${height}`,
        bytes: await flat(width, height).toFormat(format).toBuffer(),
        filename: `me.${format}`,
        type: `image/${format}`,
      })),
    ),
  )
}

/** Pictures with metadata. */
async function withMetadata(random: Random): Promise<Upload[]> {
  const secret = '<script>alert("planted by the test")</script>'
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${secret}</x:xmpmeta>`
  const picture = () => drawing(random, 80, 80)
  const jpeg = await picture().jpeg().toBuffer()
  const png = await picture().png().toBuffer()
  const webp = await picture().webp().toBuffer()
  const moving = await animation(random, 3).gif().toBuffer()
  const text = Buffer.from(secret)
  const files: [what: string, bytes: Buffer][] = [
    ['JPEG with a place', await withPlace(picture()).jpeg().toBuffer()],
    ['PNG with a place', await withPlace(picture()).png().toBuffer()],
    ['WebP with a place', await withPlace(picture()).webp().toBuffer()],
    ['JPEG with XMP', await picture().withXmp(xmp).jpeg().toBuffer()],
    ['PNG with XMP', await picture().withXmp(xmp).png().toBuffer()],
    ['WebP with XMP', await picture().withXmp(xmp).webp().toBuffer()],
    ...Array.from({ length: 14 }, (_, part): [string, Buffer] => [
      `JPEG with something in part ${part + 1}`,
      insert(jpeg, 2, jpegSegment(0xe1 + part, text)),
    ]),
    [
      'JPEG with a wrong profile',
      insert(
        jpeg,
        2,
        jpegSegment(
          0xe2,
          Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), text]),
        ),
      ),
    ],
    ...['iTXt', 'eXIf', 'prVt', 'zTXt', 'iCCP', 'sPLT', 'hIST'].map(
      (type): [string, Buffer] => [
        `PNG with ${type}`,
        insert(png, 33, pngChunk(type, Buffer.concat([Buffer.from('a\0\0\0\0'), text]))),
      ],
    ),
    ...['EXIF', 'XMP ', 'ICCP', 'JUNK'].map((type): [string, Buffer] => [
      `WebP with ${type}`,
      webpWith(webp, type, text),
    ]),
    ['moving GIF with a comment', withComment('gif', moving, text)],
    ['moving PNG with a comment', withComment('png', await movingPng(random), text)],
  ]
  return files.map(([what, bytes]) => ({
    what,
    bytes,
    filename: 'me.jpg',
    type: 'image/jpeg',
  }))
}

/** Valid pictures with bytes changed, repeated or removed. */
function mutated(random: Random, { format, bytes }: Picture, number: number): Upload {
  const copy = [...bytes]
  const times = 1 + Math.floor(random() * 8)
  for (let time = 0; time < times; time += 1) {
    const at = Math.floor(random() * copy.length)
    const way = random()
    if (way < 0.6) copy[at] = Math.floor(random() * 256)
    else if (way < 0.8) copy.splice(at, 1 + Math.floor(random() * 40))
    else copy.splice(at, 0, ...copy.slice(at, at + 40))
  }
  const type = `image/${format}`
  return {
    what: `mutated ${format} ${number}`,
    bytes: Buffer.from(copy),
    filename: `me.${format}`,
    type,
  }
}

/** Soft waves of colour. */
function drawing(random: Random, width: number, height: number): Sharp {
  const [red = 0, green = 0, blue = 0] = [random(), random(), random()]
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at += 1) {
    const wave = Math.sin((at % width) / 9) + Math.cos(at / width / 7)
    pixels.set(
      [red, green, blue].map((tone) => 127 + 60 * wave * tone),
      at * 3,
    )
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

function flat(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#7a5cff' } })
}

function animation(random: Random, frames: number, side = 70): Sharp {
  const pixels = noise(random, frames * side * side * 3)
  const raw = {
    width: side,
    height: side * frames,
    channels: 3,
    pageHeight: side,
  } as const
  return sharp(pixels, { raw })
}

function withPlace(picture: Sharp): Sharp {
  return picture.withExif({
    IFD0: {
      Copyright: 'planted by the test',
      ImageDescription: '<script>alert(1)</script>',
    },
    IFD3: {
      GPSLatitudeRef: 'N',
      GPSLatitude: '51/1 30/1 0/1',
      GPSLongitude: '0/1 7/1 0/1',
    },
  })
}

function noise(random: Random, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length; at += 1) bytes[at] = random() * 256
  return bytes
}

/** PNG of two frames, the second in chunks that few programs support. */
async function movingPng(random: Random): Promise<Buffer> {
  const png = await drawing(random, 64, 64).png().toBuffer()
  const control = Buffer.alloc(8)
  control.writeUInt32BE(2, 0)
  const frame = Buffer.alloc(26)
  frame.writeUInt32BE(64, 4)
  frame.writeUInt32BE(64, 8)
  return insert(
    png,
    33,
    Buffer.concat([pngChunk('acTL', control), pngChunk('fcTL', frame)]),
  )
}

function jpegOfSides(jpeg: Buffer, side: number): Buffer {
  const copy = Buffer.from(jpeg)
  const frame = copy.indexOf(Buffer.of(0xff, 0xc0))
  copy.writeUInt16BE(side, frame + 5)
  copy.writeUInt16BE(side, frame + 7)
  return copy
}

function gifOfSides(gif: Buffer, side: number): Buffer {
  const copy = Buffer.from(gif)
  copy.writeUInt16LE(side, 6)
  copy.writeUInt16LE(side, 8)
  return copy
}

/** Extended WebP with one more chunk and these declared sides. */
function webpWith(webp: Buffer, type: string, data: Buffer, side = 80): Buffer {
  const flags: Record<string, number> = { ICCP: 0x20, EXIF: 0x08, 'XMP ': 0x04 }
  const [pixels, chunk] = [webp.subarray(12), riffChunk(type, data)]
  const chunks = type === 'ICCP' ? [chunk, pixels] : [pixels, chunk]
  return webpFile(webpHead(flags[type] ?? 0, side), ...chunks)
}
