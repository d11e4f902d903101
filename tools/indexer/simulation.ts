import { setTimeout as wait } from 'node:timers/promises'
import { type TestChain, testChain } from '../../apps/server/test/chain.ts'
import { type Random, randomOf } from '../random.ts'
import { type ConfirmedSnapshot, compareConfirmed, compareTables } from './compare.ts'
import { NODE_ERROR_TEXT } from './crash-faults.ts'
import {
  embeddedDatabase,
  type FreshDatabase,
  serverDatabase,
  withDatabase,
} from './databases.ts'
import { DEEP, type Fault, startWeather, type Weather } from './fault-schedule.ts'
import { type Followers, openFollowers } from './indexer-processes.ts'
import { readTruth, type Truth } from './oracle.ts'
import { startProxy } from './proxy.ts'
import { type Story, startStory } from './scenario.ts'
import { readView } from './stale-view.ts'

export type Outcome = Awaited<ReturnType<typeof simulate>>

/** Reorganisations of at most 64 blocks never touch confirmed rows. */
const CONFIRMATIONS = 70
const MAX_REORGANISATION = 64
const MAX_SHALLOW = 8
// Anvil forgets states after some hundred blocks, those of removed forks included.
const MAX_REPLACED = 280
const MIN_REORGANISATIONS = 6
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
  story: Story
  weather: Weather
  urls: string[]
  followers: Followers
  database: FreshDatabase
  isShared: boolean
}

/**
 * Plays one seed: random transactions on a chain of its own, read through faulty endpoints by
 * followers that are killed and frozen, until the chain has `minLogs` logs. Throws when a table
 * differs from the chain in the end, or a confirmed row was wrong. The seed decides the actions
 * and their order; how far the followers are by then depends on the machine.
 */
export async function simulate(seed: number, serverUrl: string, minLogs: number) {
  const random = randomOf(seed, 1)
  // Three endpoints and an embedded database, two followers of one server, or one endpoint.
  const [endpoints, processes] = seed % 3 === 0 ? [1, 1] : [3, seed % 3]
  const ends: (() => unknown)[] = []
  try {
    const database =
      seed % 3 === 1
        ? await embeddedDatabase()
        : await serverDatabase(serverUrl, `follower_${process.pid}_${seed}`)
    ends.push(() => database.remove())
    let chain = await testChain()
    ends.push(() => chain.stop())
    const story = await startStory(chain, randomOf(seed, 2))
    await story.act(random.between(100, 300))
    await story.idle(random.between(0, CONFIRMATIONS))

    const weather = startWeather(seed, endpoints)
    const urls: string[] = []
    for (let endpoint = 0; endpoint < endpoints; endpoint += 1) {
      const proxy = await startProxy({
        target: () => chain.url,
        endpoint,
        weather,
        random: randomOf(seed, 2000 + endpoint),
      })
      ends.push(() => proxy.close())
      urls.push(proxy.url)
    }
    const network = {
      ...chain.network,
      is_demo: false,
      confirmations: CONFIRMATIONS,
      rpc_urls: urls,
      rpc_requests_per_second: 5000,
    }
    const start = { place: database.place, network, pollMs: POLL_MS, leaseMs: LEASE_MS }
    const followers = await openFollowers({ ...start, rpc: RPC }, processes)
    ends.push(() => followers.stop())

    const isShared = processes > 1
    const run = { random, chain, story, weather, urls, followers, database, isShared }
    const { reorganisations, looks } = await play(run, minLogs)
    reorganisations.push(await finish(run, looks))
    if (isShared) {
      const first = chain
      ends.push(() => first.stop())
      chain = await testChain()
      await changeGenesis({ ...run, chain }, seed)
    }
    checkLogs(run)
    return {
      logs: story.now().logs,
      /** Depths, in order. */
      reorganisations,
      /** How often the confirmed rows were read. */
      looks: looks.length,
      ...followers.counts,
      events: [...story.now().events],
      // Safe: the keys of this map.
      faults: Object.fromEntries(weather.faults) as Partial<Record<Fault, number>>,
    }
  } finally {
    for (const end of ends.reverse()) {
      // An earlier error is the one to report.
      await Promise.resolve(end()).catch(() => {})
    }
  }
}

async function play(run: Run, minLogs: number) {
  const { random, story, followers, weather, isShared } = run
  const reorganisations: number[] = []
  const looks: ConfirmedSnapshot[] = []
  const chances = randomOf(random.between(0, 2 ** 30), 3)
  // The story goes on while a follower is down.
  let disturbance = Promise.resolve()
  let disturbances = 0
  let highest = 0
  const isEnough = () =>
    story.now().logs >= minLogs &&
    reorganisations.length >= MIN_REORGANISATIONS &&
    [...weather.faults.values()].reduce((sum, count) => sum + count, 0) >= MIN_FAULTS
  for (let move = 1; !isEnough(); move += 1) {
    if (move % MOVES_PER_KILL === 0) {
      await disturbance
      disturbances += 1
      const isFreeze = isShared && disturbances % 3 === 0
      disturbance = isFreeze ? followers.freezeOne(chances) : followers.killOne(chances)
      // Awaited later, so its rejection is not yet unhandled.
      disturbance.catch(() => {})
    }
    const { block } = story.now()
    highest = Math.max(highest, block)
    // So many blocks may be replaced without touching confirmed rows.
    const room = MAX_REORGANISATION - (highest - block)
    const kind = random.between(1, 39)
    if (kind <= 24) await story.act(random.between(1, 12))
    else if (kind <= 32) {
      await story.idle(random.isLucky(8) ? random.between(30, 80) : random.between(1, 5))
    } else if (kind <= 36) {
      const replaced = reorganisations.reduce((sum, depth) => sum + depth, 0)
      const isShallow = random.isLucky(60) || replaced > MAX_REPLACED
      const depth = random.between(1, isShallow ? Math.min(MAX_SHALLOW, room) : room)
      if (room < 1) continue
      await keepView(run, depth)
      reorganisations.push(await story.reorganise(depth))
    } else if (kind === 37) {
      const depth = random.between(1, 12)
      if (depth > room) continue
      await keepView(run, depth)
      await story.fallBack(depth)
    } else {
      await keepView(run, 0)
      const confirmed = await followers.confirmed()
      if (confirmed) looks.push(confirmed)
    }
    await wait(random.between(0, MAX_PAUSE_MS))
  }
  await disturbance
  const confirmed = await followers.confirmed()
  return { reorganisations, looks: confirmed ? [...looks, confirmed] : looks }
}

/** Keeps the newest blocks as a stale endpoint goes on to see them. */
async function keepView({ chain, story, weather }: Run, depth: number): Promise<void> {
  if (depth >= DEEP) return
  weather.keepView(await readView(chain.url, depth), story.now().block - depth)
}

/** Ends the faults, compares, and again after a reorganisation below confirmed rows. */
async function finish(run: Run, looks: ConfirmedSnapshot[]): Promise<number> {
  const { weather, story, followers, random } = run
  weather.clear()
  // Enough that nothing is provisional any more.
  await story.idle(CONFIRMATIONS + 1)
  const truth = await compareWithChain(run, 'after the faults')
  for (const [at, look] of looks.entries()) {
    demandNone(compareConfirmed(look, truth), `confirmed rows at look ${at + 1}`)
  }
  await followers.start()
  const depth = await story.reorganise(random.between(100, 160))
  await story.idle(3)
  await compareWithChain(run, `after a reorganisation of ${depth} blocks`)
  return depth
}

/** Compares after another chain answers at the same URLs. */
async function changeGenesis(run: Run, seed: number): Promise<void> {
  const story = await startStory(run.chain, randomOf(seed, 4))
  await story.act(60)
  await story.idle(Math.max(1, run.story.now().block + 5 - story.now().block))
  await run.followers.start()
  await compareWithChain({ ...run, story }, 'on a chain with another genesis')
}

/** Lets the followers catch up, stops them and compares every table with the chain. */
async function compareWithChain(run: Run, when: string): Promise<Truth> {
  const { chain, followers, database } = run
  const { number, hash } = await chain.client.getBlock()
  const deadline = Date.now() + CATCH_UP_MS
  for (;;) {
    const cursor = await followers.cursor()
    const isAtHead = cursor?.block_hash === hash && cursor.is_backfilled
    if (isAtHead && cursor.confirmed_number >= Number(number) - CONFIRMATIONS) break
    if (Date.now() > deadline) {
      const lines = followers.log().trim().split('\n').slice(-25).join('\n')
      const found = JSON.stringify(cursor)
      throw new Error(`Not at block ${number} ${hash} ${when}: ${found}\n${lines}`)
    }
    await wait(100)
  }
  await followers.stop()
  const truth = await readTruth(chain.url, chain.contracts.factory)
  const differences = await withDatabase(database.place, (opened) =>
    compareTables(opened, chain.id, truth),
  )
  demandNone(differences, `the tables ${when}`)
  return truth
}

function demandNone(differences: string[], where: string): void {
  if (differences.length === 0) return
  const lines = differences.slice(0, 20).join('\n  ')
  throw new Error(`${differences.length} differences in ${where}:\n  ${lines}`)
}

/** Checks that bad answers are logged with their endpoint, and never in a node's own words. */
function checkLogs({ followers, weather, urls }: Run): void {
  const log = followers.log()
  if (log.includes(NODE_ERROR_TEXT)) throw new Error('The log has a text of a node.')
  // A single endpoint may cause it; where two must agree it is a fault of the follower.
  if (urls.length > 1 && log.includes('what was confirmed contradicts the chain')) {
    throw new Error('Confirmed rows were wrong, and were read again.')
  }
  for (const [endpoint, url] of urls.entries()) {
    const lies = weather.detectable[endpoint] ?? 0
    // One or two may have reached a process that was killed right after.
    if (lies > 2 && !log.includes(`"endpoint":"${url}"`)) {
      throw new Error(`Endpoint ${endpoint} lied ${lies} times and is not in the log.`)
    }
  }
}
