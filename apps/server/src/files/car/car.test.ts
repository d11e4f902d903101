import { randomBytes } from 'node:crypto'
import { CarReader } from '@ipld/car'
import { exporter } from 'ipfs-unixfs-exporter'
import { importer } from 'ipfs-unixfs-importer'
import { expect, test } from 'vitest'
import { encodeCar, measureBlock, measureHeader } from './encode-car.ts'
import { type BlockLink, writeBlocks } from './write-blocks.ts'

type Files = Record<string, Uint8Array>

/** Yields bytes in pieces of `size`. */
async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Writes the blocks of one folder with these files. */
function blocksOf(files: Files, pieceSize = 65_536) {
  return writeBlocks(async ({ addFile, addFolder }) => {
    const entries = new Map<string, BlockLink>()
    for (const [name, bytes] of Object.entries(files)) {
      entries.set(name, await addFile(inPieces(bytes, pieceSize)))
    }
    return String((await addFolder(entries)).cid)
  })
}

async function rootOf(files: Files): Promise<{ root: string; size: number }> {
  const blocks = blocksOf(files)
  for (let size = 0; ; ) {
    const next = await blocks.next()
    if (next.done) return { root: next.value, size: size + measureHeader(next.value) }
    size += measureBlock(next.value)
  }
}

/** Returns the root that the importer of IPFS gives the same folder. */
async function importedRoot(files: Files): Promise<string> {
  const source = Object.entries(files).map(([path, content]) => ({ path, content }))
  const nowhere = {
    put: async <T>(cid: T) => cid,
    async *get(): AsyncGenerator<Uint8Array> {},
  }
  let root = ''
  const options = { profile: 'unixfs-v1-2025', wrapWithDirectory: true } as const
  for await (const { cid, path } of importer(source, nowhere, options)) {
    if (path === '') root = cid.toString()
  }
  return root
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

const many = (count: number, length = 0): Files =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `${at + 1}`.padStart(length, '0'),
      Buffer.from(`work ${at}`),
    ]),
  )

test.each([
  ['hello world', 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'],
  ['hello', 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'],
  ['', 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'],
])('the file "%s" has the content identifier that is published', async (text, cid) => {
  const { value } = await blocksOf({ file: Buffer.from(text) }).next()
  expect(String(typeof value === 'object' && value.cid)).toBe(cid)
})

test('the empty folder has the content identifier that every node of IPFS knows', async () => {
  expect((await rootOf({})).root).toBe(
    'bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354',
  )
})

test.each<[string, Files]>([
  ['small files', { ...many(12), empty: new Uint8Array() }],
  ['a file of several blocks', { '1.png': randomBytes(3 * 2 ** 20 + 17) }],
  ['a folder that is divided', many(1300, 180)],
])('the root of %s is that of the importer of IPFS', async (_, files) => {
  expect((await rootOf(files)).root).toBe(await importedRoot(files))
})

test('a CAR file has the stated size and, read back, the same bytes', async () => {
  const files = { ...many(3), '4.png': randomBytes(2 ** 20 + 3) }
  const { root, size } = await rootOf(files)
  const write = async (pieceSize: number) => {
    const car = encodeCar({ root, blocks: blocksOf(files, pieceSize) })
    return collect(car)
  }
  const car = await write(65_536)
  expect(car.length).toBe(size)
  expect((await write(999)).equals(car)).toBe(true)

  const reader = await CarReader.fromBytes(car)
  expect((await reader.getRoots()).map(String)).toEqual([root])
  const store = {
    async *get(cid: Parameters<typeof reader.get>[0]) {
      const block = await reader.get(cid)
      if (block) yield block.bytes
    },
  }
  for (const [name, bytes] of Object.entries(files)) {
    const entry = await exporter(`${root}/${name}`, store)
    if (!('content' in entry)) throw new Error(`${name} is no file`)
    expect((await collect(entry.content())).equals(bytes)).toBe(true)
  }
})

test('a source that fails ends the blocks with its error', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('half')
    throw new Error('gone')
  }
  const blocks = writeBlocks(({ addFile }) => addFile(broken()))
  const reading = (async () => {
    for await (const _ of blocks);
  })()
  await expect(reading).rejects.toThrow('gone')
})

test('a reader that leaves ends the sources', async () => {
  let isEnded = false
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield Buffer.alloc(2 ** 20)
    } finally {
      isEnded = true
    }
  }
  for await (const _ of writeBlocks(({ addFile }) => addFile(endless()))) break
  await expect.poll(() => isEnded).toBe(true)
})
