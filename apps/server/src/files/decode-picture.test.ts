import { randomBytes } from 'node:crypto'
import { isAnimatedPicture } from '@platemark/rules/picture-file'
import sharp, { type Sharp } from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { type UnusualPicture, unusualPictures } from '../../test/unusual-pictures.ts'
import { decodePicture, readSides } from './decode-picture.ts'

let pictures: UnusualPicture[]
beforeAll(async () => {
  pictures = await unusualPictures()
})

async function decode(bytes: Uint8Array): Promise<Buffer> {
  await readSides(bytes)
  const draw = (picture: Sharp) => picture.png({ compressionLevel: 1 })
  return (await decodePicture(bytes, 1_000_000, draw)).bytes
}

// e2e/pages/unusual-pictures.spec.ts compares the same files with Chromium.
test('accepts every file that browsers show, and refuses what none can decode', async () => {
  const wrong: string[] = []
  for (const { what, bytes, isShown } of pictures) {
    const code = await decode(bytes).then(
      () => undefined,
      (error) => error.code,
    )
    if (code !== (isShown ? undefined : 'unsupported_media')) wrong.push(what)
  }
  expect(wrong).toEqual([])
})

test('keeps what an incomplete photo has, and leaves the rest empty', async () => {
  const raw = { width: 300, height: 300, channels: 3 } as const
  const photo = await sharp(randomBytes(300 * 300 * 3), { raw })
    .jpeg()
    .toBuffer()
  const found = await decode(photo.subarray(0, photo.length / 2))
  const pixels = await sharp(found).raw().toBuffer()
  const range = (row: number) => {
    const levels = [...pixels.subarray(row * 900, row * 900 + 900)]
    return Math.max(...levels) - Math.min(...levels)
  }
  expect([range(20) > 100, range(290) < 20]).toEqual([true, true])
})

test.each([
  ['HEIC', /^This is a HEIC photo.* Export it as JPEG/],
  ['JPEG of 12 bits', /^This JPEG is lossless or has 12 bits per colour/],
  ['JPEG, lossless', /^This JPEG is lossless or has 12 bits per colour/],
  ['WebP that breaks off', /^The image is damaged or of another type\.$/],
])('states why it refuses a %s', async (wanted, sentence) => {
  const { bytes } = pictures.find(({ what }) => what === wanted) ?? {}
  await expect(decode(bytes ?? Buffer.alloc(0))).rejects.toThrow(sentence)
})

test('detects exactly the files that move', () => {
  const moving = pictures.filter(({ bytes }) => isAnimatedPicture(bytes))
  expect(moving.map(({ what }) => what)).toEqual([
    'PNG that moves',
    'GIF that moves',
    'GIF that moves and breaks off',
    'WebP that moves',
    'AVIF that moves',
  ])
})
