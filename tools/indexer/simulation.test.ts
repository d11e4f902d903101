import { expect, test } from 'vitest'
import { firstOr, isSoak, roundsOr, share } from '../../apps/server/test/share.ts'
import { compareRows } from './compare.ts'
import { eventNames } from './contract-logs.ts'
import { allFaults } from './fault-schedule.ts'
import { type Outcome, simulate } from './simulation.ts'

/** A share of `npm run soak -- indexer`; a run there with `--from N --rounds 1` repeats its seed. */
const MIN_LOGS = share(60, 5000)
/** Seeds that meet everything together. */
const COVERING_ROUNDS = 50

const rounds = roundsOr(1, COVERING_ROUNDS)
// One indexer on one endpoint: the soak has several of both, and the embedded database.
const first = firstOr(isSoak ? 1 : 3 * (Date.now() % 30_000))
const seeds = Array.from({ length: rounds }, (_, at) => first + at)
const outcomes: Outcome[] = []

test.for(seeds)(
  'keeps the tables equal to the chain through faults, reorgs and kills: seed %i',
  { timeout: share(240_000, 3_600_000) },
  async (seed) => {
    process.stdout.write(`indexer simulation: seed ${seed}\n`)

    const outcome = await simulate(seed, MIN_LOGS)

    const { events: _, ...figures } = outcome
    process.stdout.write(`seed ${seed}: ${JSON.stringify(figures)}\n`)
    outcomes.push(outcome)
    expect(outcome.logs).toBeGreaterThanOrEqual(MIN_LOGS)
    expect(outcome.snapshots).toBeGreaterThan(0)
    expect(Math.max(...outcome.reorgs)).toBeGreaterThanOrEqual(100)
  },
)

if (rounds >= COVERING_ROUNDS)
  test('the seeds meet every fault and event, and a hundred kills within a batch', () => {
    const faults = new Set(outcomes.flatMap((outcome) => Object.keys(outcome.faults)))
    expect(allFaults.filter((fault) => !faults.has(fault))).toEqual([])
    const events = new Set(outcomes.flatMap((outcome) => outcome.events))
    // No transaction of the scenario emits this one.
    expect(eventNames.filter((name) => !events.has(name))).toEqual(['MetadataUpdate'])
    const kills = outcomes.reduce((sum, { killsInBatch }) => sum + killsInBatch, 0)
    expect(kills).toBeGreaterThanOrEqual(100)
  })

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
