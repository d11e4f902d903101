import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../apps/server/test/postgres.ts'
import { keepDatabase } from './api-data.ts'
import { countPages, type Touched, tooManyPages } from './api-pages.ts'
import { openProduct } from './api-product.ts'
import { changeRates } from './api-rates.ts'
import { benchRequests } from './api-requests.ts'
import { tellPages, tellStatements, tellTimes } from './api-tables.ts'
import { measureTimes, tooSlow } from './api-times.ts'

const USAGE = `Usage: npm run bench:api [-- PART ...] [--sizes N,N] [--rounds N] [--only WORDS]
  pages   pages that every request touches
  times   how long it takes among few and among many collections
  rates   what a change of the coins' worth writes
Without a part: all of them, with 1,000, 32,000 and 1,000,000 collections. The databases are
kept in the folder for temporary files, about 5 GB.`

const { values, positionals } = readArguments()
const parts = positionals.length > 0 ? positionals : ['pages', 'times', 'rates']
const sizes = values.sizes.split(',').map(Number)
const requests = benchRequests().filter(({ name }) => name.includes(values.only))

const postgres = await startPostgres({
  kept: join(realpathSync(tmpdir()), 'platemark-bench-api'),
  settings: {
    shared_buffers: '512MB',
    max_wal_size: '4GB',
    // Its work would come at some time of its own choice.
    autovacuum: 'off',
  },
})
try {
  const urls: string[] = []
  for (const size of sizes)
    urls.push(await keepDatabase(postgres.url, size, teller(size)))
  const problems: string[] = []
  // First, because it writes the scores anew, as the product does each minute.
  if (parts.includes('rates')) problems.push(...(await changeRates(urls.at(-1) ?? '')))
  if (parts.includes('pages')) problems.push(...(await judgePages(urls)))
  if (parts.includes('times')) problems.push(...(await judgeTimes(urls)))
  for (const problem of problems) console.error(`Not as promised: ${problem}`)
  process.exitCode = problems.length > 0 ? 1 : 0
} finally {
  await postgres.stop()
}

async function judgePages(urls: string[]): Promise<string[]> {
  const sized: Touched[][] = []
  for (const url of urls) sized.push(await countPages(url, requests))
  tellPages(sizes, requests, sized)
  return sized.flatMap((touched, place) =>
    tooManyPages(touched).map((one) => {
      tellStatements(sizes[place] ?? 0, one)
      return `${one.request.name} touches ${one.pages} pages for ${one.rows} rows of ${sizes[place]}.`
    }),
  )
}

async function judgeTimes(urls: string[]): Promise<string[]> {
  const products = await Promise.all(urls.map((url) => openProduct({ url })))
  try {
    const rounds = Number(values.rounds)
    const timed = await measureTimes(
      products,
      requests,
      { usual: rounds, most: rounds * 4 },
      console.log,
    )
    tellTimes(sizes, timed)
    return tooSlow(timed).map(({ request }) => `${request.name} takes too long.`)
  } finally {
    for (const product of products) await product.close()
  }
}

function teller(size: number): (step: string) => void {
  const began = performance.now()
  return (step) => {
    const seconds = Math.round((performance.now() - began) / 1000)
    console.log(`${size} collections, ${seconds} s: ${step}`)
  }
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        sizes: { type: 'string', default: '1000,32000,1000000' },
        rounds: { type: 'string', default: '200' },
        only: { type: 'string', default: '' },
      },
    })
    const isPart = (part: string) => ['pages', 'times', 'rates'].includes(part)
    if (positionals.every(isPart)) return { values, positionals }
  } catch {
    // It is told below how to do it.
  }
  console.error(USAGE)
  process.exit(2)
}
