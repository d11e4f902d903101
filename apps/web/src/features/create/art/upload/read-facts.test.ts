import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readFacts } from './read-facts.ts'

const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const toFile = (bytes: Uint8Array<ArrayBuffer>, name: string) => new File([bytes], name)

test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
  'a %s has its hash and its sides',
  async (format) => {
    const create = { width: 30, height: 20, channels: 3, background: 'teal' } as const
    const bytes = new Uint8Array(await sharp({ create }).toFormat(format).toBuffer())
    expect(await readFacts(toFile(bytes, 'moon'))).toEqual({
      ...{ sha256: sum(bytes), format, width: 30, height: 20 },
    })
  },
)

test('a film has its format, whatever its name', async () => {
  const bytes = new Uint8Array(Buffer.from('1a45dfa3', 'hex'))
  expect(await readFacts(toFile(bytes, 'moon.png'))).toEqual({
    ...{ sha256: sum(bytes), format: 'webm' },
  })
})

test('a photo on its side has the sides that are shown', async () => {
  const create = { width: 30, height: 20, channels: 3, background: 'teal' } as const
  const photo = sharp({ create }).withMetadata({ orientation: 6 }).jpeg()
  const bytes = new Uint8Array(await photo.toBuffer())
  expect(await readFacts(toFile(bytes, 'moon.jpg'))).toMatchObject({
    ...{ width: 20, height: 30 },
  })
})

test('a file above 64 MB is hashed in slices, and other files have a hash only', async () => {
  const bytes = new Uint8Array(65 * 2 ** 20).fill(7)
  expect(await readFacts(toFile(bytes, 'set.zip'))).toEqual({ sha256: sum(bytes) })
  const text = new TextEncoder().encode('id,file\n')
  expect(await readFacts(toFile(text, 'a.csv'))).toEqual({ sha256: sum(text) })
})
