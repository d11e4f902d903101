import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { testChain } from '../../apps/server/test/chain.ts'
import { roundsOr, seedOr, share } from '../../apps/server/test/share.ts'
import { assertAgreement } from './compare.ts'
import { testDeployed } from './deployed.ts'
import { openLens } from './lens.ts'
import { anyMintCase } from './mint-case.ts'
import { createRandom } from './random.ts'
import { createOverride } from './storage.ts'

const COLLECTION = '0xc000000000000000000000000000000000000000'
const CASES = roundsOr(300, 100_000)
const DEPLOYED = share(6, 200)

const chain = await testChain()
const lens = await openLens(chain)
const seed = seedOr(1)
const timeout = share(60_000, 3_600_000)
afterAll(() => chain.stop())

/** Every code of a panel whose wallet is known and can pay. */
const everyCode = [
  ...['ended', 'no_phase', 'not_eligible', 'not_started', 'paused'],
  ...['phase_sold_out', 'ready', 'sold_out', 'wallet_limit'],
]

test(`mint panel and checkMint agree at the boundaries of ${CASES} random schedules`, {
  timeout,
}, async () => {
  const counts = new Map<string, number>()
  const cases = fc.gen().map((draw) => anyMintCase(createRandom(draw), chain.id))
  const property = fc.asyncProperty(cases, async (subject) => {
    const override = createOverride(subject, COLLECTION, lens.implementations)
    const { panel } = await assertAgreement(lens, subject, COLLECTION, override)
    counts.set(panel.code, (counts.get(panel.code) ?? 0) + 1)
  })
  await fc.assert(property, { numRuns: CASES, seed })

  const codes = [...counts].map(([code, count]) => `${code} ${count}`).sort()
  process.stdout.write(`${CASES} random cases agree: ${codes.join(', ')}\n`)
  expect([...counts.keys()].sort()).toEqual(everyCode)
})

test(`storage overrides and mints agree with ${DEPLOYED} deployed collections`, {
  timeout,
}, async () => {
  const property = fc.asyncProperty(fc.gen(), (draw) =>
    testDeployed(lens, createRandom(draw)),
  )
  // A shrunk history would begin later on the same chain, and differ.
  await fc.assert(property, { numRuns: DEPLOYED, seed, endOnFailure: true })
})
