import type { RehearsalReport } from '@platemark/api/rehearsal'
import { describeAttempts } from '@platemark/api/rehearsal-messages'
import { formatCount } from '@platemark/rules/amounts'
import { Address } from '../../../../components/address.tsx'
import { Amount } from '../../../../components/amount.tsx'
import type { DeployableNetwork } from '../deployment-props.ts'

type WalletsProps = { report: RehearsalReport; network: DeployableNetwork }

/** Table of the wallets that tried to mint around each start and end of their phase. */
export function RehearsedWallets({ report, network }: WalletsProps) {
  const titles = new Map(report.phases.map((phase) => [phase.phase_id, phase.title]))
  return (
    <table className="data review-phases">
      <thead>
        <tr>
          <th scope="col">Phase and wallet</th>
          <th scope="col">Can mint</th>
          <th scope="col">One costs</th>
          <th scope="col">At the start</th>
          <th scope="col">At the end</th>
        </tr>
      </thead>
      <tbody>
        {report.wallets.map((wallet) => {
          const { phase_id, kind, address, limit, attempts, cost_wei } = wallet
          const isRefused = attempts.every(({ is_minted }) => !is_minted)
          return (
            <tr key={`${phase_id} ${kind} ${address}`}>
              <th scope="row">
                {titles.get(phase_id)}
                <small>
                  {kind === 'stranger' ? (
                    'a wallet on no list'
                  ) : (
                    <Address address={address} canCopy={false} />
                  )}
                </small>
              </th>
              <td data-label="Can mint">
                {isRefused ? 'Nothing' : limit === null ? 'No limit' : formatCount(limit)}
              </td>
              <td data-label="One costs">
                {isRefused ? (
                  '–'
                ) : (
                  <Amount wei={BigInt(cost_wei)} coin={network.native_currency} />
                )}
              </td>
              <td data-label="At the start">{describeAttempts(wallet, 'opens')}</td>
              <td data-label="At the end">{describeAttempts(wallet, 'closes')}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
