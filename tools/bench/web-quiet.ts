import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { pause as letPass } from '../program.ts'

/** A machine counts as quiet while the same work takes at most so many times its best. */
const BUSY = 1.3
/** How often a visit is made before it counts although something disturbed it. */
const TRIES = 3
/** How often the machine is asked at first, to know its best. */
const FIRST_LOOKS = 30
/** How often it is waited for in all: one that is never quiet is measured as it is. */
const PATIENCE = 300
const PAUSE_MS = 2000

type Machine = {
  /** Milliseconds that a fixed piece of work takes now. */
  work(): Promise<number>
  /** Lets a while pass. */
  pause(): Promise<unknown>
  say(line: string): void
}

/** Visits while nothing else takes the machine's time, as far as that can be had. */
export type Visits = {
  /** Visits again, aloud, what was disturbed; says of what is kept whether it still was. */
  undisturbed<Result>(
    visit: () => Promise<Result>,
  ): Promise<{ result: Result; isDisturbed: boolean }>
}

/**
 * Times of a machine that others share differ by half and more from one second to the next.
 * Work of a fixed size before and after each visit tells which to believe.
 */
export async function quietVisits({
  work = workOnAllCores,
  pause = () => letPass(PAUSE_MS),
  say = console.log,
}: Partial<Machine> = {}): Promise<Visits> {
  let best = Number.POSITIVE_INFINITY
  const isQuiet = async () => {
    const took = await work()
    best = Math.min(best, took)
    return took <= best * BUSY
  }
  for (let look = 0; look < FIRST_LOOKS; look += 1) await isQuiet()
  let patience = PATIENCE
  const waitForQuiet = async () => {
    for (; patience > 0; patience -= 1) {
      if (await isQuiet()) return true
      await pause()
    }
    return isQuiet()
  }
  return {
    async undisturbed(visit) {
      for (let tried = 1; ; tried += 1) {
        const wasQuiet = await waitForQuiet()
        const result = await visit()
        const isDisturbed = !(wasQuiet && (await isQuiet()))
        if (!isDisturbed || tried === TRIES || patience === 0) {
          return { result, isDisturbed }
        }
        say('  disturbed, and measured again')
      }
    },
  }
}

/** What each core does: sums in memory too large for its nearest caches. */
const source = `
const { parentPort } = require('node:worker_threads')
const table = new Int32Array(1 << 20)
let place = 1
const start = performance.now()
for (let step = 0; step < 6e6; step += 1) {
  place = (Math.imul(place, 1103515245) + 12345) & 0x7fffffff
  table[place & 0xfffff] += step
}
parentPort.postMessage(performance.now() - start)`

/** All cores at once, as a browser and a server use them; the slowest counts. */
async function workOnAllCores(): Promise<number> {
  const cores = Array.from({ length: availableParallelism() }, workOnOneCore)
  return Math.max(...(await Promise.all(cores)))
}

function workOnOneCore(): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(source, { eval: true })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}
