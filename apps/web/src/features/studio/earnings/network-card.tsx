import { formatAmount } from '@platemark/rules/amounts'
import { formatWorth } from '@platemark/rules/worth'
import { useId } from 'react'
import { Notice } from '../../../ui/notice.tsx'
import { OwingRows } from './owing-rows.tsx'
import { listAmounts, type NetworkEarnings, owedCents } from './sum-earnings.ts'
import { WithdrawPanel, type WithdrawProps } from './withdraw-panel.tsx'
import { WrappedRoyalties } from './wrapped-royalties.tsx'

/** Amounts that the contracts of one network owe, and their withdrawal. */
export function NetworkCard(props: WithdrawProps) {
  const { earned, network, rate } = props
  const id = useId()
  const amounts = listAmounts(earned, network)
  const owed = amounts.filter((amount) => amount.owed > 0n)
  const cents = owedCents(earned, network, rate)
  return (
    <section className="card owing-network" aria-labelledby={id}>
      <header>
        <h3 id={id}>{network.name}</h3>
        <b className="sum" translate="no">
          {(owed.length > 0 ? owed : amounts.slice(0, 1))
            .map((amount) => formatAmount(amount.owed, amount.coin))
            .join(' + ')}
        </b>
        <span className="muted small">{describeSources(earned)}</span>
        <span className="muted small number">
          {network.is_testnet
            ? 'Test coins, without value'
            : owed.length === 0
              ? 'Nothing owed'
              : cents !== null && formatWorth(Number(cents) / 100)}
        </span>
      </header>
      {!earned.is_current && (
        <div className="silent">
          <Notice kind="warning" title={`${network.name} is not responding right now`}>
            The amount is from its last response. What you are owed is safe in the
            contracts.
          </Notice>
        </div>
      )}
      <OwingRows earned={earned} network={network} rate={rate} />
      <WrappedRoyalties {...props} />
      <WithdrawPanel {...props} />
    </section>
  )
}

function describeSources({ collections, splits }: NetworkEarnings): string {
  const shared = collections.filter(({ is_payee }) => is_payee).length
  const hasReferrals = collections.some(({ referred }) => referred > 0)
  const parts = [
    ...(shared > 0 ? [`${shared} ${shared === 1 ? 'collection' : 'collections'}`] : []),
    ...(splits.length > 0 ? ['royalties'] : []),
    ...(hasReferrals ? ['referrals'] : []),
  ]
  if (parts.length === 1 && hasReferrals) return 'Referrals only'
  return parts.join(', ')
}
