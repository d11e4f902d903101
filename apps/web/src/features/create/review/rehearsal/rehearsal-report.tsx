import type { RehearsalProblem, RehearsalReport } from '@platemark/api/rehearsal'
import { listChecks, listFound } from '@platemark/api/rehearsal-messages'
import { formatCount } from '@platemark/rules/amounts'
import { Address } from '../../../../components/address.tsx'
import { Amount } from '../../../../components/amount.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Link } from '../../../../ui/link.tsx'
import { useDraftEditor } from '../../draft-editor.tsx'
import { FactRow } from '../../fact-row.tsx'
import { stepHref } from '../../steps.ts'
import type { DeployableNetwork } from '../deployment-props.ts'
import { RehearsedWallets } from './rehearsed-wallets.tsx'
import { listSupplySteps } from './supply-steps.ts'
import { TokensLeft } from './tokens-left.tsx'

type ReportProps = {
  report: RehearsalReport
  contractId: string
  network: DeployableNetwork
}

/** Result of a rehearsal: problems, supply and money by phase, and mints by wallet. */
export function RehearsalReportView({ report, contractId, network }: ReportProps) {
  const coin = network.native_currency
  const found = listFound(report)
  const supply = listSupplySteps(report)
  const ofSeverity = (severity: RehearsalProblem['severity']) =>
    found.filter((problem) => problem.severity === severity)
  return (
    <>
      <ProblemList
        problems={ofSeverity('error')}
        contractId={contractId}
        severity="error"
      />
      <ProblemList
        problems={ofSeverity('warning')}
        contractId={contractId}
        severity="warning"
      />
      {supply && <TokensLeft {...supply} />}
      <PhasesTable report={report} network={network} contractId={contractId} />
      <h3 className="small">Withdrawn at the end</h3>
      <dl className="facts small">
        {report.payments.map(({ role, address, paid_wei }) => (
          <FactRow key={`${role} ${address}`} term={<Recipient {...{ role, address }} />}>
            <Amount wei={BigInt(paid_wei)} coin={coin} rounding="down" />
          </FactRow>
        ))}
      </dl>
      <ul className="rehearsal-checks small">
        {listChecks(report).map((sentence) => (
          <li key={sentence}>
            <Icon name="check" size={16} />
            {sentence}
          </li>
        ))}
      </ul>
      <details>
        <summary className="small">Wallets that minted, to the second</summary>
        <RehearsedWallets report={report} network={network} />
      </details>
    </>
  )
}

const roles = { creator: 'You', payee: 'Payee', platform: 'Platform' }

function Recipient({
  role,
  address,
}: Pick<RehearsalReport['payments'][number], 'role' | 'address'>) {
  return (
    <>
      {roles[role]} <Address address={address} canCopy={false} />
    </>
  )
}

type ProblemListProps = {
  problems: readonly RehearsalProblem[]
  contractId: string
  severity: RehearsalProblem['severity']
}

function ProblemList({ problems, contractId, severity }: ProblemListProps) {
  const { frozen } = useDraftEditor()
  if (problems.length === 0) return null
  const count = problems.length === 1 ? '1 thing' : `${problems.length} things`
  const isError = severity === 'error'
  return (
    <div className={`notice ${severity} remarks`}>
      <Icon name={isError ? 'circle_alert' : 'alert'} />
      <div>
        <h3>
          {isError
            ? `${count} ${problems.length === 1 ? 'does' : 'do'} not work as planned`
            : `${count} to check, but nothing blocks you`}
        </h3>
        <ul>
          {problems.map(({ step, sentence }) => (
            <li key={sentence}>
              {sentence}{' '}
              {!frozen && step !== 'review' && (
                <Link className="link" href={stepHref(step, contractId)}>
                  Change<span className="hide">: {sentence}</span>
                </Link>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function PhasesTable({ report, network }: ReportProps) {
  const coin = network.native_currency
  const { phases, max_supply } = report
  const isLimited = max_supply !== null
  return (
    <table className="data review-phases rehearsed-phases">
      <thead>
        <tr>
          <th scope="col">If everyone mints all they can</th>
          <th scope="col">Asked for</th>
          <th scope="col">Minted</th>
          {isLimited && <th scope="col">Left</th>}
          <th scope="col">Income</th>
        </tr>
      </thead>
      <tbody>
        {phases.map((phase) => (
          <tr key={phase.phase_id}>
            <th scope="row">
              {phase.title}
              <small>
                at <Amount wei={BigInt(phase.lowest_price_wei)} coin={coin} />
                {phase.highest_price_wei !== phase.lowest_price_wei && (
                  <>
                    {' '}
                    to <Amount wei={BigInt(phase.highest_price_wei)} coin={coin} />
                  </>
                )}
              </small>
            </th>
            <td data-label="Asked for">
              {phase.asked === null ? 'No list' : formatCount(phase.asked)}
            </td>
            <td data-label="Minted">{formatCount(phase.minted)}</td>
            {isLimited && <td data-label="Left">{formatCount(phase.left ?? 0)}</td>}
            <td data-label="Income">
              <Amount wei={BigInt(phase.income_wei)} coin={coin} rounding="down" />
            </td>
          </tr>
        ))}
        <tr className="total">
          <th scope="row">
            All phases
            <small>
              and <Amount wei={BigInt(report.fees_wei)} coin={coin} /> mint fees
            </small>
          </th>
          <td data-label="Asked for">–</td>
          <td data-label="Minted">{formatCount(report.minted)}</td>
          {isLimited && (
            <td data-label="Left">{formatCount(max_supply - report.minted)}</td>
          )}
          <td data-label="Income">
            <Amount wei={BigInt(report.income_wei)} coin={coin} rounding="down" />
          </td>
        </tr>
      </tbody>
    </table>
  )
}
