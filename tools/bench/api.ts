import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../apps/server/test/postgres.ts'
import { prepareDatabase } from './api-database.ts'
import { openProduct, type Product } from './api-product.ts'
import { type BenchRequest, benchRequests, type RequestKind } from './api-requests.ts'

/**
 * `npm run bench:api -- [--sizes N,N] [--rounds N] [--only TEXT]`: pages that every list touches,
 * and its p99, at each number of collections. The databases are kept in the folder for temporary
 * files, about 5 GB. `--only` keeps the requests whose path contains it.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,32000,1000000' },
    rounds: { type: 'string', default: '200' },
    only: { type: 'string', default: '' },
  },
})
const sizes = values.sizes.split(',').map(Number)
const rounds = Number(values.rounds)
const requests = benchRequests().filter(({ path }) => path.includes(values.only))
if (requests.length === 0) throw new Error(`--only matches no path: got "${values.only}"`)

/** A response with fewer rows gets the budget of this many: index depth is the same. */
const MIN_ROWS = 6
/** Requests that fail after the rounds are measured for this many times as many. */
const MAX_ROUNDS_FACTOR = 4

/** One request at every size. */
type Measurement = {
  request: BenchRequest
  rows: number[]
  pages: number[]
  times: number[][]
}

const postgres = await startPostgres({
  kept: join(realpathSync(tmpdir()), 'platemark-bench-api'),
  settings: { shared_buffers: '512MB', max_wal_size: '4GB', autovacuum: 'off' },
})
try {
  const urls: string[] = []
  for (const size of sizes) urls.push(await prepareDatabase(postgres.url, size))
  const measured = requests.map(
    (request): Measurement => ({ request, rows: [], pages: [], times: [] }),
  )
  for (const url of urls) await countPages(url, measured)
  await measureTimes(urls, measured)

  console.log(`\nrows, pages and p99 ms among ${sizes.join(', ')} collections`)
  for (const { request, rows, pages, times } of measured) {
    const figures = rows.map(
      (count, at) => `${count}, ${pages[at]}, ${p(0.99, times[at]).toFixed(2)}`,
    )
    console.log(`${formatRequest(request)}: ${figures.join(' | ')}`)
  }
  const problems = measured.flatMap((one) => [
    ...one.pages.flatMap((pages, at) => {
      const most = maxPages(one.request.kind, one.rows[at] ?? 0)
      return pages > most
        ? [`${formatRequest(one.request)}: ${pages} pages, over ${most}`]
        : []
    }),
    ...(isTooSlow(one)
      ? [`${formatRequest(one.request)}: too slow among ${sizes.at(-1)}`]
      : []),
  ])
  for (const problem of problems) console.error(problem)
  console.log(`${requests.length} requests, ${problems.length} failed`)
  process.exitCode = problems.length > 0 ? 1 : 0
} finally {
  await postgres.stop()
}

async function countPages(url: string, measured: Measurement[]): Promise<void> {
  const product = await openProduct(url, { isWatched: true })
  try {
    for (const { request, rows, pages } of measured) {
      const path = await resolvePath(product, request)
      product.takeStatements()
      const answer = await product.request(path)
      const statements = product.takeStatements()
      const touched = statements.reduce((sum, one) => sum + one.pages, 0)
      rows.push(answer.rows)
      pages.push(touched)
      if (touched <= maxPages(request.kind, answer.rows)) continue
      for (const { text, pages } of statements) console.log(`  ${pages} pages: ${text}`)
    }
  } finally {
    await product.close()
  }
}

/** Alternates between the sizes, so that other load on the machine affects all alike. */
async function measureTimes(urls: string[], measured: Measurement[]): Promise<void> {
  const products = await Promise.all(urls.map((url) => openProduct(url)))
  try {
    const prepared = await Promise.all(
      measured.map(async (one) => {
        one.times = urls.map(() => [])
        const paths: string[] = []
        for (const product of products)
          paths.push(await resolvePath(product, one.request))
        return { one, paths }
      }),
    )
    for (let round = 1; round <= rounds * MAX_ROUNDS_FACTOR; round += 1) {
      const open =
        round <= rounds ? prepared : prepared.filter(({ one }) => isTooSlow(one))
      if (round % 50 === 0) console.log(`round ${round}: ${open.length} requests`)
      for (const { one, paths } of open) {
        for (let turn = 0; turn < paths.length; turn += 1) {
          const at = (turn + round) % paths.length
          const began = performance.now()
          await products[at]?.request(paths[at] ?? '')
          one.times[at]?.push(performance.now() - began)
        }
      }
    }
  } finally {
    for (const product of products) await product.close()
  }
}

async function resolvePath(product: Product, request: BenchRequest): Promise<string> {
  const { path, isCursor } = request
  const { nextCursor } = isCursor ? await product.request(path) : { nextCursor: null }
  // A small database has no next page.
  if (nextCursor === null) return path
  const [base, query] = path.split('?')
  const parameters = new URLSearchParams(query)
  parameters.delete('page')
  parameters.set('cursor', nextCursor)
  return `${base}?${parameters}`
}

function maxPages(kind: RequestKind, rows: number): number {
  if (kind === 'deep') return 200
  return kind === 'search' ? 500 : 6 * Math.max(rows, MIN_ROWS)
}

/** Compares the largest size with the smallest that returns as many rows. */
function isTooSlow({ request, rows, times }: Measurement): boolean {
  const full = rows.at(-1) ?? 0
  const smaller = rows.slice(0, -1).map((count) => Math.min(count, full))
  const most = Math.max(...smaller)
  if (smaller.length === 0 || (most === 0 && full > 0)) return false
  const few = times[smaller.indexOf(most)]
  const isSearch = request.kind === 'search'
  return (isSearch ? [0.99] : [0.5, 0.99]).some((share) => {
    const before = p(share, few)
    const allowed = Math.max((isSearch ? 5 : 2) * before, before + 2)
    return p(share, times.at(-1)) > allowed
  })
}

function p(share: number, times: readonly number[] = []): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
}

function formatRequest({ kind, path, isCursor }: BenchRequest): string {
  return `${kind} ${path}${isCursor ? ' (next by cursor)' : ''}`
}
