import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { collectionAbi } from '@platemark/abi/collection'
import { type Database, openDatabase } from '../src/database/database.ts'
import { type TestChain, testChain } from './chain.ts'
import { launcher, price } from './collections/launch.ts'
import { endProcess, startServerProcess } from './server-process.ts'
import { until } from './until.ts'

/** Results of `npm run serve` processes that were killed one after the other. */
export type Takeovers = {
  /**
   * Milliseconds from each kill until another process indexed the killed one's chains.
   */
  times: number[]
  /** Differences between the tables and the contracts. */
  differences: string[]
}

type TakeoverOptions = {
  kills: number
  /** Number of chains. */
  chains: number
  limits: Record<string, number>
}

const FIRST_CHAIN = 66_001
const MINT_MS = 300

/**
 * Runs two indexers of growing chains on one PostgreSQL. Repeatedly kills the one that holds
 * most chains, and starts another before the next kill.
 */
export async function watchTakeovers(
  databaseUrl: string,
  { kills, chains: count, limits }: TakeoverOptions,
): Promise<Takeovers> {
  const ids = Array.from({ length: count }, (_, place) => FIRST_CHAIN + place)
  const chains = await Promise.all(
    ids.map((id) => testChain({ alias: `chain-${id}`, id })),
  )
  const mints = await Promise.all(chains.map(startMinting))
  const folder = mkdtempSync(join(tmpdir(), 'platemark-takeover-'))
  const start = () => startProcess(folder, databaseUrl, { chains, limits })
  const processes = await Promise.all([start(), start()])
  const { database, close } = await openDatabase({ url: databaseUrl })
  try {
    const times: number[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      if (kill > 0) processes.push(await start())
      await until(async () => (await leasesOf(database)).size === 2)
      times.push(await killOne(database, processes))
    }
    await Promise.all(mints.map((mint) => mint.stop()))
    const differences = await Promise.all(mints.map((mint) => compare(database, mint)))
    return { times, differences: differences.flat() }
  } finally {
    await Promise.all(mints.map((mint) => mint.stop()))
    await Promise.all(processes.map((one) => endProcess(one)))
    await close()
    await Promise.all(chains.map((chain) => chain.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Kills the process that holds most chains, and waits until the others index them. */
async function killOne(database: Database, processes: ChildProcess[]): Promise<number> {
  const leases = [...(await leasesOf(database))]
  const [most] = leases.toSorted(([, a], [, b]) => b.length - a.length)
  if (!most) throw new Error('no process holds a chain lease')
  const [pid, held] = most
  const index = processes.findIndex((process) => process.pid === pid)
  const [victim] = processes.splice(index, 1)
  if (!victim) throw new Error(`process is unknown: got ${pid}`)
  const began = performance.now()
  victim.kill('SIGKILL')
  await once(victim, 'exit')
  const before = await cursorsOf(database)
  await until(async () => {
    const now = await cursorsOf(database)
    return held.every((id) => (now.get(id) ?? -1) > (before.get(id) ?? -1))
  })
  return performance.now() - began
}

/** Chains held by each living process, by its id. */
async function leasesOf(database: Database): Promise<Map<number, number[]>> {
  const leases = await database
    .selectFrom('chain_leases')
    .select(['chain_id', 'holder_name'])
    .where('expires_at', '>', new Date())
    .execute()
  const held = new Map<number, number[]>()
  for (const { chain_id, holder_name } of leases) {
    const pid = Number(holder_name.split(':').at(-1))
    held.set(pid, [...(held.get(pid) ?? []), chain_id])
  }
  return held
}

async function cursorsOf(database: Database): Promise<Map<number, number>> {
  const cursors = await database
    .selectFrom('chain_cursors')
    .select(['chain_id', 'block_number'])
    .execute()
  return new Map(cursors.map(({ chain_id, block_number }) => [chain_id, block_number]))
}

type Minting = {
  chain: TestChain
  collection: `0x${string}`
  /** Number of tokens per mint. */
  quantities: number[]
  stop(): Promise<void>
}

/** Mints into one collection, one block each, until it is stopped. */
async function startMinting(chain: TestChain): Promise<Minting> {
  const launch = launcher(chain)
  const collection = await launch.create(chain.owner, { kind: 1, maxSupply: 0 })
  const quantities: number[] = []
  const stopping = new AbortController()
  const mint = async () => {
    while (!stopping.signal.aborted) {
      const quantity = 1 + (quantities.length % 5)
      await launch.mint(chain.owner, collection, quantity)
      quantities.push(quantity)
      await sleep(MINT_MS)
    }
  }
  const minting = mint()
  return {
    ...{ chain, collection, quantities },
    stop: () => {
      stopping.abort()
      return minting
    },
  }
}

/** Compares the rows with the contract after the last block. */
async function compare(
  database: Database,
  { chain, collection, quantities }: Minting,
): Promise<string[]> {
  const head = Number(await chain.client.getBlockNumber({ cacheTime: 0 }))
  await until(async () => (await cursorsOf(database)).get(chain.id) === head)
  const supply = await chain.client.readContract({
    address: collection,
    abi: collectionAbi,
    functionName: 'totalSupply',
  })
  const row = await database
    .selectFrom('collections')
    .selectAll()
    .where('address', '=', collection.toLowerCase())
    .where('chain_id', '=', chain.id)
    .executeTakeFirstOrThrow()
  const count = async (table: 'tokens' | 'mints') => {
    const { rows } = await database
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where('collection_id', '=', row.id)
      .executeTakeFirstOrThrow()
    return rows
  }
  const found = {
    minted: row.minted,
    volume: row.volume_wei,
    tokens: await count('tokens'),
    mints: await count('mints'),
  }
  const wanted = {
    minted: Number(supply),
    volume: (supply * price).toString(),
    tokens: Number(supply),
    mints: quantities.length,
  }
  const isSame = JSON.stringify(found) === JSON.stringify(wanted)
  return isSame
    ? []
    : [`${chain.alias}: ${JSON.stringify(found)} is not ${JSON.stringify(wanted)}`]
}

/** Starts an indexer process; resolves once it responds. */
async function startProcess(
  folder: string,
  database_url: string,
  { chains, limits }: { chains: TestChain[]; limits: Record<string, number> },
): Promise<ChildProcess> {
  const networks = chains.map(({ network }) => ({
    ...network,
    ...{ is_demo: false, confirmations: 3 },
  }))
  const settings = { database_url, networks, limits, role: 'indexer', port: 0 }
  const started = await startServerProcess(folder, { ...settings, data_folder: folder })
  return started.child
}
