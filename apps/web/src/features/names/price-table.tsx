import type { NameSale } from '@platemark/api/names'
import { formatUnits } from '@platemark/rules/amounts'
import { formatDollars } from '@platemark/rules/dollars'
import { useQuery } from '@tanstack/react-query'
import { Failure } from '../../components/failure.tsx'
import { useLastError } from '../../lib/use-last-error.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { nameSaleQuery } from './queries.ts'
import { useSearchedName } from './search/use-name-text.ts'
import type { NameHome } from './use-name-home.ts'

/** Prices of names by their length; the row of the searched name stands out. */
export function PriceTable({ home }: { home: NameHome }) {
  const read = useQuery(nameSaleQuery)
  const error = useLastError(read)
  const sale = read.data?.data
  return (
    <section className="name-prices" aria-labelledby="prices">
      <h2 id="prices">Price by length</h2>
      {sale ? (
        <Table sale={sale} symbol={home.network.native_currency.symbol} />
      ) : error ? (
        <Failure
          title="The prices could not be loaded"
          text="Search for a name to see what it costs."
          error={error}
          isBusy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <Skeleton width="100%" height={188} />
      )}
      <p className="fine">
        Once, on {home.network.name}, plus the network fee. Letters a-z, digits and
        hyphens. If you pay too much, the contract returns the rest.
      </p>
    </section>
  )
}

function Table({ sale, symbol }: { sale: NameSale; symbol: string }) {
  const name = useSearchedName()
  const hasRate = sale.prices.some(({ price }) => price.usd !== null)
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Characters</th>
          <th scope="col">{symbol}</th>
          {hasRate && <th scope="col">USD</th>}
        </tr>
      </thead>
      <tbody>
        {sale.prices.map(({ min_length, max_length, price }) => {
          const isChosen =
            name !== null && name.length >= min_length && name.length <= max_length
          return (
            <tr key={min_length} className={isChosen ? 'on' : undefined}>
              <td>
                {min_length === max_length
                  ? min_length
                  : `${min_length} to ${max_length}`}
                {isChosen && <Tag kind="live">{name}</Tag>}
              </td>
              <td>{formatUnits(BigInt(price.amount_wei), 18)}</td>
              {hasRate && <td>{price.usd !== null && `~${formatDollars(price.usd)}`}</td>}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
