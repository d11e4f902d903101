import { randomInt } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWeb } from '../build.mjs'
import { formatMegabytes } from '../collection/output.ts'
import { createRandom } from '../random.ts'
import { compareUploads } from './compare-uploads.ts'
import { killUploads } from './kill-uploads.ts'
import { report } from './report.ts'
import { openUploadStage, type UploadFigures } from './upload-stage.ts'

const { values } = parseArgs({
  options: {
    works: { type: 'string', default: '10000' },
    megabytes: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    from: { type: 'string', default: '1' },
  },
})
const seed = Number(values.seed)

/**
 * Part 1 uploads a folder of `--works` pictures with `--megabytes` together through the wizard,
 * and compares the time with a server that only writes and hashes the same files. Part 2 uploads
 * it for another account, and kills browser, network and server at moments that `--seed` decides.
 * `--from 2` leaves out the first part. It takes four times the megabytes on the disk.
 */
console.log(`seed ${seed}; repeat with --seed ${seed}, the second part with --from 2`)
await buildWeb('demo')
const stage = await openUploadStage(mkdtempSync(join(tmpdir(), 'platemark-uploads-')), {
  ...{ works: Number(values.works), bytes: Number(values.megabytes) * 1e6, seed },
})
const figures = [`${stage.set.hashes.size} works, ${formatMegabytes(stage.set.bytes)} MB`]
const problems: string[] = []
try {
  if (values.from === '1') await take(compareUploads(stage))
  await take(killUploads(stage, createRandom(seed, 1)))
  console.log(figures.join('; '))
  report(problems)
} finally {
  await stage.close()
}

/** Prints the figures of a part once it has ended, and keeps them for the last line. */
async function take(part: Promise<UploadFigures>): Promise<void> {
  const ended = await part
  console.log(ended.figures.join('; '))
  figures.push(...ended.figures)
  problems.push(...ended.problems)
}
