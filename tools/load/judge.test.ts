import { expect, test } from 'vitest'
import { judgeLoad } from './judge.ts'
import type { LoadRun } from './run.ts'

const reading = { megabytes: 200, delayMs: { mean: 20, p99: 100 } }
const good: LoadRun = {
  tally: {
    statuses: { 200: 900, 304: 90, 429: 10 },
    odd: [],
    silent: [],
    writes: 50,
    times: [1],
  },
  idle: reading,
  readings: Array.from({ length: 10 }, () => reading),
  idleMs: 2,
  recoveredAfter: 1,
}

test('a run in which all is as promised is faultless', () => {
  expect(judgeLoad(good)).toEqual([])
})

test.each<[string, Partial<LoadRun>]>([
  ['An answer that nobody expects', { tally: { ...good.tally, odd: ['GET /: 500'] } }],
  [
    'A refusal that does not say when to come again',
    { tally: { ...good.tally, silent: ['GET /: 429'] } },
  ],
  ['Nothing was read or written', { tally: { ...good.tally, statuses: { 503: 1000 } } }],
  ['were writes', { tally: { ...good.tally, writes: 500 } }],
  ['still waited after ten seconds', { recoveredAfter: Number.POSITIVE_INFINITY }],
  ['It grew to', { readings: [{ ...reading, megabytes: 5000 }] }],
  [
    'It grew from',
    {
      readings: [200, 200, 200, 400, 400, 400].map((megabytes) => ({
        ...reading,
        megabytes,
      })),
    },
  ],
  [
    'The event loop was late',
    { readings: [{ ...reading, delayMs: { mean: 900, p99: 3000 } }] },
  ],
])('a run is faulty: %s', (sentence, fault) => {
  expect(judgeLoad({ ...good, ...fault })).toContainEqual(
    expect.stringContaining(sentence),
  )
})
