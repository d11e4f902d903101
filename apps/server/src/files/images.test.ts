import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { film, photo } from '../../test/master-files.ts'
import { emptyPng } from '../../test/png.ts'
import { createDiskFileStore, type FileStore } from './file-store.ts'
import { pictureUrls, storeAvatar, storeImage } from './images.ts'
import { viewName } from './views.ts'

const limits = { image_bytes: 20_000_000, image_pixels: 25_000_000 }

let folder: string
let files: FileStore

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platemark-images-'))
  files = createDiskFileStore(folder)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#d9542b' } })

test('work on avatars waits in a bounded queue, and more is refused', async () => {
  const dot = await canvas(64, 64).png().toBuffer()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 45 }, () => storeAvatar(files, dot, { avatar_bytes: 10_000 })),
  )
  const refused = outcomes.flatMap((one) => ('reason' in one ? [one.reason.code] : []))
  expect(refused).toEqual(['busy', 'busy', 'busy'])
})

describe('storeImage', () => {
  test.each([
    ['png', 'png'],
    ['jpeg', 'jpg'],
    ['webp', 'webp'],
    ['gif', 'gif'],
  ] as const)(
    'keeps a %s as it came, with the views of the first page',
    async (format, extension) => {
      const bytes = await canvas(1200, 600).toFormat(format).toBuffer()
      const { name, notes } = await storeImage(files, bytes, limits)

      expect(name).toMatch(new RegExp(`^[0-9a-f]{64}\\.${extension}$`))
      expect(Buffer.from((await files.read(name)) ?? []).equals(bytes)).toBe(true)
      expect(notes).toEqual([])
      for (const width of [384, 768] as const) {
        const view = await files.read(viewName(name, width))
        expect(await sharp(view).metadata()).toMatchObject({
          ...{ format: 'webp', width, height: width / 2 },
        })
      }
    },
  )

  test('names what was taken out', async () => {
    const { notes } = await storeImage(files, await photo().jpeg().toBuffer(), limits)
    expect(notes).toEqual([
      expect.stringMatching(/^Location and camera data were removed/),
    ])
  })

  test('refuses camera data that it cannot remove, unless it is kept', async () => {
    const avif = await photo().avif({ effort: 0 }).toBuffer()
    await expect(storeImage(files, avif, limits)).rejects.toMatchObject({
      code: 'unsupported_media',
      message: expect.stringMatching(/^It holds location and camera data, which cannot/),
    })
    const options = { keepsCameraData: true }
    const { name, notes } = await storeImage(files, avif, limits, options)
    expect(Buffer.from((await files.read(name)) ?? []).equals(avif)).toBe(true)
    expect(notes).toEqual([expect.stringMatching(/stay in the file, as you chose/)])
  })

  test('refuses a film', async () => {
    await expect(storeImage(files, film(), limits)).rejects.toMatchObject({
      code: 'unsupported_media',
      message: expect.stringMatching(/^This is a video\. Use an image here/),
    })
  })

  test('refuses more bytes and more pixels than allowed', async () => {
    for (const bytes of [
      new Uint8Array(limits.image_bytes + 1),
      emptyPng(9_000, 9_000),
    ]) {
      const before = await readdir(folder, { recursive: true })
      await expect(storeImage(files, bytes, limits)).rejects.toMatchObject({
        code: 'file_too_large',
      })
      expect(await readdir(folder, { recursive: true })).toEqual(before)
    }
  })
})

describe('pictureUrls', () => {
  test('returns the URLs of the views of a stored picture, and of the file itself', () => {
    const hash = 'a'.repeat(64)
    expect(pictureUrls(`${hash}.png`, 'local-0x1')).toEqual({
      url: `/files/${hash}-1536.webp`,
      small_url: `/files/${hash}-384.webp`,
      medium_url: `/files/${hash}-768.webp`,
      original_url: `/files/${hash}.png`,
      is_plate: false,
    })
  })

  test('returns one plate for all sizes without a picture', () => {
    const url = '/plates/local-0xabc.svg'
    expect(pictureUrls(null, 'local-0xABC')).toEqual({
      url,
      small_url: url,
      medium_url: url,
      original_url: url,
      is_plate: true,
    })
  })
})
