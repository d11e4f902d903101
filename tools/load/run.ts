import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Child, startChild } from '../bench/follower-child.ts'
import type { ClientOptions } from './clients.ts'
import { type Reading, readMetrics, watchMetrics } from './metrics.ts'
import { probe, untilRecovered } from './probe.ts'
import type { LoadedProduct } from './product.ts'
import type { Tally } from './tally.ts'

/** What a product did under many connections. */
export type LoadRun = {
  tally: Tally
  idle: Reading
  readings: Reading[]
  /** Milliseconds of one in a hundred answers to a single client, before. */
  idleMs: number
  /** Seconds until it is answered as before. */
  recoveredAfter: number
}

type Options = Pick<ClientOptions, 'connections' | 'isWithPages'> & { seconds: number }

const WRITES = 0.05
const RECOVERY = { factor: 3, seconds: 10 }

/** Lets connections of another process read and write for so many seconds. */
export async function loadProduct(
  { url, metricsUrl }: Pick<LoadedProduct, 'url' | 'metricsUrl'>,
  { seconds, ...options }: Options,
): Promise<LoadRun> {
  // The first answers are slower than any later ones.
  await probe(url)
  const idleMs = await probe(url)
  const idle = await readMetrics(metricsUrl)
  const clients = await startChild<unknown>('../load/clients.ts', {
    ...{ url, writes: WRITES },
    ...options,
  } satisfies ClientOptions)
  try {
    const stopWatching = watchMetrics(metricsUrl)
    clients.process.send('begin')
    await sleep(seconds * 1000)
    const tally = await endOf(clients)
    const recoveredAfter = await untilRecovered(url, { idle: idleMs, ...RECOVERY })
    return { tally, idle, readings: await stopWatching(), idleMs, recoveredAfter }
  } finally {
    await clients.end()
  }
}

/** Waits for the last answers. */
async function endOf(clients: Child<unknown>): Promise<Tally> {
  const told = once(clients.process, 'message')
  clients.process.send('end')
  const [tally] = await told
  return tally
}
