import { afterAll, expect, test } from 'vitest'
import { testChain } from '../../apps/server/test/chain.ts'
import { seedOr } from '../../apps/server/test/share.ts'
import { openLens } from './lens.ts'
import { checkDeployed, checkRandomCases } from './random-cases.ts'

const chain = await testChain()
const lens = await openLens(chain)
const seed = seedOr(1)
afterAll(() => chain.stop())

/** Every code of a panel whose wallet is known and can pay. */
const everyCode = [
  ...['ended', 'no_phase', 'not_eligible', 'not_started', 'paused'],
  ...['phase_sold_out', 'ready', 'sold_out', 'wallet_limit'],
]

test('mint panel and checkMint agree at the boundaries of 300 random schedules', async () => {
  const counts = await checkRandomCases(lens, { numRuns: 300, seed })
  expect([...counts.keys()].sort()).toEqual(everyCode)
}, 60_000)

test('storage overrides and mints agree with 6 deployed collections', async () => {
  await checkDeployed(lens, { numRuns: 6, seed })
}, 60_000)
