import { expect, test } from 'vitest'
import type { RehearsalReport, RehearsedWallet } from './rehearsal.ts'
import { describeAttempts, listChecks, listFound } from './rehearsal-messages.ts'

const attempt = (offset: number, is_minted: boolean) => ({
  ...{ at: '2027-01-01T00:00:00Z', boundary: 'opens' as const, offset, is_minted },
  ...{ refusal: is_minted ? null : 'PhaseClosed', is_expected: true },
})

const wallet: RehearsedWallet = {
  ...{ phase_id: 0, kind: 'listed', address: `0x${'1'.repeat(40)}`, limit: 2 },
  ...{ price_wei: '0', cost_wei: '0', is_limit_held: true },
  attempts: [attempt(-1, false), attempt(0, true), attempt(1, true)],
}

const report: RehearsalReport = {
  ...{ chain_alias: 'local', contract_address: `0x${'2'.repeat(40)}`, minted: 2 },
  ...{ deployed_at: '2027-01-01T00:00:00Z', mint_fee_wei: '0', max_supply: 2 },
  ...{ income_wei: '0', fees_wei: '0', phases: [], wallets: [wallet], payments: [] },
  ...{ reveal: null, boundaries: 2, instants: 6, transactions: 1200, problems: [] },
}

const problem = (code: RehearsalReport['problems'][number]['code']) => ({
  ...{ code, severity: 'error' as const, sentence: code, step: 'schedule' as const },
  phase_ids: [],
})

test('names each second around a boundary', () => {
  expect(describeAttempts(wallet, 'opens')).toBe(
    '1 s before no, on time yes, 1 s after yes',
  )
  expect(describeAttempts(wallet, 'closes')).toBe('–')
})

test('lists only what held', () => {
  expect(listChecks(report)).toEqual([
    'Every phase opens and closes on time, to the second.',
    'No wallet could mint more than its limit.',
    '1,200 transactions were sent on the temporary chain.',
  ])
  const broken = [problem('unexpected'), problem('limit_not_held')]
  expect(listChecks({ ...report, problems: broken })).toEqual([
    '1,200 transactions were sent on the temporary chain.',
  ])
  const revealed = { ...report, reveal: { works: 3, is_revealed: true } }
  expect(listChecks(revealed)).toContain(
    '3 works were revealed, with a secret of the rehearsal: yours stays in your reveal file.',
  )
})

test('leaves findings of the draft alone to the remarks', () => {
  const problems = [problem('free'), problem('gap')]
  expect(listFound({ ...report, problems }).map(({ code }) => code)).toEqual(['gap'])
})
