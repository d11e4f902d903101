import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  openBucketPlace,
  openDiskPlace,
  openEmulatorPlace,
  PAGE_SIZE,
  type S3Service,
  type StorePlace,
} from '../../test/file-stores.ts'
import { share } from '../../test/share.ts'
import type { FileStore } from './file-store.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const hashOf = (text: string | Uint8Array) =>
  createHash('sha256').update(text).digest('hex')

/** Real service of `npm run soak -- s3`, which the same tests run on. */
const service: (S3Service & { name: string }) | undefined =
  process.env.PLATEMARK_S3 && JSON.parse(process.env.PLATEMARK_S3)
const places: Record<string, () => Promise<StorePlace>> = service
  ? { [service.name]: () => openBucketPlace(service) }
  : { disk: openDiskPlace, 'an emulator of S3': openEmulatorPlace }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(process.env.PLATEMARK_TEST_RUN ?? tmpdir(), 'sources-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Writes a file outside the store; returns its path. */
async function sourceOf(content: string | Uint8Array): Promise<string> {
  const path = join(folder, hashOf(content))
  await writeFile(path, content)
  return path
}

describe.each(Object.entries(places))('a file store on %s', (_kind, openPlace) => {
  let place: StorePlace
  let files: FileStore
  beforeAll(async () => {
    place = await openPlace()
    files = place.files
  })
  afterAll(() => place.close())

  async function readPart(name: string, range?: Parameters<FileStore['open']>[1]) {
    const file = await files.open(name, range)
    if (!file) return undefined
    const text = Buffer.concat(await file.stream.toArray()).toString()
    return { size: file.size, range: file.range, text }
  }

  test('names a file after its content', async () => {
    const name = await files.put(bytes('a plate'), 'json')
    expect(name).toBe(`${hashOf('a plate')}.json`)
    expect(await files.read(name)).toEqual(Buffer.from('a plate'))
    expect([await files.has(name), await place.list()]).toEqual([true, [name]])
  })

  test('stores variants beside their file', async () => {
    const name = await files.put(bytes('large'), 'webp', { 384: bytes('small') })
    const small = name.replace('.webp', '-384.webp')
    expect(await files.read(small)).toEqual(Buffer.from('small'))
  })

  test('takes the same bytes many times at once, and leaves no partial file', async () => {
    const path = await sourceOf('popular')
    const names = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        at % 2 ? files.put(bytes('popular'), 'json') : files.putFile(path, 'json'),
      ),
    )
    const [name = ''] = names
    expect([new Set(names).size, await files.read(name)]).toEqual([
      1,
      Buffer.from('popular'),
    ])
    expect((await place.list()).filter((one) => !/^[0-9a-f]{64}/.test(one))).toEqual([])
  })

  test('stores a file from its path, and leaves it where it is', async () => {
    const content = randomBytes(6 * 2 ** 20)
    const path = await sourceOf(content)
    const name = await files.putFile(path, 'png')
    expect(name).toBe(`${hashOf(content)}.png`)
    expect(hashOf((await files.read(name)) ?? '')).toBe(hashOf(content))
    expect(await readdir(folder)).toContain(hashOf(content))
  })

  test('stores an empty file', async () => {
    const name = await files.putFile(await sourceOf(''), 'json')
    expect(await readPart(name)).toEqual({ size: 0, range: undefined, text: '' })
  })

  test('passes on that a file to store is missing, and stores nothing', async () => {
    const before = await place.list()
    await expect(files.putFile(join(folder, 'none'), 'png')).rejects.toThrow('ENOENT')
    expect(await place.list()).toEqual(before)
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

  test.each([
    [undefined, undefined, '0123456789'],
    [{ first: 2, last: 4 }, { first: 2, last: 4 }, '234'],
    [{ first: 7 }, { first: 7, last: 9 }, '789'],
    [{ suffix: 2 }, { first: 8, last: 9 }, '89'],
    [{ first: 5, last: 99 }, { first: 5, last: 9 }, '56789'],
  ])('opens the part %j of a file', async (range, part, text) => {
    const name = await files.put(bytes('0123456789'), 'json')
    expect(await readPart(name, range)).toEqual({ size: 10, range: part, text })
  })

  test('refuses a part behind the end, with the size of the file', async () => {
    const name = await files.put(bytes('0123456789'), 'json')
    await expect(files.open(name, { first: 10 })).rejects.toMatchObject({
      code: 'range_not_satisfiable',
      data: { size: 10 },
    })
  })

  test('takes a file of another store under its name, and not with other bytes', async () => {
    const hash = hashOf('moved')
    async function* send(...chunks: string[]) {
      for (const chunk of chunks) yield bytes(chunk)
    }
    async function* breakOff() {
      yield bytes('mo')
      throw new Error('gone')
    }
    await files.putAs(`${hash}.json`, send('mo', 'ved'))
    await files.putAs(`${hash}-share.png`, send('drawn from it'))
    expect(await files.read(`${hash}.json`)).toEqual(Buffer.from('moved'))
    expect(await files.read(`${hash}-share.png`)).toEqual(Buffer.from('drawn from it'))

    const before = await place.list()
    const other = `${hashOf('other')}.json`
    await expect(files.putAs(other, send('moved'))).rejects.toThrow('has other bytes')
    await expect(files.putAs(other, breakOff())).rejects.toThrow('cannot be read')
    await expect(files.putAs('../x', send('x'))).rejects.toThrow('file name is invalid')
    expect(await place.list()).toEqual(before)
  })

  test('lists every file with its size, in pages', async () => {
    const pages = []
    for await (const page of files.list()) pages.push(page)
    const found = pages.flat()
    expect(found.map(({ name }) => name).sort()).toEqual((await place.list()).sort())
    expect(found).toContainEqual({ name: `${hashOf('moved')}.json`, size: 5 })
    expect(pages.every(({ length }) => length <= PAGE_SIZE)).toBe(true)
  })

  test('does not know unknown files', async () => {
    const name = `${hashOf('unknown')}.webp`
    const found = [await files.has(name), await files.read(name), await files.open(name)]
    expect(found).toEqual([false, undefined, undefined])
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
    const found = [await files.has(name), await files.read(name), await files.open(name)]
    expect(found).toEqual([false, undefined, undefined])
  })

  test.each(['../x', 'web/p', '', 'W', 'toolongext'])(
    'refuses %j as an extension',
    async (extension) => {
      const path = await sourceOf('x')
      for (const store of [
        () => files.put(bytes('x'), extension),
        () => files.putFile(path, extension),
      ]) {
        await expect(store()).rejects.toThrow('file name is invalid')
      }
    },
  )

  test('a large file is stored and read without being held in memory', async () => {
    const content = Buffer.alloc(share(48, 100) * 2 ** 20)
    for (let at = 0; at < content.length; at += 4096) content.writeUInt32LE(at, at)
    const [path, hash] = [await sourceOf(content), hashOf(content)]
    const most = await peakOf(async () => {
      const name = await files.putFile(path, 'mp4')
      const found = createHash('sha256')
      for await (const chunk of (await files.open(name))?.stream ?? [])
        found.update(chunk)
      expect([name, found.digest('hex')]).toEqual([`${hash}.mp4`, hash])
    })
    expect(most / 2 ** 20).toBeLessThan(40)
  }, 60_000)
})

describe.each(Object.entries(places))('a file store on %s', (_kind, openPlace) => {
  let place: StorePlace
  beforeAll(async () => {
    place = await openPlace()
  })
  afterAll(() => place.close())

  test('deletes what is not kept, and nothing that is no part of the store', async () => {
    const { files } = place
    const put = (text: string) =>
      files.put(bytes(text), 'json', { small: bytes(`${text}, small`) })
    const [kept, again] = [await put('kept'), await put('stored again')]
    await put('lost')
    const foreign = await place.addForeign()
    await sleep(2 * place.stampMs + 50)
    const before = new Date(Date.now() - place.stampMs)
    const keep = async () => {
      await put('stored again')
      return [hashOf('kept')]
    }

    expect(await files.deleteOthers(before, keep)).toBe(2)
    const left = [kept, again].flatMap((name) => [name, name.replace('.', '-small.')])
    expect((await place.list()).sort()).toEqual([...left, foreign].sort())
  })

  test('compares names with the database in pages', async () => {
    const { files } = place
    const hashes = Array.from({ length: 8 }, (_, at) => `${at}`.padStart(64, '0'))
    for (const hash of hashes) await files.putDerived(hash, 'share', 'png', bytes('x'))
    const asked: string[][] = []
    const later = new Date(Date.now() + 60_000)
    const count = await files.deleteOthers(later, async (page) => {
      asked.push(page)
      return page.filter((hash) => hash === hashes[3])
    })
    expect(count).toBeGreaterThanOrEqual(7)
    expect(asked.flat()).toEqual(expect.arrayContaining(hashes))
    expect(asked.every((page) => page.length <= PAGE_SIZE)).toBe(true)
    expect(await files.has(`${hashes[3]}-share.png`)).toBe(true)
  })

  test('states that it cannot be used once its place is gone', async () => {
    const { files } = place
    const name = await files.put(bytes('before'), 'json')
    const path = await sourceOf('after')
    await place.remove()
    const calls = [
      () => files.put(bytes('after'), 'json'),
      () => files.putFile(path, 'json'),
      () => files.putDerived(name.slice(0, 64), 'share', 'png', bytes('x')),
      () => files.has(name),
      () => files.read(name),
      () => files.open(name),
      () => files.list()[Symbol.asyncIterator]().next(),
    ]
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({
        code: 'storage_unavailable',
        message: 'The storage of this site cannot be used right now. Try again later.',
      })
    }
  })
})

const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0

test.runIf(canMount)('states that the disk is full, and leaves nothing half-done', () => {
  const mount = 'mount -t tmpfs -o size=4m none "$0" && exec "$@"'
  const script = join(import.meta.dirname, '../../test/fill-disk.ts')
  const args = ['-rm', 'sh', '-c', mount, folder, process.execPath, script, folder]
  const { stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8' })
  expect(stderr).toBe('')
  const full = 'The storage of this site is full, and nothing was saved. Try again later.'
  expect(JSON.parse(stdout)).toEqual({
    refused: [full, full, full],
    left: ['small.json'],
  })
})

/** Returns by how many bytes the memory of buffers in use grew while `work` ran. */
async function peakOf(work: () => Promise<void>): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const measure = () => {
    collectGarbage()
    return process.memoryUsage().arrayBuffers
  }
  const before = measure()
  let most = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, measure() - before)
      await sleep(100)
    }
  })()
  await work().finally(() => {
    isOver = true
  })
  await watching
  return most
}
