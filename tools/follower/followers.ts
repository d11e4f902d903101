import type { Random } from '../agreement/random.ts'
import { pause } from '../program.ts'
import type { ConfirmedSnapshot } from './compare.ts'
import type { Standing, Start } from './process.ts'
import { type FollowerProcess, startProcess } from './start-process.ts'

/** The processes that follow into one database. */
export type Followers = {
  counts: { kills: number; killsInBatch: number; freezes: number }
  /** Kills one with SIGKILL, most often within a batch, and starts another in its place. */
  killOne(random: Random): Promise<void>
  /** Lets one stand still for longer than its lease lasts. */
  freezeOne(random: Random): Promise<void>
  standing(): Promise<Standing | undefined>
  /** The rows that are called confirmed now; undefined when nobody could answer. */
  confirmed(): Promise<ConfirmedSnapshot | undefined>
  /** Starts as many as there were before all were stopped. */
  start(): Promise<void>
  stop(): Promise<void>
  /** All that was logged. */
  said(): string
}

const WAIT_FOR_BATCH_MS = 1000

/** Starts `count` follower processes. */
export async function openFollowers(start: Start, count: number): Promise<Followers> {
  const counts = { kills: 0, killsInBatch: 0, freezes: 0 }
  const former: FollowerProcess[] = []
  let running: FollowerProcess[] = []
  const startAll = async () => {
    for (let left = count - running.length; left > 0; left -= 1) {
      running.push(await startProcess(start))
    }
  }
  const firstAnswer = async <T>(ask: (process: FollowerProcess) => Promise<T>) => {
    for (const process of running) {
      const answer = await ask(process)
      if (answer !== undefined) return answer
    }
    return undefined
  }
  await startAll()
  return {
    counts,
    async killOne(random) {
      const { victim, killed } = await killSoon(running, random)
      running = running.filter((process) => process !== victim)
      former.push(victim)
      counts.kills += 1
      counts.killsInBatch += killed ? 1 : 0
      // With two processes the other one takes over first.
      if (count > 1) await pause(random.between(0, 2 * start.leaseMs))
      await startAll()
    },
    async freezeOne(random) {
      const frozen = running[random.between(0, running.length - 1)]
      if (!frozen) return
      await frozen.nextBatch(WAIT_FOR_BATCH_MS)
      await pause(random.between(0, 20))
      frozen.freeze()
      counts.freezes += 1
      await pause(start.leaseMs * 1.5)
      frozen.wake()
    },
    standing: () => firstAnswer((process) => process.standing()),
    confirmed: () => firstAnswer((process) => process.confirmed()),
    start: startAll,
    async stop() {
      former.push(...running)
      const ending = running
      running = []
      await Promise.all(ending.map((process) => process.stop()))
    },
    said: () => [...former, ...running].map((process) => process.said()).join(''),
  }
}

/** Kills whichever begins a batch first, some milliseconds after it began. */
async function killSoon(running: FollowerProcess[], random: Random) {
  const began = running.map(async (process) => {
    await process.nextBatch(WAIT_FOR_BATCH_MS)
    return process
  })
  const victim = await Promise.race(began)
  await pause(random.isLucky(70) ? random.between(0, 12) : random.between(0, 400))
  return { victim, killed: await victim.kill() }
}
