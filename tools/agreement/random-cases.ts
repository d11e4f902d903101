import type { MintCode } from '@platemark/rules/mint-state-types'
import * as fc from 'fast-check'
import { assertAgreement } from './compare.ts'
import { testDeployed } from './deployed.ts'
import type { Lens } from './lens.ts'
import { anyMintCase } from './mint-case.ts'
import { createRandom } from './random.ts'
import { createOverride } from './storage.ts'

const COLLECTION = '0xc000000000000000000000000000000000000000'

/** Number of random cases, and their seed. */
export type Runs = { numRuns: number; seed: number }

/** Compares page and contract in random cases; returns the number of cases for each code. */
export async function checkRandomCases(
  lens: Lens,
  runs: Runs,
): Promise<Map<MintCode, number>> {
  const counts = new Map<MintCode, number>()
  const cases = fc.gen().map((draw) => anyMintCase(createRandom(draw), lens.chain.id))
  const property = fc.asyncProperty(cases, async (subject) => {
    const override = createOverride(subject, COLLECTION, lens.implementations)
    const { panel } = await assertAgreement(lens, subject, COLLECTION, override)
    counts.set(panel.code, (counts.get(panel.code) ?? 0) + 1)
  })
  await fc.assert(property, runs)
  return counts
}

/** Plays random histories of deployed collections. */
export async function checkDeployed(lens: Lens, runs: Runs): Promise<void> {
  const property = fc.asyncProperty(fc.gen(), (draw) => {
    return testDeployed(lens, createRandom(draw))
  })
  // A shrunk history would begin later on the same chain, and differ.
  await fc.assert(property, { ...runs, endOnFailure: true })
}
