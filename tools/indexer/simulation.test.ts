import { expect, inject, test } from 'vitest'
import { compareRows } from './compare.ts'
import { simulate } from './simulation.ts'

/** A share of `npm run soak -- indexer`; a run there with `--seed` repeats it. */
const MIN_LOGS = 60

test('keeps the tables equal to the chain through faults, reorgs and kills', async () => {
  // One indexer on one endpoint: the soak has several of both, and the embedded database.
  const seed = 3 * (Date.now() % 30_000)
  console.log(`indexer simulation: seed ${seed}`)

  const outcome = await simulate(seed, inject('postgres').url, MIN_LOGS)

  expect(outcome.logs).toBeGreaterThanOrEqual(MIN_LOGS)
  expect(outcome.snapshots).toBeGreaterThan(0)
  expect(Math.max(...outcome.reorgs)).toBeGreaterThanOrEqual(100)
}, 240_000)

test('the comparison finds altered, missing and surplus rows', () => {
  const row = { collection: '0x1', token_id: '1', owner: '0xa' }
  const other = { ...row, token_id: '2' }
  expect(compareRows('tokens', [row], [row])).toEqual([])
  expect(compareRows('tokens', [{ ...row, owner: '0xb' }], [row])).toEqual([
    'tokens 0x1 1 owner: got 0xb, expected 0xa',
  ])
  expect(compareRows('tokens', [other], [row])).toEqual([
    'tokens 0x1 2: surplus row',
    'tokens 0x1 1: missing row',
  ])
})
