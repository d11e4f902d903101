import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDiskPlace, type StorePlace } from '../../test/file-stores.ts'
import { copyFiles } from './copy-files.ts'
import { createDiskFileStore } from './file-store.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

let source: StorePlace
let target: StorePlace
beforeEach(async () => {
  source = await openDiskPlace()
  target = await openDiskPlace()
})
afterEach(async () => {
  await source.close()
  await target.close()
})

async function fill(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    await source.files.put(bytes(`work ${at}`), 'json', { small: bytes(`small ${at}`) })
  }
}

test('every file is copied once, and the source keeps all of them', async () => {
  await fill(5)
  const before = (await source.list()).sort()
  const first = await copyFiles(source.files, target.files)
  expect(first).toMatchObject({ files: 10, copied: 10, present: 0, gone: 0, damaged: [] })
  expect([first.copied_bytes, first.done_bytes]).toEqual([first.bytes, first.bytes])
  expect((await target.list()).sort()).toEqual(before)
  for (const name of before) {
    expect(await target.files.read(name)).toEqual(await source.files.read(name))
  }
  expect((await source.list()).sort()).toEqual(before)

  const name = await source.files.put(bytes('uploaded meanwhile'), 'json')
  const second = await copyFiles(source.files, target.files)
  expect(second).toMatchObject({ files: 11, copied: 1, present: 10 })
  expect(await target.files.has(name)).toBe(true)
})

test('a derived file that was drawn anew is copied again', async () => {
  const hash = '0'.repeat(64)
  for (const text of ['drawn', 'drawn anew']) {
    await source.files.putDerived(hash, 'share', 'png', bytes(text))
    await copyFiles(source.files, target.files)
    expect(await target.files.read(`${hash}-share.png`)).toEqual(Buffer.from(text))
  }
})

test('a damaged file is named and not copied, and the others are', async () => {
  await fill(3)
  const name = await source.files.put(bytes('whole'), 'json')
  const folder = join(process.env.PLATEMARK_TEST_RUN ?? tmpdir(), `damaged-${name}`)
  await mkdir(join(folder, name.slice(0, 2)), { recursive: true })
  await writeFile(join(folder, name.slice(0, 2), name), 'wholf')
  const damaged = createDiskFileStore(folder)
  await copyFiles(source.files, damaged)
  expect(await copyFiles(damaged, target.files)).toMatchObject({
    ...{ files: 7, copied: 6, damaged: [name] },
  })
  expect(await target.files.has(name)).toBe(false)
  await rm(folder, { recursive: true })
})

test('a file that the program deletes meanwhile is counted, and none of it is left', async () => {
  await fill(2)
  const lost = `${createHash('sha256').update('lost').digest('hex')}.json`
  const files = {
    ...source.files,
    async *list() {
      yield* source.files.list()
      yield [{ name: lost, size: 4 }]
    },
  }
  expect(await copyFiles(files, target.files)).toMatchObject({ copied: 4, gone: 1 })
  expect(await target.list()).toHaveLength(4)
})

test('a store that fails ends the copy and is named', async () => {
  await fill(2)
  await target.remove()
  const failure = { name: 'CopyError', end: 'target' }
  await expect(copyFiles(source.files, target.files)).rejects.toMatchObject(failure)
  await expect(copyFiles(target.files, source.files)).rejects.toMatchObject({
    ...{ name: 'CopyError', end: 'source' },
  })
})
