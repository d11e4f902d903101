import type { RehearsalReport } from '@platemark/api/rehearsal'
import { expect, test } from 'vitest'
import { listSupplySteps } from './supply-steps.ts'

const report: RehearsalReport = {
  ...{ chain_alias: 'local', contract_address: `0x${'2'.repeat(40)}`, minted: 2 },
  ...{ deployed_at: '2027-01-01T00:00:00Z', mint_fee_wei: '0', max_supply: 2 },
  ...{ income_wei: '0', fees_wei: '0', phases: [], wallets: [], payments: [] },
  ...{ reveal: null, boundaries: 2, instants: 6, transactions: 1200, problems: [] },
}

test('lists the tokens left from phase to phase, and not years after the last start', () => {
  const phase = (start: string, end: string | null, left: number) => ({
    ...{ phase_id: 1, kind: 'public' as const, title: start.slice(8, 10), start, end },
    ...{ lowest_price_wei: '0', highest_price_wei: '0', wallets: null, asked: null },
    ...{ minters: 1, untried_wallets: 0, minted: 1, left, income_wei: '0' },
    fees_wei: '0',
  })
  const late = phase('2027-01-05T00:00:00Z', null, 0)
  const early = phase('2027-01-01T00:00:00Z', '2027-01-02T00:00:00Z', 1)
  const at = (instant: string) => Date.parse(instant) / 1000
  expect(listSupplySteps({ ...report, phases: [late, early] })).toEqual({
    maxSupply: 2,
    steps: [
      { at: at(early.start), title: '01', left: 1 },
      { at: at(late.start), title: '05', left: 0 },
    ],
    from: at(early.start) - (6 * 86_400) / 20,
    until: at('2027-01-07T00:00:00Z'),
  })
  const ended = listSupplySteps({ ...report, phases: [early] })
  expect(ended?.until).toBe(at('2027-01-02T00:00:00Z'))
  expect(listSupplySteps({ ...report, max_supply: null, phases: [early] })).toBe(
    undefined,
  )
  expect(listSupplySteps(report)).toBe(undefined)
})
