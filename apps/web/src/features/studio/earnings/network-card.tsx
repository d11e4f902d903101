import type { Network } from '@platemark/api/config'
import type { User } from '@platemark/api/profile'
import { formatAmount } from '@platemark/rules/amounts'
import { formatDollars } from '@platemark/rules/dollars'
import { useId } from 'react'
import { Notice } from '../../../ui/notice.tsx'
import { OwingRows } from './owing-rows.tsx'
import { type NetworkEarnings, owedCents } from './sum-earnings.ts'

type NetworkCardProps = {
  earned: NetworkEarnings
  network: Network
  /** USD for one coin; undefined: not known. */
  rate: number | undefined
  user: User
}

/** What the contracts of one network owe, each with its amount. */
export function NetworkCard({ earned, network, rate }: NetworkCardProps) {
  const id = useId()
  const owed = BigInt(earned.owed_wei)
  const cents = owedCents(earned, network, rate)
  return (
    <section className="card owing-network" aria-labelledby={id}>
      <header>
        <h3 id={id}>{network.name}</h3>
        <b className="sum" translate="no">
          {formatAmount(owed, network.native_currency)}
        </b>
        <span className="muted small">{describeSources(earned)}</span>
        <span className="muted small number">
          {network.is_testnet
            ? 'Test coins, without value'
            : cents === 0n
              ? 'Nothing owed'
              : cents !== null && `~${formatDollars(Number(cents) / 100)}`}
        </span>
      </header>
      {!earned.is_current && (
        <div className="silent">
          <Notice kind="warning" title={`${network.name} does not answer just now`}>
            The amount is that of its last answer. What you are owed is in the contracts
            and does not change by this.
          </Notice>
        </div>
      )}
      <OwingRows earned={earned} network={network} rate={rate} />
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
