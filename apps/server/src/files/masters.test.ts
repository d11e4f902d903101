import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Problem } from '@platemark/api/problem'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPrng } from '../../test/fuzz/prng.ts'
import {
  box,
  film,
  movingPng,
  movingWaves,
  personalTexts,
  photo,
  photoWithGainMap,
  photoWithIptc,
  photoWithTexts,
  waves,
  webm,
} from '../../test/master-files.ts'
import { emptyPng } from '../../test/png.ts'
import { seedOr, share } from '../../test/share.ts'
import { type UnusualPicture, unusualPictures } from '../../test/unusual-pictures.ts'
import { createDiskFileStore, type FileStore } from './file-store.ts'
import { inspectMaster, storeMaster, workLimits } from './masters.ts'

let folder: string
let files: FileStore
let unusual: UnusualPicture[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platemark-masters-'))
  files = createDiskFileStore(join(folder, 'files'))
  unusual = await unusualPictures()
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const named = (wanted: string) => {
  const { bytes } = unusual.find(({ what }) => what === wanted) ?? {}
  return bytes ?? Buffer.alloc(0)
}

/** Stores a file from a path, and returns what is stored with it. */
async function store(bytes: Uint8Array, options = {}) {
  const path = join(folder, 'upload')
  await writeFile(path, bytes)
  const master = await storeMaster(files, path, workLimits, options)
  const stored = Buffer.from((await files.read(master.name)) ?? [])
  return { ...master, stored }
}

const pixels = (bytes: Uint8Array, animated = false) =>
  sharp(bytes, { animated }).keepIccProfile().raw().toBuffer()

describe('a photo with location and camera data', () => {
  test.each([
    ['JPEG', () => photo().jpeg({ quality: 90 }).toBuffer()],
    ['JPEG, progressive', () => photo().jpeg({ progressive: true }).toBuffer()],
    ['JPEG with IPTC', photoWithIptc],
    ['PNG', () => photo().png().toBuffer()],
    ['PNG with texts', photoWithTexts],
    ['WebP', () => photo().webp().toBuffer()],
    ['WebP, lossless', () => photo().webp({ lossless: true }).toBuffer()],
  ])(
    'is stored without them as %s: same pixels, orientation and colours',
    async (_, make) => {
      const uploaded = await make()
      const { stored, facts, notes, camera_data, ...hashes } = await store(uploaded)
      expect(camera_data).toBe('removed')
      expect(facts).toMatchObject({
        width: 80,
        height: 120,
        finds: ['location', 'camera'],
      })
      expect(notes).toEqual([
        expect.stringMatching(/^Location and camera data were removed/),
      ])
      expect(hashes).toEqual({
        name: expect.stringMatching(`^${hashOf(stored)}\\.(jpg|png|webp)$`),
        sha256: hashOf(stored),
        uploaded_sha256: hashOf(uploaded),
      })
      for (const text of personalTexts)
        expect([text, stored.includes(text)]).toEqual([text, false])
      expect(await inspectMaster(stored)).toMatchObject({ finds: [] })

      expect((await pixels(stored)).equals(await pixels(uploaded))).toBe(true)
      const [before, after] = await Promise.all(
        [uploaded, stored].map((bytes) => sharp(bytes).metadata()),
      )
      expect(after?.orientation).toBe(6)
      expect(after?.icc?.equals(before?.icc ?? Buffer.alloc(0))).toBe(true)
      expect(after?.exif?.includes('Ada, 2026')).toBe(true)
      expect(after?.xmp?.includes('kept by the test')).toBe(true)
    },
  )

  test('keeps them where its creator wants that', async () => {
    const uploaded = await photoWithIptc()
    const { stored, facts, notes, ...kept } = await store(uploaded, {
      keepsCameraData: true,
    })
    expect([stored.equals(uploaded), facts.finds]).toEqual([true, ['location', 'camera']])
    expect(notes).toEqual([expect.stringMatching(/stay in the file, as you chose/)])
    expect(kept).toMatchObject({ camera_data: 'kept', sha256: kept.uploaded_sha256 })
    expect(await store(uploaded)).toMatchObject({
      ...{ camera_data: 'removed', uploaded_sha256: kept.uploaded_sha256 },
      sha256: expect.not.stringMatching(kept.sha256),
    })
  })

  test('keeps its gain map, which loses them too', async () => {
    const { bytes, gainMap } = await photoWithGainMap()
    const { stored, facts } = await store(bytes)
    expect(facts.finds).toEqual(['location', 'camera'])
    expect(stored.length).toBe(bytes.length)
    for (const text of personalTexts) expect(stored.includes(text)).toBe(false)
    const kept = stored.subarray(-gainMap.length)
    expect((await pixels(kept)).equals(await pixels(gainMap))).toBe(true)
  })

  test('loses the film and the data that cameras write behind it', async () => {
    const jpeg = await waves().jpeg().toBuffer()
    const trailer = Buffer.from('\0\0\x01\x0aMCC_Data310\0\0SEFH\x6b\0\0\0SEFT', 'latin1')
    const results = await Promise.all(
      [film(), trailer].map((tail) => storeMaster(files, Buffer.concat([jpeg, tail]))),
    )
    expect(results.map(({ name, facts, notes }) => [name, facts.finds, notes])).toEqual([
      [`${hashOf(jpeg)}.jpg`, ['camera'], [expect.stringMatching(/^The video of this/)]],
      [`${hashOf(jpeg)}.jpg`, ['camera'], [expect.stringMatching(/^Extra camera data/)]],
    ])
  })
})

test.each([
  ['AVIF', () => photo().avif({ effort: 0 }).toBuffer(), ['location', 'camera']],
  [
    'MP4',
    () => film({ userData: box('\xa9xyz', Buffer.from('+51.5-000.1/')) }),
    ['location'],
  ],
  ['MP4', () => film({ userData: box('\xa9mod', Buffer.from('Phone')) }), ['camera']],
  ['WebM', () => webm({ tags: { LOCATION: '+51.5-000.1/' } }), ['location']],
  [
    'WebM of a recorder',
    () => webm({ isOpen: true, tags: { 'COM.APPLE.QUICKTIME.MAKE': 'Phone' } }),
    ['camera'],
  ],
])('finds of an %s are named, and it is stored as it came', async (_, make, finds) => {
  const uploaded = await make()
  const { facts, stored, camera_data } = await store(uploaded)
  expect([facts.finds, camera_data]).toEqual([finds, 'stays'])
  expect(stored.equals(uploaded)).toBe(true)
})

const still = { is_animated: false, width: 120, height: 80, finds: [] }
const moving = { is_animated: true, width: 40, height: 30, finds: [] }
const played = { is_animated: true, width: 320, height: 180, finds: [] }

test.each([
  ['png', () => waves().png().toBuffer(), { ...still, format: 'png' }],
  [
    'png',
    () => waves().png({ progressive: true }).toBuffer(),
    { ...still, format: 'png' },
  ],
  ['png', movingPng, { format: 'apng', is_animated: true, width: 64, mime: 'image/png' }],
  ['jpg', () => waves().jpeg().toBuffer(), { ...still, mime: 'image/jpeg' }],
  ['webp', () => waves().webp().toBuffer(), { ...still, mime: 'image/webp' }],
  [
    'webp',
    () =>
      movingWaves()
        .webp({ delay: [100, 200, 300] })
        .toBuffer(),
    { ...moving, seconds: 0.6 },
  ],
  ['gif', () => waves().gif().toBuffer(), { ...still, mime: 'image/gif' }],
  [
    'gif',
    () =>
      movingWaves()
        .gif({ delay: [500, 500, 500] })
        .toBuffer(),
    { ...moving, seconds: 1.5 },
  ],
  [
    'avif',
    () => waves().avif({ effort: 0 }).toBuffer(),
    { ...still, mime: 'image/avif' },
  ],
  ['avif', () => named('AVIF that moves'), { is_animated: true, width: 64 }],
  ['mp4', () => film(), { ...played, mime: 'video/mp4', seconds: 2.5 }],
  ['mp4', () => film({ isLying: true }), { ...played, width: 180, height: 320 }],
  ['webm', () => webm(), { ...played, mime: 'video/webm', seconds: 2.5 }],
  ['webm', () => webm({ isOpen: true }), played],
  [
    'webm',
    () => webm({ tags: { ENCODER: 'Lavf61', TITLE: 'At this location' } }),
    played,
  ],
])('a %s is stored as it came, with its facts', async (extension, make, facts) => {
  const uploaded = await make()
  const found = await store(uploaded)
  expect(found.facts).toMatchObject(facts)
  expect(found.name).toBe(`${hashOf(uploaded)}.${extension}`)
  expect([found.uploaded_sha256, found.notes]).toEqual([found.sha256, []])
  expect(found.camera_data).toBe('none')
  expect(found.stored.equals(uploaded)).toBe(true)
})

const works: [what: string, make: () => Buffer | Promise<Buffer>][] = [
  ['PNG', () => waves().png().toBuffer()],
  ['PNG', movingPng],
  ['JPEG', () => waves().jpeg().toBuffer()],
  ['GIF', () => movingWaves().gif().toBuffer()],
  ['WebP', () => waves().webp().toBuffer()],
  ['WebP', () => movingWaves().webp().toBuffer()],
  ['AVIF', () => waves().avif({ effort: 0 }).toBuffer()],
  ['MP4', () => film()],
  ['WebM', () => webm()],
]

test.each(works)(
  'a %s with bytes behind its end is refused, empty ones are cut off',
  async (format, make) => {
    const bytes = await make()
    for (const tail of ['<script>alert(1)</script>', 'PK\x03\x04', '%PDF-1.7']) {
      await expect(
        inspectMaster(Buffer.concat([bytes, Buffer.from(tail)])),
      ).rejects.toMatchObject({
        code: 'unsupported_media',
        message: `This ${format} has ${tail.length} bytes after its end that are not part of it. Export it again and use that file.`,
      })
    }
    const { stored, notes } = await store(Buffer.concat([bytes, Buffer.alloc(5000)]))
    expect(stored.equals(bytes)).toBe(true)
    expect(notes).toEqual(['Empty bytes after its end were removed.'])
  },
)

test.each(works)('a %s that breaks off anywhere is refused', async (format, make) => {
  const bytes = await make()
  for (const share of [0.3, 0.6, 0.9, 0.99]) {
    const part = bytes.subarray(0, Math.floor(bytes.length * share))
    const refused = expect(inspectMaster(part)).rejects
    await refused.toMatchObject({ code: 'unsupported_media' })
    await refused.toThrow(new RegExp(`^This ${format} (is incomplete|is damaged)`))
  }
})

test('a file without its last bytes is refused as broken off', async () => {
  for (const [format, make] of works) {
    const bytes = await make()
    await expect(inspectMaster(bytes.subarray(0, -1))).rejects.toThrow(
      `This ${format} is incomplete: its end is missing. Export or download it again.`,
    )
  }
})

test('of the unusual pictures those are refused that are damaged or carry more', async () => {
  const refused: string[] = []
  for (const { what, bytes, isShown } of unusual) {
    const code = await inspectMaster(bytes).then(
      () => undefined,
      (error) => error.code,
    )
    expect([what, code]).toEqual([what, code === undefined ? code : 'unsupported_media'])
    if (isShown && code) refused.push(what)
    if (!isShown) expect([what, code]).toEqual([what, 'unsupported_media'])
  }
  expect(refused).toMatchInlineSnapshot(`
    [
      "JPEG without an end",
      "JPEG that breaks off in its last rows",
      "JPEG that breaks off in the middle",
      "JPEG before a second JPEG",
      "JPEG, progressive, that breaks off",
      "PNG with a wrong check of a text",
      "PNG with a wrong check of its end",
      "PNG with a wrong sum of its pixels",
      "PNG before a text",
      "PNG without an end",
      "PNG that breaks off in its last rows",
      "PNG that breaks off in the middle",
      "GIF without an end",
      "GIF that breaks off in its last rows",
      "GIF that breaks off in the middle",
      "GIF before a text",
      "GIF that moves and breaks off",
      "WebP before a text",
      "AVIF before a text",
    ]
  `)
})

test.each([
  [
    'SVG',
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
    /^This is an SVG.*PNG/,
  ],
  ['HTML', ' <!doctype html><script>alert(1)</script>', /^This is a web page.*MP4/],
  ['3D model', 'glTF\x02\0\0\0', /^This is a 3D model.*MP4/],
  ['3D model', '{"asset":{"version":"2.0"}}', /^This is a 3D model.*MP4/],
  ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0heicmif1', /^This is a HEIC photo.*JPEG/],
  ['TIFF', 'II*\0\x08\0\0\0', /^This is a TIFF.*PNG/],
  ['PSD', '8BPS\0\x01', /^This is a Photoshop file.*PNG/],
  ['PDF', '%PDF-1.7\n', /^This is a PDF.*PNG/],
  ['BMP', 'BM\x46\0\0\0\0\0\0\0\x36\0', /^This is a BMP.*PNG/],
  ['JPEG XL', '\xff\x0a\0\0', /^This is a JPEG XL.*PNG/],
  ['MOV', '\0\0\0\x14ftypqt  \0\0\0\0qt  ', /^This is a QuickTime.*MP4/],
  ['AVI', 'RIFF\0\0\0\0AVI LIST', /^This is an AVI.*MP4/],
  ['sound', 'ID3\x04', /^This is a sound.*MP4/],
  ['ZIP', 'PK\x03\x04', /^This is a ZIP.*Unpack/],
  ['text', 'hello', /^Use a PNG, JPEG, WebP, GIF, AVIF, MP4 or WebM\.$/],
  ['nothing', '', /^Use a PNG/],
])('a file of another kind is refused with what to do: %s', async (_, text, sentence) => {
  const refused = expect(inspectMaster(Buffer.from(text, 'latin1'))).rejects
  await refused.toMatchObject({ code: 'unsupported_media' })
  await refused.toThrow(sentence)
})

test.each([
  ['H.265', film({ codec: 'hvc1' }), /H\.265 .*Export it as H\.264/],
  ['an old codec', film({ codec: 'mp4v' }), /an old codec.*Export it as H\.264/],
  ['sound alone', film({ handler: 'soun' }), /^This MP4 has no picture/],
  [
    'a WebM of another codec',
    webm({ codec: 'V_MPEG4/ISO/AVC' }),
    /^This WebM uses a codec/,
  ],
  ['Matroska', webm({ type: 'matroska' }), /^This is a Matroska video/],
])('a film that some browsers cannot play is refused: %s', async (_, bytes, sentence) => {
  await expect(inspectMaster(bytes)).rejects.toThrow(sentence)
})

test('bytes, pixels and frames are limited', async () => {
  const limits = { bytes: 1_000_000, pixels: 4000 }
  const refused = (bytes: Uint8Array) => expect(inspectMaster(bytes, limits)).rejects
  await refused(Buffer.alloc(1_000_001)).toMatchObject({ code: 'file_too_large' })
  await refused(await waves().png().toBuffer()).toThrow(
    'This picture has 0.1 megapixels. Use one of at most 0.1 megapixels.',
  )
  const frames = sharp(Buffer.alloc(60 * 50 * 15, 9), {
    raw: { width: 60, height: 50 * 15, channels: 1, pageHeight: 50 },
  })
  const gif = await frames.gif({ keepDuplicateFrames: true }).toBuffer()
  await refused(gif).toThrow(
    'This animation has 15 frames of 60 by 50 pixels. Use at most 13 frames of that size, or smaller ones.',
  )
})

test('a small file that unpacks to 256 million pixels is refused without unpacking it', async () => {
  const bomb = emptyPng(16_000, 16_000)
  const before = process.cpuUsage()
  await expect(inspectMaster(bomb)).rejects.toMatchObject({
    code: 'file_too_large',
  })
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(250)
})

test('nothing is left of a refused file, nor beside the upload', async () => {
  const before = await readdir(folder, { recursive: true })
  await expect(store((await photoWithIptc()).subarray(0, -9))).rejects.toThrow()
  await store(await photoWithIptc())
  const after = await readdir(folder, { recursive: true })
  expect(after.filter((name) => name.includes('upload'))).toEqual(['upload'])
  expect(after.length - before.length).toBeLessThanOrEqual(1)
})

test('a changed file is read or refused with a sentence, whatever was changed', {
  timeout: share(20_000, 600_000),
}, async () => {
  const { random } = createPrng(seedOr(7))
  const wrong: unknown[] = []
  const good = await Promise.all([
    ...works.map(([, make]) => make()),
    ...[photoWithIptc(), photoWithTexts(), photo().webp().toBuffer()],
    photoWithGainMap().then(({ bytes }) => bytes),
  ])
  for (let round = 0; round < share(150, 20_000); round += 1) {
    const changed = Buffer.from(good[round % good.length] ?? [])
    for (let times = 1 + Math.floor(random() * 5); times > 0; times -= 1) {
      // Headers lead to more than pixels do.
      const reach = random() < 0.6 ? Math.min(700, changed.length) : changed.length
      const at = Math.floor(random() * (reach - 4))
      if (random() < 0.5) changed[at] = Math.floor(random() * 256)
      else changed.writeUInt32BE(Math.floor(random() * 2 ** 32), at)
    }
    const cut = random() < 0.1 ? Math.floor(random() * changed.length) : 0
    await inspectMaster(changed.subarray(cut)).catch((error) => {
      if (!(error instanceof Problem)) wrong.push([round, error])
    })
  }
  expect(wrong).toEqual([])
})
