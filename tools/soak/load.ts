import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sortKeys } from '@platemark/wire/lists'
import { updateUser } from '@platemark/wire/profile'
import { createSignatureMessage, login } from '@platemark/wire/session'
import autocannon, { type Request } from 'autocannon'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { migrate } from '../../apps/server/src/platform/migrate.ts'
import { manyAddress, manyChains } from '../../apps/server/test/large-database/facts.ts'
import { fillMany } from '../../apps/server/test/large-database/fill.ts'
import { startPostgres } from '../../apps/server/test/postgres.ts'
import { buildWeb } from '../build.mjs'
import { freePort } from '../local/ports.ts'
import { root } from '../program.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    connections: { type: 'string', default: '1000' },
    collections: { type: 'string', default: '32000' },
  },
})
const seconds = Number(values.minutes) * 60
const connections = Number(values.connections)
const collections = Number(values.collections)

const MAX_MEMORY_MB = 700
const MAX_LAG_MS = 1000
const MAX_RECOVERY_SECONDS = 10
const RECOVERY_FACTOR = 3
const WRITERS = 50
/** 503 comes from a busy database, and names the time to try again as 429 does. */
const allowedStatuses = ['200', '201', '304', '429', '503']

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
  const tokens = await Promise.all(Array.from({ length: WRITERS }, (_, at) => signIn(at)))
  const reads = await readRequests()
  // The first answers are slower than any later ones.
  await slowest()
  const idleMs = await slowest()
  const readings: { memoryMb: number; lagMs: number }[] = []
  const reader = setInterval(async () => readings.push(await readMetrics()), 1000)
  const problems = new Set<string>()
  let clients = 0
  const result = await autocannon({
    url: server.url,
    connections,
    duration: seconds,
    connectionRate: 1,
    timeout: 30,
    setupClient(client) {
      const at = clients
      clients += 1
      // Of ten connections one shares its address with others, so that limits are reached.
      const from = at % 10 === 0 ? '10.255.0.1' : `10.1.${at >> 8}.${at & 255}`
      const start = at % reads.length
      const own = [...reads.slice(start), ...reads.slice(0, start)]
      const token = tokens[at]
      if (token) own.splice(10, 0, writeRequest(token))
      client.setRequests(
        own.map((one) => ({
          ...one,
          headers: { ...one.headers, 'x-forwarded-for': from },
        })),
      )
      client.on('headers', ({ statusCode, headers }) => {
        const isRefusal = statusCode === 429 || statusCode === 503
        const names = headers.map((header) => String(header).toLowerCase())
        if (isRefusal && !names.includes('retry-after')) {
          problems.add(`${statusCode} without Retry-After`)
        }
      })
    },
  })
  clearInterval(reader)
  const began = performance.now()
  while ((await slowest()) > idleMs * RECOVERY_FACTOR) {
    if (performance.now() - began < MAX_RECOVERY_SECONDS * 1000) continue
    problems.add(`A single client is still slow after ${MAX_RECOVERY_SECONDS} s.`)
    break
  }

  const statuses = Object.entries(result.statusCodeStats)
  const counts = statuses.map(([status, { count }]) => `${status}: ${count}`)
  const memoryMb = Math.max(...readings.map((reading) => reading.memoryMb))
  const lags = readings.map(({ lagMs }) => lagMs).sort((a, b) => a - b)
  const lagMs = lags[lags.length >> 1] ?? Number.NaN
  console.log(`${Math.round(result.requests.average)} answers/s (${counts.join(', ')})`)
  console.log(`p50 ${result.latency.p50} ms, p99 ${result.latency.p99} ms`)
  console.log(
    `memory at most ${Math.round(memoryMb)} MB, lag p99 ${Math.round(lagMs)} ms`,
  )
  for (const [status, { count }] of statuses) {
    if (!allowedStatuses.includes(status)) problems.add(`${count} answers ${status}`)
  }
  if (!result.statusCodeStats[200]) problems.add('No request was answered with 200.')
  if (result.errors + result.timeouts > 0) {
    problems.add(`${result.errors} errors, ${result.timeouts} of them timeouts`)
  }
  if (!(memoryMb < MAX_MEMORY_MB)) problems.add(`memory is over ${MAX_MEMORY_MB} MB`)
  if (!(lagMs < MAX_LAG_MS)) problems.add(`event loop lag is over ${MAX_LAG_MS} ms`)
  for (const problem of problems) console.error(problem)
  console.log(problems.size === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed')
  process.exitCode = problems.size === 0 ? 0 : 1
} finally {
  server.child.kill('SIGTERM')
  await once(server.child, 'exit')
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Starts the server as an operator does, over the filled database. */
async function startServer() {
  const contract = `0x${'11'.repeat(20)}`
  // Nothing here may need a node.
  const rpc_urls = [`http://127.0.0.1:${await freePort()}`]
  const file = join(folder, 'platemark.config.json')
  const settings = {
    database_url: postgres.url,
    data_folder: folder,
    port: await freePort(),
    metrics_port: metricsPort,
    role: 'api',
    log_level: 'error',
    trusted_proxies: ['127.0.0.1', '::1'],
    networks: manyChains.map(({ alias, usd_rate }) => ({
      ...{ alias, usd_rate, rpc_urls },
      contracts: { factory: contract, payouts: contract, start_block: 0 },
    })),
  }
  writeFileSync(file, JSON.stringify(settings))
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'apps/server/src/main.ts'],
    {
      cwd: root,
      env: { PATH: process.env.PATH, NODE_ENV: 'production', PLATEMARK_CONFIG: file },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  )
  const url = `http://127.0.0.1:${settings.port}`
  for (let tries = 0; ; tries += 1) {
    const response = await fetch(`${url}/api/config`).catch(() => undefined)
    if (response?.ok) return { url, child }
    if (tries > 600 || child.exitCode !== null)
      throw new Error('The server is not ready.')
    await wait(100)
  }
}

type Message = { message: string; nonce: string }

async function signIn(at: number): Promise<string> {
  const account = privateKeyToAccount(generatePrivateKey())
  const { address } = account
  const post = async (path: string, body: object) => {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.2.0.${at}` },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    // Safe: the replies of the two paths.
    return (await response.json()) as { data: Message; access_token: string }
  }
  const { data } = await post(createSignatureMessage.path, { address })
  const { message, nonce } = data
  const signature = await account.signMessage({ message })
  const connector = 'io.metamask'
  const session = await post(login.path, { address, signature, connector, nonce })
  return session.access_token
}

function writeRequest(token: string): Request {
  return {
    method: 'POST',
    path: updateUser.path,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ bio: 'Written under load.' }),
  }
}

/** Returns reads of every kind; half of them revalidate, as browsers do. */
async function readRequests(): Promise<Request[]> {
  const places = Array.from(
    { length: 10 },
    (_, at) => `ethereum/${manyAddress('collection', at + 1)}`,
  )
  const paths = [
    ...['/', '/collections', '/api/config', '/api/contract/newest'],
    ...sortKeys.map((sort) => `/api/contract/list?sort_by=${sort}&time_interval=all`),
    '/api/contract/list?search=golden',
    ...places.flatMap((place) =>
      ['', '/holders', '/tokens', '/activity'].map(
        (read) => `/api/contract/${place}${read}`,
      ),
    ),
  ]
  const requests: Request[] = []
  for (const path of paths) {
    const response = await fetch(`${server.url}${path}`)
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    await response.arrayBuffer()
    const etag = response.headers.get('etag')
    requests.push({ method: 'GET', path })
    if (etag) requests.push({ method: 'GET', path, headers: { 'if-none-match': etag } })
  }
  return requests
}

/** Returns the second slowest of 50 answers to a single client. */
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

async function readMetrics() {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const figure = (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return {
    memoryMb: figure('process_resident_memory_bytes') / 2 ** 20,
    lagMs: figure('nodejs_eventloop_lag_p99_seconds') * 1000,
  }
}
