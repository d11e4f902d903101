import { writeArt } from '../../apps/server/src/areas/studio/archive/write-art.ts'
import {
  encodeCar,
  measureBlock,
  measureHeader,
} from '../../apps/server/src/files/car/encode-car.ts'
import { hashBytes, storeLargeSet } from './large-set.ts'
import { measure, report, unless } from './report.ts'
import { watchMemory } from './watch-memory.ts'

const MAX_MEMORY_MB = 250

/** Computes the address of a large set, makes its CAR file twice, and measures both. */
const { files, works } = await storeLargeSet()
const art = { art: 'set' as const, name: 'Tides', description: 'Of one coast.', works }
const memory = watchMemory()
let bytes = 0
const [root, computing] = await measure(async () => {
  const blocks = writeArt(files, art)
  for (;;) {
    const next = await blocks.next()
    if (next.done) return next.value
    bytes += measureBlock(next.value)
  }
})
const stated = bytes + measureHeader(root)
const problems: string[] = []
const hashes = new Set<string>()
for (let time = 1; time <= 2; time += 1) {
  const blocks = writeArt(files, art)
  const [{ hash, size }, seconds] = await measure(() =>
    hashBytes(encodeCar({ root, blocks })),
  )
  console.log(`CAR file: ${size} bytes in ${seconds.toFixed(1)} s`)
  problems.push(...unless(size === stated, `size is ${size}, stated were ${stated}`))
  hashes.add(hash)
}
const growth = memory.stop()
console.log(
  `${works.length} works: ${root} in ${computing.toFixed(1)} s, ${growth} MB of memory above idle`,
)
report([
  ...problems,
  ...unless(hashes.size === 1, 'the two CAR files differ'),
  ...unless(
    growth <= MAX_MEMORY_MB,
    `memory grew by ${growth} MB, at most ${MAX_MEMORY_MB}`,
  ),
])
