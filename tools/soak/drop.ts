import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { openDatabase } from '../../apps/server/src/database/database.ts'
import { testChain } from '../../apps/server/test/chain.ts'
import { launcher } from '../../apps/server/test/collections/launch.ts'
import { proxyTo } from '../../apps/server/test/indexer/proxy.ts'
import { startPostgres } from '../../apps/server/test/postgres.ts'
import { endProcess, type ServerProcess } from '../../apps/server/test/server-process.ts'
import { until } from '../../apps/server/test/until.ts'
import { formatRows, openStreams, playDropDay, type Row } from '../bench/drop-day.ts'
import { readProcessFigures } from '../bench/process-figures.ts'
import { buildWeb } from '../build.mjs'
import { freePort } from '../local/ports.ts'
import { pause } from '../program.ts'
import { createLiveAges } from './live-ages.ts'
import { startNginx } from './nginx.ts'
import { measure, report, unless } from './report.ts'
import { startProduct } from './server-process.ts'

const { values } = parseArgs({
  options: {
    visitors: { type: 'string', default: '10000' },
    streams: { type: 'string', default: '1000' },
    listeners: { type: 'string', default: '5000' },
  },
})
const visitors = Number(values.visitors)
const streams = Number(values.streams)
/** Streams that are open without other load while a mint is followed to the last of them. */
const listeners = Number(values.listeners)

const MAX_MEMORY_MB = 700
/** Ages above which a number on the page or a stream, and a block, also proxied, are too old. */
const MAX_AGE_MS = { change: 2000, live: 2000, block: 1000, proxied: 3000 }
const MINT_EVERY_MS = 2000
const LIVE_MINTS = 5
const PROBE_MS = 200
const PROXIED_PAGES = 500
const MIN_KEPT_SHARE = 0.9
await buildWeb('production')
const folder = mkdtempSync(join(tmpdir(), 'platemark-drop-'))
const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
const problems: string[] = []
try {
  const postgres = await startPostgres()
  ends.push(() => postgres.stop())
  const chain = await testChain()
  ends.push(() => chain.stop())
  let nodeCalls = 0
  const node = await proxyTo(chain.url, () => {
    nodeCalls += 1
    return undefined
  })
  ends.push(() => node.close())
  const metricsPort = await freePort()
  const start = (role: 'api' | 'indexer', rpc: string, more = {}) => {
    const networks = [{ ...chain.network, rpc_urls: [rpc] }]
    return startProcess(role, { database_url: postgres.url, networks, ...more })
  }
  const server = await start('api', node.url, { metrics_port: metricsPort })
  await start('indexer', chain.url)
  const nginx = await startNginx(join(folder, 'nginx'), Number(new URL(server.url).port))
  ends.push(() => endProcess(nginx.child))

  const launch = launcher(chain)
  const minter = privateKeyToAccount(generatePrivateKey())
  await launch.fund(minter)
  const collection = await launch.create(minter, {
    maxSupply: 10_000,
    name: 'Quiet Shore',
  })
  const page = `/collection/local/${collection}`
  await until(async () => (await fetch(`${server.url}${page}`)).ok)

  const day = { chain: 'local', collection, visitors, streams, connections: 100 }
  const callsBefore = nodeCalls
  const blocksBefore = await chain.client.getBlockNumber()
  let isOver = false
  let memoryMb = 0
  const metrics = `http://127.0.0.1:${metricsPort}/metrics`
  const watching = (async () => {
    while (!isOver) {
      const figures = await readProcessFigures(metrics)
      memoryMb = Math.max(memoryMb, figures.memoryMb)
      await pause(1000)
    }
  })()
  let minted = 0
  const ages: number[] = []
  let liveAges = createLiveAges()
  const mintOne = async () => {
    await launch.mint(minter, collection, 1)
    minted += 1
    liveAges.addMint(minted)
  }
  const minting = (async () => {
    while (!isOver) {
      await mintOne()
      const shown = new RegExp(`"minted":${minted}\\b`)
      const isShown = async () => shown.test(await readPage(server.url + page))
      ages.push(await measureAge(isShown))
      await pause(MINT_EVERY_MS)
    }
  })()
  const began = performance.now()
  const { addListener } = liveAges
  const direct = await playDropDay({ ...day, url: server.url, addListener })
  const oldestLive = liveAges.oldestMs()
  isOver = true
  await Promise.all([watching, minting])
  console.log(`The server alone:\n${formatRows(direct)}`)
  const calls = nodeCalls - callsBefore
  const blocks = Number((await chain.client.getBlockNumber()) - blocksBefore)
  const seconds = (performance.now() - began) / 1000
  // Two for each wallet, which asks once, and the newest block four times a second.
  const mostCalls = Math.ceil(visitors * 2 + seconds * 4 + 10)
  const oldest = Math.round(Math.max(...ages))
  console.log(
    `${calls} node calls in ${blocks} blocks, memory at most ${Math.round(memoryMb)} MB, a page was asked for without a mint of ${oldest} ms at most, which reached the last of ${streams} streams after ${oldestLive} ms (${ages.length} mints)`,
  )
  liveAges = createLiveAges()
  const many = { ...day, url: server.url, streams: listeners }
  const live = await openStreams({ ...many, addListener: liveAges.addListener })
  for (let mint = 0; mint < LIVE_MINTS; mint += 1) {
    await mintOne()
    await pause(MINT_EVERY_MS)
  }
  const lastLive = liveAges.oldestMs()
  const row = live.end()
  console.log(`Listeners:\n${formatRows([row])}`)
  console.log(`a mint reached the last of ${listeners} listeners after ${lastLive} ms`)
  problems.push(
    ...listProblems(direct),
    ...unless(calls <= mostCalls, `${calls} node calls are more than ${mostCalls}`),
    ...unless(memoryMb < MAX_MEMORY_MB, `memory is not below ${MAX_MEMORY_MB} MB`),
    ...unless(oldest <= MAX_AGE_MS.change, `a page lacked a mint ${oldest} ms after it`),
    ...unless(
      lastLive <= MAX_AGE_MS.live,
      `a mint reached a listener after ${lastLive} ms`,
    ),
    ...unless(
      row.statuses[200] === listeners,
      `only ${row.statuses[200]} listeners were served`,
    ),
  )

  const proxied = await playDropDay({ ...day, url: nginx.url, streams: 0 })
  console.log(`Through nginx:\n${formatRows(proxied)}`)
  problems.push(...listProblems(proxied), ...(await checkProxy(nginx.url, page)))
  problems.push(...(await checkBlock(postgres.url, [server.url, nginx.url], page)))
  report(problems)
} finally {
  for (const end of ends.reverse()) await end()
}

/** Starts a process of the installation as an operator does. */
async function startProcess(role: string, settings: object): Promise<ServerProcess> {
  const own = join(folder, role)
  mkdirSync(own)
  const started = await startProduct(own, {
    ...{
      role,
      port: await freePort(),
      data_folder: join(own, 'data'),
      log_level: 'error',
    },
    // The load comes from one machine: as many clients behind a proxy, sign-ins as one.
    trusted_proxies: ['127.0.0.1', '::1'],
    rate_limit_scale: 100_000,
    ...settings,
  })
  ends.push(() => endProcess(started.child))
  return started
}

/**
 * Asks for a page every `PROBE_MS` until it shows a change; returns the age of the change in
 * milliseconds when a page without it was last asked for. How long answers take is printed, not
 * counted here.
 */
async function measureAge(isShown: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  const probes: Promise<void>[] = []
  let isFound = false
  let lastMissed = began
  const probe = async () => {
    const sent = performance.now()
    if (await isShown()) isFound = true
    else lastMissed = Math.max(lastMissed, sent)
  }
  while (!isFound) {
    if (performance.now() - began > 60_000) throw new Error('nothing changed in 60 s')
    const pending = probe()
    // Thrown again below, once all have ended.
    pending.catch(() => {})
    probes.push(pending)
    await pause(PROBE_MS)
  }
  await Promise.all(probes)
  return lastMissed - began
}

async function readPage(url: string): Promise<string> {
  return (await fetch(url, { headers: { accept: 'text/html' } })).text()
}

/** Returns a sentence for each answer that a drop day must not get. */
function listProblems(rows: Row[]): string[] {
  return rows.flatMap(({ name, statuses, errors }) => [
    ...Object.keys(statuses)
      .filter((status) => !['200', '503'].includes(status))
      .map((status) => `${name}: ${statuses[status]} answers ${status}`),
    ...unless(errors === 0, `${name}: ${errors} requests without an answer`),
  ])
}

/** Counts the pages that nginx answers itself, and checks that it keeps none of one visitor. */
async function checkProxy(url: string, page: string): Promise<string[]> {
  let kept = 0
  for (let at = 0; at < PROXIED_PAGES; at += 1) {
    const response = await fetch(url + page)
    await response.arrayBuffer()
    if (/HIT|STALE|UPDATING/.test(response.headers.get('x-cache') ?? '')) kept += 1
  }
  const share = kept / PROXIED_PAGES
  console.log(
    `nginx answered ${(share * 100).toFixed(1)} % of ${PROXIED_PAGES} pages itself`,
  )
  const problems = unless(
    share >= MIN_KEPT_SHARE,
    `nginx kept only ${share} of the pages`,
  )
  for (let at = 0; at < 20; at += 1) {
    const referrer = privateKeyToAccount(generatePrivateKey()).address
    const isBypassed = await bypasses(`${url}${page}?ref=${referrer}`)
    const isTokenKept = !(await bypasses(url + page, { authorization: `Bearer ${at}` }))
    const next = await readPage(url + page)
    if (!isBypassed) problems.push('a page with a referrer came from the cache')
    if (isTokenKept) problems.push('a page with a token came from the cache')
    if (next.includes(referrer)) problems.push('a referrer reached another visitor')
  }
  return problems
}

/** Returns whether nginx passes a request on without looking at what it keeps. */
async function bypasses(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers })
  await response.arrayBuffer()
  return /BYPASS/.test(response.headers.get('x-cache') ?? '')
}

/** Blocks the collection, and returns a sentence for each place that shows it too long. */
async function checkBlock(
  database_url: string,
  [origin = '', proxy = '']: string[],
  page: string,
): Promise<string[]> {
  const { database, close } = await openDatabase({ url: database_url })
  const isGone = async (site: string) => (await fetch(site + page)).status === 451
  // Both have kept the page right before.
  await Promise.all([readPage(origin + page), readPage(proxy + page)])
  await database.updateTable('collections').set({ blocked_at: new Date() }).execute()
  const times = await Promise.all(
    [origin, proxy].map((site) => measure(() => until(() => isGone(site)))),
  )
  await close()
  const [own = 0, proxied = 0] = times.map(([, seconds]) => Math.round(seconds * 1000))
  console.log(`blocked: gone after ${own} ms, through nginx after ${proxied} ms`)
  return [
    ...unless(own <= MAX_AGE_MS.block, `a blocked page was shown for ${own} ms`),
    ...unless(
      proxied <= MAX_AGE_MS.proxied,
      `a blocked page was shown through nginx for ${proxied} ms`,
    ),
  ]
}
