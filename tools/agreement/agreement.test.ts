import { afterAll, describe, expect, test } from 'vitest'
import { testChain } from '../../apps/server/test/chain.ts'
import { compareCases, explainCase } from './agreement.ts'
import { compare } from './compare.ts'
import { compareDeployed } from './deployed.ts'
import { openLens } from './lens.ts'

const chain = await testChain()
const lens = await openLens(chain)
afterAll(() => chain.stop())

/** Everything that a panel of a wallet that is known and rich can say. */
const everyCode = [
  ...['ended', 'no_phase', 'not_eligible', 'not_started', 'paused'],
  ...['phase_sold_out', 'ready', 'sold_out', 'wallet_limit'],
]

describe('panel and contract', () => {
  test('say the same at the boundaries of 2,000 schedules', async () => {
    const range = { seed: 1, from: 0, to: 2000 }
    const { codes, differences } = await compareCases(lens, chain.id, range)
    expect(differences).toEqual([])
    expect([...codes.keys()].sort()).toEqual(everyCode)
    expect(Math.min(...codes.values())).toBeGreaterThan(20)
  }, 60_000)

  test('say the same of 25 collections that were really made and minted from', async () => {
    const range = { seed: 1, from: 0, to: 25 }
    const { codes, differences } = await compareDeployed(lens, chain, range)
    expect(differences).toEqual([])
    expect(codes.get('ready')).toBeGreaterThan(4)
    expect(codes.size).toBeGreaterThan(4)
  }, 60_000)

  test('are seen to differ when the page has missed something', async () => {
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, at) => explainCase(lens, chain.id, 1, at)),
    )
    const live = all.filter(({ panel }) => panel.code === 'ready')
    expect(live.length).toBeGreaterThan(5)
    for (const { index, answers, subject } of live) {
      const paused = { ...index, isPaused: true }
      expect(compare(paused, answers, subject).differences).not.toEqual([])
      const gone = { ...index, minted: 10, maxSupply: 10 }
      expect(compare(gone, answers, subject).differences).not.toEqual([])
      const late = { ...subject, now: subject.now + 2 ** 33 }
      expect(compare(index, answers, late).differences).not.toEqual([])
    }
  })
})
