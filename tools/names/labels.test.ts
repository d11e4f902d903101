import { afterAll, expect, test } from 'vitest'
import { nameChain } from '../../apps/server/test/name-chain.ts'
import { seedOr } from '../../apps/server/test/share.ts'
import { compareLabels } from './compare-labels.ts'

const chain = await nameChain(31_337)
const seed = seedOr(1)
afterAll(() => chain.stop())

test('contract and server agree on 4,000 random texts which are labels', async () => {
  const labels = await compareLabels(chain, { count: 4000, seed })
  expect(labels).toBeGreaterThan(1000)
  expect(labels).toBeLessThan(3500)
}, 60_000)
