import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyPng } from '../../test/png.ts'
import { createDiskFileStore, type FileStore } from './file-store.ts'
import { openImage, pictureUrls, storeAvatar, storeImage } from './images.ts'

const limits = { image_bytes: 20_000_000, image_pixels: 25_000_000 }

let folder: string
let files: FileStore

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platemark-images-'))
  files = createDiskFileStore(folder)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const store = async (bytes: Uint8Array) => (await storeImage(files, bytes, limits)).name

async function kept(name: string, variant = '') {
  const bytes = await files.read(name.replace('.webp', `${variant}.webp`))
  if (!bytes) throw new Error(`${name}${variant} is not there`)
  return { bytes: Buffer.from(bytes), ...(await sharp(bytes).metadata()) }
}

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#d9542b' } })

test('image work waits in a bounded queue, and more is refused', async () => {
  const dot = await sharp({
    create: { width: 16, height: 16, channels: 3, background: '#1d2a44' },
  })
    .png()
    .toBuffer()
  const outcomes = await Promise.allSettled(Array.from({ length: 45 }, () => store(dot)))
  const refused = outcomes.flatMap((one) => ('reason' in one ? [one.reason.code] : []))
  expect(refused).toEqual(['busy', 'busy', 'busy'])
})

describe('storeImage', () => {
  test.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'keeps a %s as WebP with two smaller copies',
    async (format) => {
      const name = await store(await canvas(1200, 600).toFormat(format).toBuffer())

      expect(name).toMatch(/^[0-9a-f]{64}\.webp$/)
      expect(await kept(name)).toMatchObject({ format: 'webp', width: 1200, height: 600 })
      expect(await kept(name, '-768')).toMatchObject({ width: 768, height: 384 })
      expect(await kept(name, '-384')).toMatchObject({ width: 384, height: 192 })
    },
  )

  test('makes the longest side 2048 pixels at most and never enlarges', async () => {
    const tall = await store(await canvas(1000, 4000).png().toBuffer())
    const tiny = await store(await canvas(40, 30).png().toBuffer())

    expect(await kept(tall)).toMatchObject({ width: 512, height: 2048 })
    expect(await kept(tiny)).toMatchObject({ width: 40, height: 30 })
    expect(await kept(tiny, '-384')).toMatchObject({ width: 40, height: 30 })
  })

  test.each([
    { width: 768, most: 32_000, details: 48 },
    { width: 384, most: 12_000, details: 32 },
  ])(
    'keeps the copy of $width pixels small, even of a detailed picture',
    async ({ width, most, details }) => {
      const detailed = await sharp(randomBytes(details ** 2 * 3), {
        raw: { width: details, height: details, channels: 3 },
      })
        .resize(1600, 1600)
        .png()
        .toBuffer()
      const heavy = await sharp(detailed).resize(width).webp({ quality: 82 }).toBuffer()
      expect(heavy.length).toBeGreaterThan(most)

      const copy = await kept(await store(detailed), `-${width}`)
      expect(copy.width).toBe(width)
      expect(copy.bytes.length).toBeLessThanOrEqual(most)
    },
  )

  test('turns a photo upright and drops its location', async () => {
    const photo = await canvas(300, 200)
      .withExif({
        IFD0: { Copyright: 'a secret place', Orientation: '6' },
        IFD3: { GPSLatitude: '51/1 30/1 0/1' },
      })
      .jpeg()
      .toBuffer()
    expect(photo.includes('a secret place')).toBe(true)

    const name = await store(
      await sharp(photo).withMetadata({ orientation: 6 }).toBuffer(),
    )

    const { exif, icc, xmp, bytes, width, height } = await kept(name)
    expect({ exif, icc, xmp }).toEqual({})
    expect(bytes.includes('a secret place')).toBe(false)
    expect({ width, height }).toEqual({ width: 200, height: 300 })
  })

  test('keeps transparency', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 }
    const image = sharp({
      create: { width: 20, height: 20, channels: 4, background: clear },
    })
    expect(await kept(await store(await image.png().toBuffer()))).toMatchObject({
      hasAlpha: true,
    })
  })

  test('gives the same picture the same name', async () => {
    const bytes = await canvas(30, 30).png().toBuffer()
    expect(await store(bytes)).toBe(await store(bytes))
  })

  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    [
      'SVG with a declaration',
      '<?xml version="1.0"?><svg><image href="file:///etc/passwd"/></svg>',
    ],
    ['PDF', '%PDF-1.7\n1 0 obj\n<<>>\nendobj'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['TIFF', 'II*\0\x08\0\0\0'],
    ['ZIP', 'PK\x03\x04'],
    ['text that begins like a GIF', 'GIF89a/*<script>alert(1)</script>*/'],
    ['nothing', ''],
  ])('refuses %s', async (_, text) => {
    await expect(store(Buffer.from(text, 'latin1'))).rejects.toMatchObject({
      code: 'unsupported_media',
    })
  })

  test('refuses a small file that unpacks to 256 million pixels, without unpacking it', async () => {
    const bomb = emptyPng(16_000, 16_000)
    expect(bomb.length).toBeLessThan(300_000)

    const before = process.cpuUsage()
    await expect(store(bomb)).rejects.toMatchObject({ code: 'file_too_large' })
    // CPU time, which does not grow on a loaded machine.
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(100)
  })

  test('refuses more bytes than allowed', async () => {
    const bytes = new Uint8Array(limits.image_bytes + 1)
    await expect(store(bytes)).rejects.toMatchObject({ code: 'file_too_large' })
  })

  test('re-encodes a picture, which drops hidden content', async () => {
    const evil = Buffer.from('<script>alert(1)</script>PK\x03\x04%PDF-1.7')
    for (const format of ['png', 'jpeg', 'gif'] as const) {
      const polyglot = Buffer.concat([
        await canvas(50, 50).toFormat(format).toBuffer(),
        evil,
      ])
      const name = await store(polyglot).catch(() => undefined)
      if (!name) continue
      for (const variant of ['', '-384', '-768']) {
        const { bytes } = await kept(name, variant)
        expect(bytes.includes('script')).toBe(false)
        expect(bytes.includes('%PDF')).toBe(false)
      }
    }
  })

  test('keeps nothing of a refused file', async () => {
    const before = await readdir(folder, { recursive: true })
    await expect(store(emptyPng(9_000, 9_000))).rejects.toThrow()
    expect(await readdir(folder, { recursive: true })).toEqual(before)
  })

  test('serves many uploads one after the other, also after failures', async () => {
    const good = await canvas(64, 64).png().toBuffer()
    const all = await Promise.allSettled(
      Array.from({ length: 12 }, (_, i) => store(i % 3 === 0 ? Buffer.from('no') : good)),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(8)
  })
})

async function readWhole(name: string): Promise<Buffer> {
  const file = await openImage(files, name)
  return file ? buffer(file.stream) : Buffer.alloc(0)
}

describe('openImage', () => {
  test('creates a missing smaller copy at its first request', async () => {
    const bytes = await canvas(600, 600).png().toBuffer()
    const { name } = await storeAvatar(files, bytes, { avatar_bytes: 1_000_000 })
    const small = name.replace('.webp', '-384.webp')
    expect(await files.read(small)).toBeUndefined()
    const [made = new Uint8Array(), again] = await Promise.all([
      readWhole(small),
      readWhole(small),
    ])
    expect(await sharp(made).metadata()).toMatchObject({ format: 'webp', width: 384 })
    expect(again).toEqual(made)
    expect(await files.read(small)).toEqual(made)
  })

  test.each(['-200.webp', '-share.png', '.png', '-384.png'])(
    'makes nothing else of it: %s',
    async (end) => {
      const name = await store(await canvas(60, 60).png().toBuffer())
      expect(await openImage(files, name.replace('.webp', end))).toBeUndefined()
    },
  )

  test('returns undefined for a picture that was never stored', async () => {
    for (const name of [`${'a'.repeat(64)}.webp`, `${'a'.repeat(64)}-384.webp`]) {
      expect(await openImage(files, name)).toBeUndefined()
    }
  })
})

describe('pictureUrls', () => {
  test('returns the URLs of the copies of a stored picture', () => {
    expect(pictureUrls('abc.webp', 'local-0x1')).toEqual({
      url: '/files/abc.webp',
      small_url: '/files/abc-384.webp',
      medium_url: '/files/abc-768.webp',
      is_plate: false,
    })
  })

  test('returns one plate for all sizes without a picture', () => {
    const url = '/plates/local-0xabc.svg'
    expect(pictureUrls(null, 'local-0xABC')).toEqual({
      url,
      small_url: url,
      medium_url: url,
      is_plate: true,
    })
  })
})
