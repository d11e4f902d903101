import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sortKeys } from '@platemark/api/lists'
import { updateUser } from '@platemark/api/profile'
import autocannon, { type Request, type Result } from 'autocannon'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { openDatabase } from '../../apps/server/src/database/database.ts'
import { migrate } from '../../apps/server/src/database/migrate.ts'
import { manyAddress, manyChains } from '../../apps/server/test/large-database/columns.ts'
import { fillMany } from '../../apps/server/test/large-database/fill.ts'
import { startPostgres } from '../../apps/server/test/postgres.ts'
import { endProcess } from '../../apps/server/test/server-process.ts'
import { type ProcessFigures, readProcessFigures } from '../bench/process-figures.ts'
import { buildWeb } from '../build.mjs'
import { signIn } from '../local/api.ts'
import { freePort } from '../local/ports.ts'
import { report, unless } from './report.ts'
import { startProduct } from './server-process.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    connections: { type: 'string', default: '1000' },
    collections: { type: 'string', default: '32000' },
  },
})
const collections = Number(values.collections)

const WRITERS = 50
/** 429 and 503 (busy database) are allowed only with Retry-After. */
const allowedStatuses = ['200', '201', '304', '429', '503']
const REQUEST_TIMEOUT_SECONDS = 30
const MAX_MEMORY_MB = 700
/** Limit for the median of the event loop's p99 lag, which is sampled every second. */
const MAX_LAG_MS = 1000
const MAX_RECOVERY_SECONDS = 10
const RECOVERY_FACTOR = 3

await buildWeb('production')
const postgres = await startPostgres()
const folder = mkdtempSync(join(tmpdir(), 'platemark-load-'))
const { database, close } = await openDatabase({ url: postgres.url })
await migrate(database)
await fillMany(database, {
  collections,
  mints: collections * 5,
  large: [10_000],
  seed: 1,
})
await close()

const metricsPort = await freePort()
const server = await startServer()
try {
  const writes = await Promise.all(Array.from({ length: WRITERS }, writeRequest))
  const reads = await readRequests()
  // Warm-up: the first responses are the slowest.
  await slowest()
  const idleMs = await slowest()
  const readings: ProcessFigures[] = []
  const metrics = `http://127.0.0.1:${metricsPort}/metrics`
  const readOne = async () => readings.push(await readProcessFigures(metrics))
  const reader = setInterval(readOne, 1000)
  const refusals = new Set<string>()
  let clients = 0
  const result = await autocannon({
    url: server.url,
    connections: Number(values.connections),
    duration: Number(values.minutes) * 60,
    connectionRate: 1,
    timeout: REQUEST_TIMEOUT_SECONDS,
    setupClient(client) {
      const at = clients
      clients += 1
      // Every tenth connection shares one address, so that rate limits are reached.
      const from = at % 10 === 0 ? '10.255.0.1' : `10.1.${at >> 8}.${at & 255}`
      const start = at % reads.length
      const own = [...reads.slice(start), ...reads.slice(0, start)]
      // Each of the first connections also writes.
      own.splice(10, 0, ...writes.slice(at, at + 1))
      client.setRequests(
        own.map((one) => ({
          ...one,
          headers: { ...one.headers, 'x-forwarded-for': from },
        })),
      )
      client.on('headers', ({ statusCode, headers }) => {
        const names = headers.map((header) => String(header).toLowerCase())
        if (names.includes('retry-after')) return
        if (statusCode === 429 || statusCode === 503) refusals.add(String(statusCode))
      })
    },
  })
  clearInterval(reader)
  report([
    ...listProblems(result, readings),
    ...[...refusals].map((status) => `answers ${status} without Retry-After`),
    ...unless(await recovers(idleMs), 'a single client is still slow afterwards'),
  ])
} finally {
  await endProcess(server.child)
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Prints the figures; returns a sentence for each that exceeds its limit. */
function listProblems(result: Result, readings: ProcessFigures[]): string[] {
  const { statusCodeStats, requests, latency, errors, timeouts } = result
  const counts = Object.entries(statusCodeStats)
  const shown = counts.map(([status, { count }]) => `${status}: ${count}`).join(', ')
  const memoryMb = Math.round(Math.max(...readings.map((reading) => reading.memoryMb)))
  const lags = readings.map(({ lagMs }) => lagMs).sort((a, b) => a - b)
  const lagMs = Math.round(lags[lags.length >> 1] ?? Number.NaN)
  const { p50, p99 } = latency
  console.log(`${requests.average} answers/s, p50 ${p50} ms, p99 ${p99} ms (${shown})`)
  console.log(`memory at most ${memoryMb} MB, event loop lag ${lagMs} ms`)
  return [
    ...counts
      .filter(([status]) => !allowedStatuses.includes(status))
      .map(([status, { count }]) => `${count} answers ${status}`),
    ...unless(Boolean(statusCodeStats[200]), 'no answer 200'),
    ...unless(errors === 0, `${errors} errors, ${timeouts} of them timeouts`),
    ...unless(memoryMb < MAX_MEMORY_MB, `memory is not below ${MAX_MEMORY_MB} MB`),
    ...unless(lagMs < MAX_LAG_MS, `event loop lag is not below ${MAX_LAG_MS} ms`),
  ]
}

/** Returns true once a single client gets responses nearly as fast as from an idle server. */
async function recovers(idleMs: number): Promise<boolean> {
  const deadline = performance.now() + MAX_RECOVERY_SECONDS * 1000
  while (performance.now() < deadline) {
    if ((await slowest()) <= idleMs * RECOVERY_FACTOR) return true
  }
  return false
}

/** Starts the server as an operator does, over the filled database. */
async function startServer() {
  const contract = `0x${'11'.repeat(20)}`
  // Refuses connections: no request may need a node.
  const rpc_urls = [`http://127.0.0.1:${await freePort()}`]
  const settings = {
    database_url: postgres.url,
    data_folder: folder,
    port: await freePort(),
    metrics_port: metricsPort,
    role: 'api',
    log_level: 'error',
    // All writers sign in from one address.
    limits: { sign_in_texts_per_client: WRITERS, sign_ins_per_client: WRITERS },
    trusted_proxies: ['127.0.0.1', '::1'],
    networks: manyChains.map(({ alias, usd_rate }) => ({
      ...{ alias, usd_rate, rpc_urls },
      contracts: { factory: contract, payouts: contract, start_block: 0 },
    })),
  }
  return startProduct(folder, settings)
}

async function writeRequest(): Promise<Request> {
  const { token } = await signIn(server.url, privateKeyToAccount(generatePrivateKey()))
  return {
    method: updateUser.method,
    path: updateUser.path,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ bio: 'Written under load.' }),
  }
}

/** Returns reads of every kind; half of them revalidate, as browsers do. */
async function readRequests(): Promise<Request[]> {
  const places = Array.from({ length: 10 }, (_, at) => manyAddress('collection', at + 1))
  const paths = [
    ...['/', '/collections', '/api/config', '/api/contract/newest'],
    ...sortKeys.map((sort) => `/api/contract/list?sort_by=${sort}&time_interval=all`),
    '/api/contract/list?search=golden',
    ...['', '/holders', '/tokens', '/activity'].flatMap((read) =>
      places.map((place) => `/api/contract/ethereum/${place}${read}`),
    ),
  ]
  const requests: Request[] = []
  for (const path of paths) {
    const response = await fetch(`${server.url}${path}`)
    if (!response.ok) throw new Error(`${path} failed: got ${response.status}`)
    await response.arrayBuffer()
    const etag = response.headers.get('etag')
    requests.push({ method: 'GET', path })
    if (etag) requests.push({ method: 'GET', path, headers: { 'if-none-match': etag } })
  }
  return requests
}

/** Returns the second slowest of 50 response times of a single client, in ms. */
async function slowest(): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < 50; at += 1) {
    const began = performance.now()
    const headers = { 'x-forwarded-for': `10.9.${at}.9` }
    const response = await fetch(`${server.url}/api/contract/newest`, { headers })
    await response.arrayBuffer()
    times.push(performance.now() - began)
  }
  return times.sort((a, b) => b - a)[1] ?? Number.NaN
}
