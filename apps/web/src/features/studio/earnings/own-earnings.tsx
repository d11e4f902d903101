import { getUser, listCurrencies } from '@platemark/api/operations'
import type { User } from '@platemark/api/profile'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { useAppConfig } from '../../../components/app-config.ts'
import { Failure } from '../../../components/failure.tsx'
import { call } from '../../../lib/api.ts'
import { apiQuery } from '../../../lib/query.ts'
import { refreshUser } from '../../../lib/session.ts'
import { useLastError } from '../../../lib/use-last-error.ts'
import { EmptyBlock } from '../../../ui/block.tsx'
import { Link } from '../../../ui/link.tsx'
import { type Awaited, addUnlisted, isListed } from './add-unlisted.ts'
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
  const [awaited, setAwaited] = useState<Awaited | null>(null)
  const read = useQuery({
    ...earningsQuery(),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      awaited && !(data && isListed(data.data, awaited)) ? INDEX_POLL_MS : false,
  })
  const rates = useQuery(apiQuery(listCurrencies, {}))
  const currencies = rates.data?.data
  const error = useLastError(read)
  const earnings = read.data?.data
  if (!earnings && error) {
    return (
      <Failure
        level="h2"
        title="Your earnings could not be loaded"
        text="They are safe in the contracts. Try again in a moment."
        error={error}
        isBusy={read.isFetching}
        onRetry={() => void read.refetch()}
      />
    )
  }
  // Amounts in dollars that come later would move what stands below. Without an answer they stay out.
  const isRating = rates.isPending && rates.failureCount === 0
  if (!earnings || isRating) return <EarningsSkeleton />
  const shown = addUnlisted(earnings, awaited)
  const onPaid = (hash: string, isPayment: boolean) => {
    if (isPayment)
      setAwaited({ hashes: [...(awaited?.hashes ?? []), hash], before: shown })
    // The balance in the header; a failed read leaves it to the next one.
    call(getUser, {}).then(refreshUser, () => undefined)
    return read.refetch()
  }
  if (earnings.networks.length === 0) return <NothingYet />
  const findRate = readRates(currencies)
  return (
    <div className="earnings">
      <EarningsSums earnings={shown} networks={networks} currencies={currencies ?? []} />
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
              rate={findRate(earned.chain_alias)}
              // Safe: the API contract defines it as an address.
              account={user.address as Address}
              onPaid={onPaid}
            />
          )
        })}
      </div>
      <History payments={earnings.payments} user={user} />
      <StatementPart earnings={earnings} user={user} />
    </div>
  )
}

/** Milliseconds between reads while a payment is not in the list yet. */
const INDEX_POLL_MS = 2000

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
      stays in the contracts until you withdraw it.
    </EmptyBlock>
  )
}
