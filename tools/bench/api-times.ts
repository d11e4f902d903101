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

/** What takes longer among the most rows than it may. */
export function tooSlow<T extends Timed>(timed: T[]): T[] {
  return timed.filter((one) => {
    const { request, times } = one
    const few = times[referenceOf(one)]
    if (few === undefined) return false
    // One in a hundred is mostly noise of the machine, so that lists answer for their median too.
    const shares = request.kind === 'search' ? [0.99] : [0.5, 0.99]
    return shares.some(
      (share) =>
        quantile(times.at(-1) ?? [], share) >
        mostTime(request.kind, quantile(few, share)),
    )
  })
}

/**
 * The place of the size that the largest is held against: the smallest that answers as much, so
 * that a full page is not held against an empty one; -1 where all others are empty.
 */
function referenceOf({ rows }: Timed): number {
  const full = rows.at(-1) ?? 0
  const smaller = rows.slice(0, -1).map((count) => Math.min(count, full))
  const most = Math.max(...smaller)
  return most === 0 && full > 0 ? -1 : smaller.indexOf(most)
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
