import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Asked, AskerOptions } from './follower-asker.ts'
import { type Child, runChild, startChild } from './follower-child.ts'
import type { Cursors, Product, ProductOptions } from './follower-product.ts'
import type { Replayed, ReplayOptions } from './follower-replay.ts'

const CHAIN_ID = 77_002
const LOGS = 500_000
/** By then all collections are made. */
const QUIET_HEAD = 400
const SECONDS = 12
const MOST_ADDED_MS = 60

/**
 * How much longer readers wait while a long history is read into the embedded database, in the
 * one process of the product; answers what is not as it should be.
 */
export async function measureLatency(): Promise<string[]> {
  const replay = await startChild<Replayed>('follower-replay.ts', {
    ...{ chainId: CHAIN_ID, collections: 50, logs: LOGS, endpoints: 1, head: QUIET_HEAD },
  } satisfies ReplayOptions)
  const folder = mkdtempSync(join(tmpdir(), 'platemark-latency-'))
  const product = await startChild<Product>('follower-product.ts', {
    folder,
    settings: { networks: [networkOf(replay.answer)] },
  } satisfies ProductOptions)
  try {
    await until(product, QUIET_HEAD)
    return await compare(replay, product)
  } finally {
    await product.end()
    await replay.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function compare(
  replay: Child<Replayed>,
  product: Child<Product>,
): Promise<string[]> {
  const routes = routesOf(product.answer, replay.answer)
  // The first seconds of a process are slower than all others.
  await askAll(routes, 3)
  const idle = await askAll(routes, SECONDS)
  replay.process.send({ head: replay.answer.head })
  await until(product, QUIET_HEAD + 1)
  const before = await cursorOf(product)
  const busy = await askAll(routes, SECONDS)
  const after = await cursorOf(product)

  const share = (after - before) / replay.answer.head
  console.log(
    `Latency on the embedded database: ${Math.round((share * LOGS) / SECONDS)} logs/s meanwhile`,
  )
  const problems = routes.flatMap(({ name }, index) =>
    judge(name, idle[index], busy[index]),
  )
  if (after >= replay.answer.head) problems.push('the history ended before the questions')
  return problems
}

function judge(name: string, idle?: Asked, busy?: Asked): string[] {
  const [before, during] = [summary(idle), summary(busy)]
  const added = during.p99 - before.p99
  console.log(`  ${name}: idle ${text(before)}; under load ${text(during)} ms`)
  console.log(`    p99 ${added.toFixed(1)} ms above idle, at most ${MOST_ADDED_MS}`)
  const failures = (idle?.failures ?? 0) + (busy?.failures ?? 0)
  return [
    ...(added < MOST_ADDED_MS ? [] : [`${name}: p99 rises by ${added.toFixed(1)} ms`]),
    ...(failures === 0 ? [] : [`${name}: ${failures} questions without a good answer`]),
  ]
}

function summary(asked: Asked | undefined) {
  const waits = asked?.waits ?? []
  const at = (share: number) => waits[Math.floor(waits.length * share)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), max: waits.at(-1) ?? Number.NaN }
}

function text(of: ReturnType<typeof summary>): string {
  return `p50 ${of.p50.toFixed(1)}, p99 ${of.p99.toFixed(1)}, max ${of.max.toFixed(1)}`
}

type Route = { name: string; url: string; perSecond: number }

function routesOf({ url }: Product, { collections }: Replayed): Route[] {
  const one = `${url}/api/contract/replayed/${collections[0]}`
  return [
    { name: 'one collection', url: one, perSecond: 100 },
    { name: 'the configuration', url: `${url}/api/config`, perSecond: 10 },
  ]
}

function askAll(routes: Route[], seconds: number): Promise<Asked[]> {
  return Promise.all(
    routes.map(({ url, perSecond }) =>
      runChild<Asked>('follower-asker.ts', {
        ...{ url, perSecond, seconds },
      } satisfies AskerOptions),
    ),
  )
}

async function until(product: Child<Product>, block: number): Promise<void> {
  while ((await cursorOf(product)) < block) await sleep(100)
}

async function cursorOf({ process }: Child<Product>): Promise<number> {
  process.send('cursors')
  const [told]: Cursors[] = await once(process, 'message')
  return told?.cursors[0]?.block_number ?? -1
}

function networkOf({ urls, factory }: Replayed) {
  return {
    alias: 'replayed',
    id: CHAIN_ID,
    name: 'Replayed',
    native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpc_urls: urls,
    contracts: { factory, payouts: factory, start_block: 0 },
    confirmations: 12,
  }
}
