import type { RehearsalProblem, RehearsalReport } from '@platemark/api/rehearsal'
import { formatAmount, formatCount } from '@platemark/rules/amounts'
import type { RehearsedLists } from './read-lists.ts'
import type { SchedulePhase } from './schedule.ts'

/** A report without its problems, and everything else that they follow from. */
type RehearsalResult = {
  report: Omit<RehearsalReport, 'problems'>
  phases: readonly SchedulePhase[]
  lists: RehearsedLists | undefined
  /** Unix seconds. */
  deployedAt: number
  currency: { symbol: string; decimals: number }
}

/** Returns the findings of a rehearsal: first what does not work, then what may be a mistake. */
export function findProblems(result: RehearsalResult): RehearsalProblem[] {
  return [
    ...findBroken(result),
    ...findTimes(result),
    ...findOverlaps(result),
    ...findPrices(result),
    ...findSupply(result),
  ]
}

function findBroken({ report, phases, currency }: RehearsalResult): RehearsalProblem[] {
  const problems: RehearsalProblem[] = []
  const add = (
    code: RehearsalProblem['code'],
    step: RehearsalProblem['step'],
    sentence: string,
    phase_ids: number[] = [],
  ) => problems.push({ code, severity: 'error', sentence, step, phase_ids })
  for (const { phase_id, title } of phases) {
    const wallets = report.wallets.filter((wallet) => wallet.phase_id === phase_id)
    const attempts = wallets.flatMap((wallet) => wallet.attempts)
    const wrong = attempts.find(({ is_expected }) => !is_expected)
    if (wrong) {
      const did = wrong.is_minted ? 'was accepted' : `was refused (${wrong.refusal})`
      add(
        'unexpected',
        'schedule',
        `A mint in the ${title} phase at ${wrong.at} ${did}, against its schedule. Check its times, and report this to the operator of this site.`,
        [phase_id],
      )
    }
    if (wallets.some(({ is_limit_held }) => is_limit_held === false)) {
      add(
        'limit_not_held',
        'schedule',
        `A wallet minted more than its limit in the ${title} phase.`,
        [phase_id],
      )
    }
  }
  for (const { role, address, owed_wei, paid_wei } of report.payments) {
    // The operator may not have named a recipient yet; nothing of the creator depends on it.
    if (role === 'platform' || owed_wei === paid_wei) continue
    const amount = formatAmount(BigInt(owed_wei), currency)
    add(
      'payment_failed',
      'supply',
      `${address} could not withdraw the ${amount} it is owed.`,
    )
  }
  if (report.reveal && !report.reveal.is_revealed) {
    add('reveal_failed', 'art', 'The works could not be revealed. Upload the set again.')
  }
  return problems
}

function findTimes({ phases, deployedAt }: RehearsalResult): RehearsalProblem[] {
  const problems: RehearsalProblem[] = []
  let end = phases[0]?.start ?? 0
  let last: SchedulePhase | undefined
  for (const phase of phases) {
    const { phase_id, title, start } = phase
    if (start <= deployedAt) {
      const sentence = `The ${title} phase opens right after deployment, because its start is in the past.`
      problems.push(warning('start_in_past', sentence, [phase_id]))
    }
    if (last && start > end && start > deployedAt) {
      const span = formatSpan(start - Math.max(end, deployedAt))
      const sentence = `No phase is open for ${span} between ${last.title} and ${title}.`
      problems.push(warning('gap', sentence, [last.phase_id, phase_id]))
    }
    if (phase.end > end) {
      end = phase.end
      last = phase
    }
  }
  if (!phases.some(({ kind }) => kind === 'public')) {
    const sentence = 'There is no public phase. Only wallets on a list can mint.'
    problems.push(warning('no_public_phase', sentence, []))
  }
  return problems
}

function findOverlaps({ phases, lists }: RehearsalResult): RehearsalProblem[] {
  const listed = new Map<number, Set<string>>()
  for (const { phase_id, address } of lists?.minters ?? []) {
    const wallets = listed.get(phase_id) ?? new Set()
    listed.set(phase_id, wallets.add(address))
  }
  const problems: RehearsalProblem[] = []
  for (const [at, one] of phases.entries()) {
    for (const other of phases.slice(at + 1)) {
      const [a, b] = [listed.get(one.phase_id), listed.get(other.phase_id)]
      if (!a || !b || other.start >= one.end) continue
      const count = [...a].filter((wallet) => b.has(wallet)).length
      if (count === 0) continue
      const who = count === 1 ? '1 wallet is' : `${formatCount(count)} wallets are`
      const sentence = `${who} on ${one.title} and on ${other.title}, which are open at the same time, and can mint in both.`
      problems.push(warning('overlap', sentence, [one.phase_id, other.phase_id]))
    }
  }
  return problems
}

function findPrices({ report }: RehearsalResult): RehearsalProblem[] {
  const problems: RehearsalProblem[] = []
  const everyone = report.phases.find(({ kind }) => kind === 'public')
  for (const phase of report.phases) {
    const { phase_id, title, highest_price_wei, lowest_price_wei } = phase
    if (lowest_price_wei === '0') {
      const sentence = `Minting in the ${title} phase is free. Minters only pay the fees.`
      problems.push(warning('free', sentence, [phase_id]))
    }
    if (!everyone || phase === everyone) continue
    if (BigInt(highest_price_wei) <= BigInt(everyone.lowest_price_wei)) continue
    const sentence = `${title} costs more than the ${everyone.title} phase, where anyone can mint.`
    const ids = [phase_id, everyone.phase_id]
    problems.push(warning('dearer_than_public', sentence, ids))
  }
  return problems
}

function findSupply({ report }: RehearsalResult): RehearsalProblem[] {
  const problems: RehearsalProblem[] = []
  for (const { phase_id, title, asked, minted, left, untried_wallets } of report.phases) {
    const sentence = (text: string) => text.replace('{title}', title)
    if (untried_wallets > 0) {
      const count = formatCount(untried_wallets)
      const text = sentence(
        `A rehearsal uses a limited number of wallets. ${count} of the {title} phase were left out, so the figures of this phase and later ones are incomplete.`,
      )
      problems.push(warning('partly_tried', text, [phase_id]))
    } else if (left === 0 && minted === 0) {
      const text = sentence(
        'If everyone mints all they can, nothing is left for the {title} phase.',
      )
      problems.push(warning('nothing_left', text, [phase_id]))
    } else if (asked !== null && minted < asked) {
      const counts = `${formatCount(minted)} of the ${formatCount(asked)}`
      const text = sentence(
        `The {title} phase has room for ${counts} mints that its list allows. First come, first served.`,
      )
      problems.push(warning('first_come', text, [phase_id]))
    }
  }
  const isWhole = report.phases.every(({ untried_wallets }) => untried_wallets === 0)
  const { max_supply, minted } = report
  if (isWhole && max_supply !== null && minted < max_supply) {
    const counts = `${formatCount(max_supply - minted)} of ${formatCount(max_supply)}`
    const sentence = `Even if everyone mints all they can, ${counts} stay unminted.`
    problems.push({ ...warning('never_sold_out', sentence, []), step: 'supply' })
  }
  return problems
}

function warning(
  code: RehearsalProblem['code'],
  sentence: string,
  phase_ids: number[],
): RehearsalProblem {
  return { code, severity: 'warning', sentence, step: 'schedule', phase_ids }
}

/** Returns a length of time in its largest unit, rounded down: `3 hours`. */
function formatSpan(seconds: number): string {
  const units = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ] as const
  const [size, name] = units.find(([size]) => seconds >= size) ?? [1, 'second']
  const count = Math.floor(seconds / size)
  return `${formatCount(count)} ${name}${count === 1 ? '' : 's'}`
}
