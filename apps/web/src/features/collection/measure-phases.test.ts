import { NEVER_ENDS } from '@platemark/rules/collection-state'
import type { MintPhase } from '@platemark/rules/mint-phase'
import { describe, expect, test } from 'vitest'
import { measurePhases } from './measure-phases.ts'

const phase = (start: number, end: number): MintPhase => ({
  ...{ phaseId: start, title: 'Public', start, end, priceWei: 0n },
  ...{ maxPerWallet: 1, maxSupply: null, minted: 0 },
})

describe('the timeline of phases', () => {
  test('sets phases that follow each other in one row, none too narrow to be seen', () => {
    const phases = [phase(100, 101), phase(101, 201)]
    const { columns, nowAt } = measurePhases(phases, 151)
    expect(columns).toEqual([0.12, 1])
    expect(nowAt).toBeCloseTo((0.12 + 0.5) / 1.12)
  })

  test('sets phases that overlap on one axis, through all of which now is at one place', () => {
    const phases = [phase(0, 100), phase(50, 150), phase(60, NEVER_ENDS)]
    const { columns, bars, nowAt } = measurePhases(phases, 80)
    const length = 60 + 604_800
    expect(columns).toBeNull()
    expect(bars.map(({ from }) => from)).toEqual([0, 50 / length, 60 / length])
    expect(bars.map(({ done }) => done).slice(0, 2)).toEqual([0.8, 0.3])
    expect(nowAt).toBe(80 / length)
  })

  test('marks no time while none is open', () => {
    expect(measurePhases([phase(10, 20)], 5).nowAt).toBeNull()
  })
})
