import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type TestChain, testChain } from '../../apps/server/test/chain.ts'
import { deadNetworks } from '../../apps/server/test/networks.ts'
import { startPostgres } from '../../apps/server/test/postgres.ts'
import { type Child, startChild } from './follower-child.ts'
import type { Cursors, Product, ProductOptions } from './follower-product.ts'

const DEAD = 47
const LIVING = [88_001, 88_002, 88_003]
const BLOCK_MS = 500
/** How often the head of a chain that is not embedded is looked at. */
const POLL_MS = 4000
/** What a block may take from when it is seen until it is written. */
const WORK_MS = 500
const START_MS = 5000
const WATCH_MS = 30_000

/**
 * Three chains that grow among 47 whose nodes are dead in several ways, on both engines; answers
 * what is not as it should be.
 */
export async function measureNetworks(): Promise<string[]> {
  const chains = await Promise.all(
    LIVING.map((id) => testChain({ alias: `living-${id}`, id })),
  )
  const growing = chains.map(grow)
  const [first] = chains
  if (!first) return []
  const { dead, close } = await deadNetworks(DEAD, first)
  const postgres = await startPostgres()
  try {
    // The dead ones first: whoever takes them in turn would come late to the others.
    const networks = [...dead.map(({ network }) => network), ...chains.map(asForeign)]
    return [
      ...(await watch('PGlite', growing, { networks })),
      ...(await watch('PostgreSQL', growing, { networks, database_url: postgres.url })),
    ]
  } finally {
    for (const { stop } of growing) stop()
    await close()
    await postgres.stop()
    await Promise.all(chains.map((chain) => chain.stop()))
  }
}

/** As an operator writes down a network that is not part of the product. */
function asForeign({ network }: TestChain) {
  return { ...network, is_demo: false, confirmations: 3 }
}

type Growing = { id: number; minedAt: Map<number, number>; stop(): void }

/** Mines a block each half second and remembers when. */
function grow({ id, client }: TestChain): Growing {
  const minedAt = new Map<number, number>()
  const timer = setInterval(async () => {
    await client.mine({ blocks: 1 })
    const number = Number(await client.getBlockNumber({ cacheTime: 0 }))
    minedAt.set(number, Date.now())
  }, BLOCK_MS)
  return { id, minedAt, stop: () => clearInterval(timer) }
}

async function watch(
  engine: string,
  growing: Growing[],
  settings: Record<string, unknown>,
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'platemark-networks-'))
  const product = await startChild<Product>('follower-product.ts', {
    ...{ folder, settings },
  } satisfies ProductOptions)
  try {
    const arrived = await untilAtHead(product, growing)
    const behind = await longestBehind(product, growing)
    const most = POLL_MS + WORK_MS
    console.log(
      `Networks on ${engine}: 3 of 50 at their head after ${arrived} ms, at most ${START_MS};`,
      `then at most ${behind} ms behind it for ${WATCH_MS / 1000} s, at most ${most}`,
    )
    return [
      ...(arrived > START_MS ? [`${engine}: at the head after ${arrived} ms`] : []),
      ...(behind > most ? [`${engine}: ${behind} ms behind the head`] : []),
    ]
  } finally {
    await product.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Milliseconds from the start until each cursor stood at what was the head at the start. */
async function untilAtHead(product: Child<Product>, growing: Growing[]) {
  const { startedAt } = product.answer
  const heads = growing.map(({ minedAt }) => newest(minedAt, startedAt))
  for (;;) {
    const cursors = await cursorsOf(product)
    const isThere = growing.every(
      ({ id }, at) => (cursors.get(id) ?? -1) >= (heads[at] ?? 0),
    )
    if (isThere || Date.now() - startedAt > 60_000) return Date.now() - startedAt
    await sleep(20)
  }
}

/** The longest time that a block had been there without being written. */
async function longestBehind(product: Child<Product>, growing: Growing[]) {
  let longest = 0
  for (const end = Date.now() + WATCH_MS; Date.now() < end; await sleep(50)) {
    const now = Date.now()
    const cursors = await cursorsOf(product)
    for (const { id, minedAt } of growing) {
      const next = minedAt.get((cursors.get(id) ?? -1) + 1)
      if (next !== undefined) longest = Math.max(longest, now - next)
    }
  }
  return longest
}

/** The newest block that was there at that time. */
function newest(minedAt: Map<number, number>, time: number): number {
  const numbers = [...minedAt].filter(([, at]) => at <= time).map(([number]) => number)
  return Math.max(0, ...numbers)
}

async function cursorsOf({ process }: Child<Product>): Promise<Map<number, number>> {
  process.send('cursors')
  const [told]: Cursors[] = await once(process, 'message')
  return new Map(
    told?.cursors.map(({ chain_id, block_number }) => [chain_id, block_number]),
  )
}
