import { createCipheriv, createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeArt } from '../../apps/server/src/areas/studio/archive/write-art.ts'
import {
  encodeCar,
  measureBlock,
  measureHeader,
} from '../../apps/server/src/files/car/encode-car.ts'
import type { Block } from '../../apps/server/src/files/car/write-blocks.ts'
import { createDiskFileStore } from '../../apps/server/src/files/file-store.ts'
import { report } from './report.ts'

const { values } = parseArgs({
  options: {
    works: { type: 'string', default: '10000' },
    bytes: { type: 'string', default: '200000' },
  },
})
const WORKS = Number(values.works)
const WORK_BYTES = Number(values.bytes)
const MAX_MEMORY_MB = 250

/** Computes the address of a large set, makes its CAR file twice, and measures both. */
const folder = mkdtempSync(join(tmpdir(), 'platemark-car-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const files = createDiskFileStore(folder)
const art = {
  art: 'set' as const,
  name: 'Tides',
  description: 'Of one coast.',
  works: await storeWorks(),
}

const idle = process.memoryUsage.rss()
let most = 0
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss() - idle)
}, 50)

let bytes = 0
const [root, computing] = await measure(async () => {
  const blocks = writeArt(files, art)
  for (;;) {
    const next = await blocks.next()
    if (next.done) return next.value
    bytes += measureBlock(next.value)
  }
})
const size = bytes + measureHeader(root)
const problems: string[] = []
const hashes = new Set<string>()
for (let time = 1; time <= 2; time += 1) {
  const [found, seconds] = await measure(() => hashCar(writeArt(files, art)))
  console.log(`CAR file: ${found.size} bytes in ${seconds} s`)
  if (found.size !== size) problems.push(`size is ${found.size}, stated were ${size}`)
  hashes.add(found.hash)
}
clearInterval(watch)
const memory = Math.round(most / 2 ** 20)
console.log(
  `${WORKS} works: ${root} in ${computing} s, ${memory} MB of memory above idle`,
)
if (hashes.size > 1) problems.push('the two CAR files differ')
if (memory > MAX_MEMORY_MB)
  problems.push(`memory grew by ${memory} MB, at most ${MAX_MEMORY_MB}`)
report(problems)

async function storeWorks() {
  const works = []
  for (let id = 1; id <= WORKS; id += 1) {
    const iv = Buffer.alloc(16)
    iv.writeUInt32BE(id)
    // The same bytes in every run, so that the address is the same.
    const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16), iv)
    const file = await files.put(noise.update(Buffer.alloc(WORK_BYTES)), 'png')
    const attributes = [{ trait_type: 'Height', value: id % 97 }]
    works.push({
      ...{ token_id: id, name: `Tide ${id}`, description: null, external_url: null },
      ...{ file, animation_file: null, attributes },
    })
  }
  return works
}

async function hashCar(blocks: AsyncIterable<Block>) {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of encodeCar({ root, blocks })) {
    hash.update(piece)
    size += piece.length
  }
  return { hash: hash.digest('hex'), size }
}

async function measure<T>(work: () => Promise<T>): Promise<[result: T, seconds: string]> {
  const start = performance.now()
  const result = await work()
  return [result, ((performance.now() - start) / 1000).toFixed(1)]
}
