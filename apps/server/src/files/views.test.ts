import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movingPng, movingWaves, photo, waves } from '../../test/master-files.ts'
import { movingAvif } from '../../test/unusual-pictures.ts'
import { createDiskFileStore, type FileStore } from './file-store.ts'
import { storeMaster } from './masters.ts'
import { findView, openView, viewName } from './views.ts'

let folder: string
let files: FileStore

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platemark-views-'))
  files = createDiskFileStore(folder)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function view(master: Uint8Array, width: 384 | 768 | 1536) {
  const { name } = await storeMaster(files, master)
  const opened = await openView(files, name, width)
  if (!opened) throw new Error(`${name} has no view of ${width} px`)
  const bytes = await buffer(opened.stream)
  return { name: opened.name, bytes, ...(await sharp(bytes).metadata()) }
}

/** A drawing of so many squares a side, each of `side` pixels and one of seven colours. */
function cells(count: number, side: number, height = count) {
  const colors = [
    '#000000',
    '#ffffff',
    '#d9542b',
    '#66d19f',
    '#7a5cff',
    '#1d2a44',
    '#e9c46a',
  ]
  const small = Buffer.alloc(count * height * 3)
  for (let at = 0; at < count * height; at += 1) {
    small.write(colors[(at * at + 3 * at) % 7]?.slice(1) ?? '', at * 3, 'hex')
  }
  const raw = { width: count, height, channels: 3 } as const
  return sharp(small, { raw }).resize(count * side, height * side, { kernel: 'nearest' })
}

const rawPixels = (bytes: Uint8Array) => sharp(bytes).removeAlpha().raw().toBuffer()

test.each([
  { width: 384, most: 12_000, details: 32 },
  { width: 768, most: 32_000, details: 48 },
  { width: 1536, most: 110_000, details: 48 },
] as const)(
  'a view is $width px wide and small, even of a detailed picture',
  async ({ width, most, details }) => {
    const raw = { width: details, height: details, channels: 3 } as const
    // Noise by a hash: the bytes of a view differ by a percent between drawings.
    const hash = createHash('shake256', { outputLength: details ** 2 * 3 })
    const noise = sharp(hash.update(`noise of ${width} px`).digest(), { raw })
    const detailed = await noise.resize(1540, 1540).png().toBuffer()
    const made = await view(detailed, width)
    expect(made).toMatchObject({ format: 'webp', width, height: width })
    expect(made.bytes.length).toBeLessThanOrEqual(most)
  },
)

test('a view stands upright and has no location, in the colours of the web', async () => {
  const made = await view(await photo().resize(600, 400).jpeg().toBuffer(), 384)
  expect(made).toMatchObject({ width: 384, height: 576 })
  const { exif, xmp, icc, orientation } = made
  expect({ exif, xmp, icc, orientation }).toEqual({})
})

test('a small picture is neither enlarged nor blurred, and keeps its transparency', async () => {
  const master = await cells(32, 1).ensureAlpha(0.5).png().toBuffer()
  for (const width of [384, 768, 1536] as const) {
    const made = await view(master, width)
    expect(made).toMatchObject({ width: 32, height: 32, hasAlpha: true })
    expect(await rawPixels(made.bytes)).toEqual(await rawPixels(master))
  }
})

test.each([
  ['PNG', (side: number) => cells(24, side).png().toBuffer()],
  [
    'PNG with a palette',
    (side: number) => cells(24, side).png({ palette: true }).toBuffer(),
  ],
  ['WebP', (side: number) => cells(24, side).webp({ lossless: true }).toBuffer()],
])('pixel art is scaled down by whole pixels as %s', async (_, make) => {
  const master = await make(40)
  const made = await view(master, 384)
  expect(made).toMatchObject({ width: 384, height: 384 })
  expect(await rawPixels(made.bytes)).toEqual(
    await rawPixels(await cells(24, 16).png().toBuffer()),
  )
  expect(await view(master, 768)).toMatchObject({ width: 768 })
})

test('pixel art is not enlarged, and of a size that does not fit takes the next smaller', async () => {
  expect(await view(await cells(24, 4, 20).png().toBuffer(), 384)).toMatchObject({
    width: 96,
    height: 80,
  })
  expect(await view(await cells(50, 20).png().toBuffer(), 384)).toMatchObject({
    width: 350,
  })
})

test('a flat drawing is coded without loss', async () => {
  const drawing = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800"><rect width="900" height="900" fill="#d9542b"/><circle cx="450" cy="450" r="300" fill="#1d2a44"/></svg>',
  )
  const master = await sharp(drawing).png().toBuffer()
  const made = await view(master, 768)
  const exact = await sharp(master).resize(768).png().toBuffer()
  expect(await rawPixels(made.bytes)).toEqual(await rawPixels(exact))
})

test.each([
  ['GIF', () => movingWaves(900, 90).gif().toBuffer()],
  ['WebP', () => movingWaves(900, 90).webp({ quality: 80 }).toBuffer()],
])('a view of an animated %s moves', async (_, make) => {
  const made = await view(await make(), 384)
  expect(made).toMatchObject({ format: 'webp', width: 384, pages: 3 })
})

test('small animations of few colours are coded without loss', async () => {
  const frames = Buffer.alloc(20 * 20 * 2 * 3, 90)
  frames.fill(200, 700, 1900)
  const raw = { width: 20, height: 40, channels: 3, pageHeight: 20 } as const
  const master = await sharp(frames, { raw }).gif().toBuffer()
  const made = await view(master, 384)
  const decode = (bytes: Buffer) =>
    sharp(bytes, { animated: true }).removeAlpha().raw().toBuffer()
  expect(await decode(made.bytes)).toEqual(await decode(master))
})

test('an APNG and an AVIF sequence are their own views', async () => {
  for (const master of [await movingPng(), movingAvif()]) {
    const { name } = await storeMaster(files, master)
    expect(await findView(files, viewName(name, 384))).toBe(name)
  }
})

test('a view is made once, also for several requests at a time', async () => {
  const { name } = await storeMaster(files, await waves(500, 500).png().toBuffer())
  const wanted = viewName(name, 384)
  expect(await files.has(wanted)).toBe(false)
  const found = await Promise.all([findView(files, wanted), findView(files, wanted)])
  expect(found).toEqual([wanted, wanted])
  const first = await files.read(wanted)
  const again = await openView(files, name, 384)
  expect(again && (await buffer(again.stream)).equals(first ?? Buffer.alloc(0))).toBe(
    true,
  )
})

test('a master too large for memory is decoded from a copy', async () => {
  const large = await sharp(randomBytes(1700 ** 2 * 3), {
    raw: { width: 1700, height: 1700, channels: 3 },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()
  expect(large.length).toBeGreaterThan(8 << 20)
  expect(await view(large, 384)).toMatchObject({ width: 384 })
})

test.each(['-200.webp', '-share.png', '.png', '-384.png', '-384.jpg', '.webp'])(
  'there is no view named by the hash and %s',
  async (end) => {
    const { sha256 } = await storeMaster(files, await waves().jpeg().toBuffer())
    expect(await findView(files, `${sha256}${end}`)).toBeUndefined()
  },
)

test('a picture that was never stored has no view', async () => {
  expect(await findView(files, `${'a'.repeat(64)}-384.webp`)).toBeUndefined()
  expect(await openView(files, `${'a'.repeat(64)}.png`, 384)).toBeUndefined()
})
