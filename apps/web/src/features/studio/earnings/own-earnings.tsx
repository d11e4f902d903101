import { listCurrencies } from '@platemark/api/operations'
import type { User } from '@platemark/api/profile'
import { useQuery } from '@tanstack/react-query'
import { useAppConfig } from '../../../components/app-config.ts'
import { Failure } from '../../../components/failure.tsx'
import { apiQuery } from '../../../lib/query.ts'
import { useLastError } from '../../../lib/use-last-error.ts'
import { EmptyBlock } from '../../../ui/block.tsx'
import { Link } from '../../../ui/link.tsx'
import { EarningsSkeleton } from './earnings-skeleton.tsx'
import { EarningsSums } from './earnings-sums.tsx'
import { History } from './history.tsx'
import { NetworkCard } from './network-card.tsx'
import { earningsQuery } from './queries.ts'
import { StatementPart } from './statement-part.tsx'
import { readRates } from './sum-earnings.ts'

/** Earnings of the signed-in user: sums, a card for each network, and past payments. */
export function OwnEarnings({ user }: { user: User }) {
  const { networks } = useAppConfig()
  const read = useQuery({ ...earningsQuery(), staleTime: 0 })
  const currencies = useQuery(apiQuery(listCurrencies, {})).data?.data
  const error = useLastError(read)
  const earnings = read.data?.data
  if (!earnings && error) {
    return (
      <Failure
        level="h2"
        title="Your earnings could not be loaded"
        text="They are safe in the contracts, which owe them to your wallet. Try again in a moment."
        error={error}
        isBusy={read.isFetching}
        onRetry={() => void read.refetch()}
      />
    )
  }
  if (!earnings) return <EarningsSkeleton />
  if (earnings.networks.length === 0) return <NothingYet />
  const rateOf = readRates(currencies)
  return (
    <div className="earnings">
      <EarningsSums
        earnings={earnings.networks}
        networks={networks}
        currencies={currencies ?? []}
      />
      <h2>By network</h2>
      <div className="owing-networks">
        {earnings.networks.map((earned) => {
          const network = networks.find(({ alias }) => alias === earned.chain_alias)
          if (!network) return null
          return (
            <NetworkCard
              key={earned.chain_alias}
              earned={earned}
              network={network}
              rate={rateOf(earned.chain_alias)}
              user={user}
            />
          )
        })}
      </div>
      <History payments={earnings.payments} user={user} />
      <StatementPart networks={earnings.networks} user={user} />
    </div>
  )
}

function NothingYet() {
  return (
    <EmptyBlock
      level="h2"
      title="Nothing earned yet"
      actions={
        <Link className="button" href="/create">
          Create a collection
        </Link>
      }
    >
      What your collections earn appears here, and what others mint through your links. It
      waits in the contracts until you withdraw it.
    </EmptyBlock>
  )
}
