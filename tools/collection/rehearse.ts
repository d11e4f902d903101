import { setTimeout as pause } from 'node:timers/promises'
import type { Network } from '@platemark/api/config'
import {
  getRehearsal,
  type Rehearsal,
  type RehearsalReport,
  startRehearsal,
} from '@platemark/api/rehearsal'
import { listChecks, stepTexts } from '@platemark/api/rehearsal-messages'
import { formatAmount, formatCount } from '@platemark/rules/amounts'
import { CommandError } from '../command-error.ts'
import { keepOrder } from './keep-order.ts'
import { type CommandSession, findNetwork, readTargetDraft } from './session.ts'

const POLL_MS = 500

/** Rehearses the sale of a draft and prints the report. Throws where it does not work. */
export async function rehearseCollection(session: CommandSession): Promise<void> {
  const { api, output } = session
  const draft = await readTargetDraft(session)
  const { contract_id, fields } = draft
  // A hidden set is complete with the commitment to its order.
  await keepOrder(session, draft)
  const network = findNetwork(session, fields.chain_alias)
  let run = await api.call(startRehearsal, { params: { contract_id } })
  const params = { contract_id, run_id: run.run_id }
  while (run.state === 'running') {
    output.progress(stepTexts[run.step].title, run.done, run.total)
    await pause(POLL_MS)
    const { rehearsal } = await api.call(getRehearsal, { params })
    if (!rehearsal) throw new CommandError('The draft was deleted in the meantime.')
    run = rehearsal
  }
  if (!run.report) throw new CommandError(run.sentence ?? 'The rehearsal did not finish.')
  printReport(session, network, run, run.report)
}

function printReport(
  { output }: CommandSession,
  network: Network,
  { run_id, is_outdated }: Rehearsal,
  report: RehearsalReport,
): void {
  const { problems } = report
  const errors = problems.filter(({ severity }) => severity === 'error')
  const warnings = problems.filter(({ severity }) => severity === 'warning')
  output.result({ command: 'rehearse', run_id, is_outdated, report }, [
    ...errors.map(({ sentence }) => `Does not work as planned: ${sentence}`),
    ...warnings.map(({ sentence }) => `To look at: ${sentence}`),
    ...describePhases(report, network),
    ...describePayments(report, network),
    ...listChecks(report),
    ...(is_outdated ? ['The draft was changed since: rehearse it again.'] : []),
  ])
  if (errors.length > 0) {
    throw new CommandError(
      `${errors.length} ${errors.length === 1 ? 'thing does' : 'things do'} not work as planned.`,
    )
  }
}

function describePhases(
  { phases, minted, max_supply, income_wei, fees_wei }: RehearsalReport,
  { native_currency }: Network,
): string[] {
  const amount = (wei: string) => formatAmount(BigInt(wei), native_currency)
  const rows = phases.map((phase) => {
    const { lowest_price_wei: low, highest_price_wei: high } = phase
    const price = low === high ? amount(low) : `${amount(low)} to ${amount(high)}`
    const asked = phase.asked === null ? '' : `${formatCount(phase.asked)} asked for, `
    const left = phase.left === null ? '' : `, ${formatCount(phase.left)} left`
    return `  ${phase.title} at ${price}: ${asked}${formatCount(phase.minted)} minted${left}, income ${amount(phase.income_wei)}`
  })
  const all = max_supply === null ? '' : ` of ${formatCount(max_supply)}`
  return [
    'If everyone mints all they can:',
    ...rows,
    `  All phases: ${formatCount(minted)}${all} minted, income ${amount(income_wei)}, mint fees ${amount(fees_wei)}`,
  ]
}

const roles = { creator: 'You', payee: 'Payee', platform: 'Platform' }

function describePayments(
  { payments }: RehearsalReport,
  { native_currency }: Network,
): string[] {
  return [
    'Withdrawn at the end:',
    ...payments.map(
      ({ role, address, paid_wei }) =>
        `  ${roles[role]} ${address}: ${formatAmount(BigInt(paid_wei), native_currency)}`,
    ),
  ]
}
