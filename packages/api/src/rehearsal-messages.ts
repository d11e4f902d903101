import { formatCount } from '@platemark/rules/amounts'
import type {
  RehearsalProblem,
  RehearsalReport,
  RehearsalStep,
  RehearsedWallet,
} from './rehearsal.ts'

/** Title and explanation of each step of a rehearsal. */
export const stepTexts: Record<RehearsalStep, { title: string; text: string }> = {
  chain: { title: 'Start a chain', text: 'A temporary chain in memory.' },
  deployment: {
    title: 'Deploy',
    text: 'The contract with its phases, lists and payees.',
  },
  boundaries: {
    title: 'Open and close phases',
    text: 'Wallets mint one second before, at and after each start and end.',
  },
  mints: { title: 'Mint', text: 'Everyone mints all they can, as soon as they can.' },
  withdrawals: { title: 'Withdraw', text: 'Payees and platform withdraw their shares.' },
  reveal: { title: 'Reveal', text: 'A hidden set is revealed.' },
}

/** Findings that the remarks of the review have as well, from the draft alone. */
const remarked: readonly RehearsalProblem['code'][] = [
  'free',
  'start_in_past',
  'no_public_phase',
]

/** Returns the problems that only the rehearsal found. */
export function listFound({ problems }: RehearsalReport): RehearsalProblem[] {
  return problems.filter(({ code }) => !remarked.includes(code))
}

/** Returns what held in the rehearsal, a sentence each. */
export function listChecks(report: RehearsalReport): string[] {
  const { problems, wallets, payments, reveal, transactions } = report
  const has = (code: RehearsalProblem['code']) =>
    problems.some((problem) => problem.code === code)
  const checks: string[] = []
  if (!has('unexpected'))
    checks.push('Every phase opens and closes on time, to the second.')
  if (!has('limit_not_held') && wallets.some(({ is_limit_held }) => is_limit_held))
    checks.push('No wallet could mint more than its limit.')
  if (!has('payment_failed') && payments.length > 0)
    checks.push('Everyone could withdraw their share.')
  if (reveal?.is_revealed) {
    const works =
      reveal.works === 1 ? '1 work was' : `${formatCount(reveal.works)} works were`
    checks.push(
      `${works} revealed, with a secret of the rehearsal: yours stays in your reveal file.`,
    )
  }
  checks.push(
    `${formatCount(transactions)} transactions were sent on the temporary chain.`,
  )
  return checks
}

/** Returns whether a wallet minted a second before, at and after a boundary: `no, yes, yes`. */
export function describeAttempts(
  { attempts }: RehearsedWallet,
  boundary: 'opens' | 'closes',
): string {
  const tried = attempts.filter((attempt) => attempt.boundary === boundary)
  if (tried.length === 0) return '–'
  return tried
    .map(({ offset, is_minted }) => `${nameOffset(offset)} ${is_minted ? 'yes' : 'no'}`)
    .join(', ')
}

function nameOffset(offset: number): string {
  if (offset === 0) return 'on time'
  return offset < 0 ? '1 s before' : '1 s after'
}
