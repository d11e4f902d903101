import { setTimeout as wait } from 'node:timers/promises'
import {
  type Database,
  type DatabaseLocation,
  openDatabase,
} from '../../apps/server/src/database/database.ts'
import { type TestChain, testChain } from '../../apps/server/test/chain.ts'
import { copyTemplate, emptyDatabase } from '../../apps/server/test/template.ts'
import { createRandom, type Random } from '../random.ts'
import { type ConfirmedSnapshot, compareConfirmed, compareTables } from './compare.ts'
import { NODE_ERROR_TEXT } from './crash-faults.ts'
import {
  createFaultSchedule,
  type Fault,
  type FaultSchedule,
  FINAL_DEPTH,
} from './fault-schedule.ts'
import { type IndexerProcesses, startIndexerProcesses } from './indexer-processes.ts'
import { type ExpectedState, readExpectedState } from './oracle.ts'
import { startProxy } from './proxy.ts'
import { type Scenario, startScenario } from './scenario.ts'
import { readStaleView } from './stale-view.ts'

export type Outcome = Awaited<ReturnType<typeof simulate>>

/** Reorgs of at most 64 blocks never touch confirmed rows. */
const CONFIRMATIONS = 70
const MAX_REORG_BLOCKS = 64
const MAX_SHALLOW_BLOCKS = 8
// Anvil forgets states after some hundred blocks, those of removed forks included.
const MAX_REPLACED_BLOCKS = 280
const MIN_REORGS = 4
const MIN_FAULTS = 15
const MOVES_PER_KILL = 40
const MAX_PAUSE_MS = 120
const CATCH_UP_MS = 75_000
// Short, so that much happens in little time.
const RPC = { timeoutMs: 600, maxPauseMs: 150 }
const LEASE_MS = 1200
const POLL_MS = 25

type Run = {
  random: Random
  chain: TestChain
  scenario: Scenario
  schedule: FaultSchedule
  urls: string[]
  indexers: IndexerProcesses
  place: DatabaseLocation
  isShared: boolean
}

/**
 * Runs one seed: random transactions on a chain of its own, read through faulty endpoints by
 * indexers that are killed and frozen, until the chain has `minLogs` logs. Throws when a table
 * differs from the chain in the end, or a confirmed row was wrong. The seed decides the actions
 * and their order; how far the indexers are by then depends on the machine.
 */
export async function simulate(seed: number, minLogs: number) {
  const random = createRandom(seed, 1)
  // Three endpoints and an embedded database, two indexers of one server, or one endpoint.
  const [endpoints, processes] = seed % 3 === 0 ? [1, 1] : [3, seed % 3]
  const ends: (() => unknown)[] = []
  try {
    const place =
      seed % 3 === 1 ? { folder: copyTemplate() } : { url: await emptyDatabase() }
    let chain = await testChain()
    ends.push(() => chain.stop())
    const scenario = await startScenario(chain, createRandom(seed, 2))
    // A share of the logs is there before the first indexer starts: its backfill.
    await scenario.act(Math.ceil((random.between(1, 3) * minLogs) / 20))
    await scenario.idle(random.between(0, CONFIRMATIONS))

    const schedule = createFaultSchedule(seed, endpoints)
    const urls: string[] = []
    for (let endpoint = 0; endpoint < endpoints; endpoint += 1) {
      const proxy = await startProxy({
        target: () => chain.url,
        endpoint,
        schedule,
        random: createRandom(seed, 2000 + endpoint),
      })
      ends.push(() => proxy.stop())
      urls.push(proxy.url)
    }
    const network = {
      ...chain.network,
      is_demo: false,
      confirmations: CONFIRMATIONS,
      rpc_urls: urls,
      rpc_requests_per_second: 5000,
    }
    const start = { place, network, pollMs: POLL_MS, leaseMs: LEASE_MS }
    const indexers = await startIndexerProcesses({ ...start, rpc: RPC }, processes)
    ends.push(() => indexers.stop())

    const isShared = processes > 1
    const run = { random, chain, scenario, schedule, urls, indexers, place, isShared }
    const { reorgs, snapshots } = await runScenario(run, minLogs)
    reorgs.push(await finish(run, snapshots))
    if (isShared) {
      const first = chain
      ends.push(() => first.stop())
      chain = await testChain()
      await changeGenesis({ ...run, chain }, seed)
    }
    checkLogs(run)
    return {
      logs: scenario.now().logs,
      /** Depths, in order. */
      reorgs,
      /** How many times the confirmed rows were read. */
      snapshots: snapshots.length,
      ...indexers.counts,
      events: [...scenario.now().events],
      // Safe: the keys of this map.
      faults: Object.fromEntries(schedule.faults) as Partial<Record<Fault, number>>,
    }
  } finally {
    for (const end of ends.reverse()) {
      // An earlier error is the one to report.
      await Promise.resolve(end()).catch(() => {})
    }
  }
}

async function runScenario(run: Run, minLogs: number) {
  const { random, scenario, indexers, schedule, isShared } = run
  const reorgs: number[] = []
  const snapshots: ConfirmedSnapshot[] = []
  const chances = createRandom(random.between(0, 2 ** 30), 3)
  // The scenario goes on while an indexer is down.
  let disturbance = Promise.resolve()
  let disturbances = 0
  let highest = 0
  const isEnough = () =>
    scenario.now().logs >= minLogs &&
    reorgs.length >= MIN_REORGS &&
    [...schedule.faults.values()].reduce((sum, count) => sum + count, 0) >= MIN_FAULTS
  for (let move = 1; !isEnough(); move += 1) {
    const isLong = scenario.now().logs >= minLogs
    // Faults need a running indexer; without it a long chain would only grow.
    if (isLong) await disturbance
    if (!isLong && move % MOVES_PER_KILL === MOVES_PER_KILL / 2) {
      await disturbance
      disturbances += 1
      const isFreeze = isShared && disturbances % 3 === 0
      disturbance = isFreeze ? indexers.freezeOne(chances) : indexers.killOne(chances)
      // Awaited later, so its rejection is not yet unhandled.
      disturbance.catch(() => {})
    }
    const { block } = scenario.now()
    highest = Math.max(highest, block)
    // So many blocks may be replaced without touching confirmed rows.
    const room = MAX_REORG_BLOCKS - (highest - block)
    const kind = random.between(1, 39)
    if (kind <= 24) await scenario.act(random.between(1, 12))
    else if (kind <= 32) {
      await scenario.idle(
        random.isLucky(8) ? random.between(30, 80) : random.between(1, 5),
      )
    } else if (kind <= 36) {
      const replaced = reorgs.reduce((sum, depth) => sum + depth, 0)
      const isShallow = random.isLucky(60) || replaced > MAX_REPLACED_BLOCKS
      const depth = random.between(
        1,
        isShallow ? Math.min(MAX_SHALLOW_BLOCKS, room) : room,
      )
      if (room < 1) continue
      await addStaleView(run, depth)
      reorgs.push(await scenario.reorg(depth))
    } else if (kind === 37) {
      const depth = random.between(1, 12)
      if (depth > room) continue
      await addStaleView(run, depth)
      await scenario.shorten(depth)
    } else {
      await addStaleView(run, 0)
      const confirmed = await indexers.confirmed()
      if (confirmed) snapshots.push(confirmed)
    }
    await wait(random.between(0, MAX_PAUSE_MS))
  }
  await disturbance
  const confirmed = await indexers.confirmed()
  return { reorgs, snapshots: confirmed ? [...snapshots, confirmed] : snapshots }
}

/** Keeps the newest blocks for the responses of a stale endpoint. */
async function addStaleView(
  { chain, scenario, schedule }: Run,
  depth: number,
): Promise<void> {
  if (depth >= FINAL_DEPTH) return
  schedule.addStaleView(
    await readStaleView(chain.url, depth),
    scenario.now().block - depth,
  )
}

/** Ends the faults, compares, and again after a reorg below confirmed rows. */
async function finish(run: Run, snapshots: ConfirmedSnapshot[]): Promise<number> {
  const { schedule, scenario, indexers, random } = run
  schedule.clear()
  // Enough blocks for no row to be provisional.
  await scenario.idle(CONFIRMATIONS + 1)
  const expectedState = await compareWithChain(run, 'after the faults')
  for (const [at, snapshot] of snapshots.entries()) {
    assertNone(
      compareConfirmed(snapshot, expectedState),
      `confirmed rows of snapshot ${at + 1}`,
    )
  }
  await indexers.start()
  const depth = await scenario.reorg(random.between(100, 160))
  await scenario.idle(3)
  await compareWithChain(run, `after a reorg of ${depth} blocks`)
  return depth
}

/** Compares after another chain took the place of the first at the same URLs. */
async function changeGenesis(run: Run, seed: number): Promise<void> {
  const scenario = await startScenario(run.chain, createRandom(seed, 4))
  await scenario.act(60)
  await scenario.idle(Math.max(1, run.scenario.now().block + 5 - scenario.now().block))
  await run.indexers.start()
  await compareWithChain({ ...run, scenario }, 'on a chain with another genesis')
}

/** Lets the indexers catch up, stops them and compares every table with the chain. */
async function compareWithChain(run: Run, when: string): Promise<ExpectedState> {
  const { chain, indexers, place } = run
  const { number, hash } = await chain.client.getBlock()
  const deadline = Date.now() + CATCH_UP_MS
  for (;;) {
    const cursor = await indexers.cursor()
    const isAtHead = cursor?.block_hash === hash && cursor.is_backfilled
    if (isAtHead && cursor.confirmed_number >= Number(number) - CONFIRMATIONS) break
    if (Date.now() > deadline) {
      const lines = indexers.log().trim().split('\n').slice(-25).join('\n')
      const found = JSON.stringify(cursor)
      throw new Error(
        `Cursor ${when}: got ${found}, expected block ${number} ${hash}\n${lines}`,
      )
    }
    await wait(100)
  }
  await indexers.stop()
  const expectedState = await readExpectedState(chain.url, chain.contracts.factory)
  const { database, close } = await openDatabase(place)
  try {
    const differences = await compareTables(database, chain.id, expectedState)
    assertNone(
      [...differences, ...(await listUnreadable(database))],
      `the tables ${when}`,
    )
  } finally {
    await close()
  }
  return expectedState
}

/** Every log of the scenario is one that the contracts emit. */
async function listUnreadable(database: Database): Promise<string[]> {
  const logs = await database.selectFrom('unreadable_logs').selectAll().execute()
  return logs.map(
    ({ block_number, log_index, reason }) =>
      `unreadable_logs ${block_number} ${log_index}: ${reason}`,
  )
}

function assertNone(differences: string[], where: string): void {
  if (differences.length === 0) return
  const lines = differences.slice(0, 20).join('\n  ')
  throw new Error(
    `${where}: got ${differences.length} differences, expected 0\n  ${lines}`,
  )
}

/** Checks that invalid responses are logged with their endpoint, and without the node's text. */
function checkLogs({ indexers, schedule, urls }: Run): void {
  const log = indexers.log()
  if (log.includes(NODE_ERROR_TEXT))
    throw new Error(`Log contains an error text of a node: got ${NODE_ERROR_TEXT}`)
  for (const [endpoint, url] of urls.entries()) {
    const faults = schedule.detectable[endpoint] ?? 0
    // One or two may have reached a process that was killed right after.
    if (faults > 2 && !log.includes(`"endpoint":"${url}"`)) {
      throw new Error(
        `Log lacks endpoint ${endpoint}: got no line, expected ${faults} faults`,
      )
    }
  }
}
