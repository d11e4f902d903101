import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../bench/api-gates.ts'
import { openConnection } from './connection.ts'
import { startTally } from './tally.ts'

const QUESTIONS = [
  '/api/contract/newest',
  '/api/contract/list?sort_by=popular&time_interval=all',
  '/api/config',
]
const ROUND = 100

/** Milliseconds that one in a hundred answers to a single client takes. */
export async function probe(url: string): Promise<number> {
  const tally = startTally()
  const connection = openConnection(url, '10.9.9.9', tally)
  const times: number[] = []
  for (let place = 0; place < ROUND; place += 1) {
    const began = performance.now()
    const path = QUESTIONS[place % QUESTIONS.length] ?? '/'
    const { status } = await connection.read(path)
    const isAnswered = status === 200 || status === 304
    times.push(isAnswered ? performance.now() - began : Number.POSITIVE_INFINITY)
  }
  connection.close()
  return quantile(times, 0.99)
}

/** Seconds until a single client is answered as quickly as `idle` again, at most `seconds`. */
export async function untilRecovered(
  url: string,
  { idle, factor, seconds }: { idle: number; factor: number; seconds: number },
): Promise<number> {
  const began = performance.now()
  const passed = () => (performance.now() - began) / 1000
  while (passed() < seconds) {
    const now = await probe(url)
    if (now <= idle * factor) return passed()
    await sleep(100)
  }
  return Number.POSITIVE_INFINITY
}
