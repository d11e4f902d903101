import { formatAmount, formatCount, formatUsd } from '@platemark/rules/amounts'
import { formatWorth } from '@platemark/rules/worth'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNativeCurrency } from '../../../components/app-config.ts'
import { MintProgress } from '../../../components/mint-progress.tsx'
import { Link } from '../../../ui/link.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { earningsQuery } from '../earnings/queries.ts'
import { breakable, SumFigure } from '../sum-figure.tsx'
import type { Own } from './own.ts'
import { studioStatsQuery } from './own-queries.ts'

/** Minted, revenue, holders and what the user can withdraw. */
export function CollectionSums({ own }: { own: Own }) {
  const { collection } = own
  const { minted, max_supply, holders, unique_minters } = collection
  // A number does not break from its slash.
  const most = max_supply === null ? 'no cap' : `/\u00a0${formatCount(max_supply)}`
  return (
    <dl className="card sums four">
      <Sum title="Minted" more={max_supply !== null && <MintProgress {...collection} />}>
        <SumFigure text={`${formatCount(minted)} ${most}`}>
          {formatCount(minted)} <span className="muted">{most}</span>
        </SumFigure>
      </Sum>
      <Revenue own={own} />
      <Sum
        title="Holders"
        more={`${formatCount(unique_minters)} unique ${unique_minters === 1 ? 'minter' : 'minters'} besides the creator`}
      >
        <SumFigure text={formatCount(holders)} />
      </Sum>
      <Owed own={own} />
    </dl>
  )
}

type SumProps = { title: string; more?: ReactNode; children: ReactNode }

function Sum({ title, more, children }: SumProps) {
  return (
    <div>
      <dt>{title}</dt>
      <dd className="sum">{children}</dd>
      {more && <dd className="muted small">{more}</dd>}
    </div>
  )
}

function Revenue({ own: { draft, network } }: { own: Own }) {
  const { data, isError } = useQuery(studioStatsQuery(draft.contract_id))
  if (!data) return <Missing title="Revenue" isError={isError} />
  const { revenue_wei, revenue_usd } = data.data.since_start
  const hasWorth = revenue_usd !== null && revenue_wei !== '0'
  return (
    <Sum
      title="Revenue"
      more={hasWorth ? `${formatWorth(revenue_usd)}, before payees` : 'Before payees'}
    >
      <span translate="no">
        <SumFigure
          text={breakable(formatAmount(BigInt(revenue_wei), network.native_currency))}
        />
      </span>
    </Sum>
  )
}

function Owed({ own: { draft, network } }: { own: Own }) {
  const rate = useNativeCurrency(network.alias)?.usd_rate
  const { data, isError } = useQuery({ ...earningsQuery(), staleTime: 0 })
  if (!data) return <Missing title="Yours to withdraw" isError={isError} />
  const found = data.data.networks
    .find(({ chain_alias }) => chain_alias === network.alias)
    ?.collections.find(({ contract_id }) => contract_id === draft.contract_id)
  if (found && found.owed_wei === null) {
    return <Missing title="Yours to withdraw" isError />
  }
  const owedWei = BigInt(found?.owed_wei ?? '0')
  const { symbol, decimals } = network.native_currency
  const usd =
    typeof rate === 'number' && owedWei > 0n ? formatUsd(owedWei, rate, decimals) : null
  return (
    <Sum
      title="Yours to withdraw"
      more={
        <Link className="link" href="/studio/earnings">
          {usd === null ? 'Go to earnings' : `${usd}, go to earnings`}
        </Link>
      }
    >
      <span translate="no">
        <SumFigure text={breakable(formatAmount(owedWei, { symbol, decimals }))} />
      </span>
    </Sum>
  )
}

function Missing({ title, isError }: { title: string; isError: boolean }) {
  return (
    <Sum title={title} more={isError && 'Could not be read now'}>
      {isError ? '–' : <Skeleton width={120} height={24} />}
    </Sum>
  )
}
