import { mostTime, quantile } from './api-gates.ts'
import { addressOf, demand } from './api-pages.ts'
import type { Product } from './api-product.ts'
import type { BenchRequest } from './api-requests.ts'

/** How long one request took in each size, in milliseconds, and how many rows it was answered. */
export type Timed = { request: BenchRequest; times: number[][]; rows: number[] }

/** Rounds after which what is still too slow is asked further, and how far. */
type Rounds = { usual: number; most: number }

/**
 * Asks every request of every product in turns, so that what else the machine does hits all of
 * them alike; `products` by their size, the smallest first. What does not hold after the usual
 * rounds is asked more often: all that was measured counts.
 */
export async function measureTimes(
  products: Product[],
  requests: BenchRequest[],
  { usual, most }: Rounds,
  tell: (said: string) => void,
): Promise<Timed[]> {
  const asked = await prepare(products, requests)
  for (let round = 1; round <= usual; round += 1) {
    for (const one of asked) await measureOnce(one, round)
    if (round % 50 === 0) tell(`${round} of ${usual} rounds`)
  }
  for (let round = usual + 1; round <= most; round += 1) {
    const undecided = tooSlow(asked)
    if (undecided.length === 0) break
    for (const one of undecided) await measureOnce(one, round)
    if (round % 50 === 0) tell(`${round} rounds of ${undecided.length} requests`)
  }
  return asked
}

/** What takes longer among the most rows than it may, in the median or one time in a hundred. */
export function tooSlow<T extends Timed>(timed: T[]): T[] {
  return timed.filter((one) => {
    const [few = [], many = []] = [one.times[referenceOf(one)], one.times.at(-1)]
    return [0.5, 0.99].some(
      (share) => quantile(many, share) > mostTime(one.request.kind, quantile(few, share)),
    )
  })
}

/**
 * The place of the size that the largest is held against: the smallest that answers as much, so
 * that a full page is not held against an empty one.
 */
function referenceOf({ rows }: Timed): number {
  const smaller = rows.slice(0, -1)
  const most = Math.max(...smaller.map((count) => Math.min(count, rows.at(-1) ?? 0)))
  return smaller.findIndex((count) => count >= most)
}

type Prepared = Timed & { asks: (() => Promise<unknown>)[] }

async function prepare(
  products: Product[],
  requests: BenchRequest[],
): Promise<Prepared[]> {
  const prepared: Prepared[] = []
  for (const request of requests) {
    const asks: Prepared['asks'] = []
    const rows: number[] = []
    for (const product of products) {
      // A small database has no deep page, but answers that as well.
      const url = (await addressOf(product, request)) ?? request.url
      rows.push(demand(await product.ask(url), url).rows)
      asks.push(() => product.ask(url))
    }
    prepared.push({ request, asks, rows, times: products.map(() => []) })
  }
  return prepared
}

async function measureOnce({ asks, times }: Prepared, round: number): Promise<void> {
  for (let turn = 0; turn < asks.length; turn += 1) {
    // The order changes, so that none always comes first.
    const place = (turn + round) % asks.length
    const began = performance.now()
    await asks[place]?.()
    times[place]?.push(performance.now() - began)
  }
}
