import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDiskFileStore, type FileStore } from './file-store.ts'

let folder: string
let files: FileStore

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platemark-files-'))
  files = createDiskFileStore(join(folder, 'files'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const bytes = (text: string) => new TextEncoder().encode(text)
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

test('names a file after its content and spreads files over folders', async () => {
  const name = await files.put(bytes('a plate'), 'json')

  expect(name).toBe(`${hashOf('a plate')}.json`)
  expect(await readdir(join(folder, 'files', name.slice(0, 2)))).toEqual([name])
  expect(await files.read(name)).toEqual(Buffer.from('a plate'))
})

test('stores variants beside their file', async () => {
  const name = await files.put(bytes('large'), 'webp', { 384: bytes('small') })

  expect(await files.read(name.replace('.webp', '-384.webp'))).toEqual(
    Buffer.from('small'),
  )
})

test('takes the same bytes many times at once, and leaves no partial file', async () => {
  const names = await Promise.all(
    Array.from({ length: 20 }, () => files.put(bytes('popular'), 'json')),
  )

  expect(new Set(names).size).toBe(1)
  const [name = ''] = names
  expect(await readdir(join(folder, 'files', name.slice(0, 2)))).toEqual([name])
})

test('stores derived bytes under the hash of their source, replacing earlier ones', async () => {
  const hash = hashOf('a title')
  for (const text of ['drawn', 'drawn again']) {
    expect(await files.putDerived(hash, 'share', 'png', bytes(text))).toBe(
      `${hash}-share.png`,
    )
  }
  expect(await files.read(`${hash}-share.png`)).toEqual(Buffer.from('drawn again'))
  await expect(files.putDerived('../x', 'share', 'png', bytes('x'))).rejects.toThrow(
    'file name is invalid',
  )
})

test('returns undefined for unknown files', async () => {
  expect(await files.read(`${hashOf('unknown')}.webp`)).toBeUndefined()
})

test.each([
  '../secret.txt',
  '..%2fsecret.txt',
  '/etc/passwd',
  `${'a'.repeat(64)}/../../secret.txt`,
  `../${'a'.repeat(64)}.webp`,
  `${'A'.repeat(64)}.webp`,
  `${'a'.repeat(64)}.webp\0.txt`,
  `${'a'.repeat(64)}`,
  `${'a'.repeat(64)}-../x.webp`,
  '',
  '.',
])('refuses %j as a name', async (name) => {
  await writeFile(join(folder, 'secret.txt'), 'secret')
  expect(await files.read(name)).toBeUndefined()
})

test.each(['../x', 'web/p', '', 'W', 'toolongext'])(
  'refuses %j as an extension',
  async (extension) => {
    await expect(files.put(bytes('x'), extension)).rejects.toThrow('file name is invalid')
  },
)

test('deletes what is not kept, and nothing that is no part of the store', async () => {
  const place = join(folder, 'mounted')
  const store = createDiskFileStore(place)
  const [kept = '', lost = ''] = await Promise.all([
    store.put(bytes('kept'), 'json'),
    store.put(bytes('lost'), 'json'),
  ])
  await mkdir(join(place, 'lost+found'))
  await writeFile(join(place, 'lost+found', 'inode'), '')
  await writeFile(join(place, '.DS_Store'), '')

  const later = new Date(Date.now() + 60_000)
  expect(await store.deleteOthers(later, async () => [hashOf('kept')])).toBe(1)
  expect([await store.read(kept), await store.read(lost)]).toEqual([
    Buffer.from('kept'),
    undefined,
  ])
  expect(await readdir(join(place, 'lost+found'))).toEqual(['inode'])
})
