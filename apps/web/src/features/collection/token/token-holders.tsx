import type { Holder, TokenDetails } from '@platemark/api/collection-reads'
import type { Collection } from '@platemark/api/collections'
import { formatCount } from '@platemark/rules/amounts'
import { useQuery } from '@tanstack/react-query'
import { AccountName } from '../../../components/accounts/account-name.tsx'
import { CreatorAvatar, collectorHref } from '../../../components/creator.tsx'
import { Failure } from '../../../components/failure.tsx'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { useLastError } from '../../../lib/use-last-error.ts'
import { Link } from '../../../ui/link.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { holdersQuery } from '../sections/queries.ts'
import { useTokenNavigation } from './token-navigation.ts'
import { useIsViewer } from './token-owner.tsx'

/** Number of holders shown here; the collection's page lists all. */
const SHOWN = 5

type TokenHoldersProps = { collection: Collection; token: TokenDetails }

/** Largest holders of an edition. */
export function TokenHolders({ collection, token }: TokenHoldersProps) {
  const read = useQuery(holdersQuery(collection))
  const error = useLastError(read)
  const { pageHref } = useTokenNavigation()
  // The page below may have fetched them before this part hydrates.
  const isHydrated = useHydrated()
  const rows = isHydrated ? read.data?.data.slice(0, SHOWN) : undefined
  if (rows?.length === 0) return null
  return (
    <section>
      <h3>Holders</h3>
      {!rows && error && (
        <Failure
          title="The holders could not be loaded"
          text="The rest of the page is fine."
          error={error}
          isBusy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      )}
      {!rows && !error && <Skeleton width="60%" height={14} />}
      {rows && (
        <>
          <ol className="token-holders">
            {rows.map((holder) => (
              <HolderRow key={holder.address} holder={holder} />
            ))}
          </ol>
          <p className="small">
            <Link className="link" href={`${pageHref}#holders`}>
              All {formatCount(token.holders)} holders
            </Link>
          </p>
        </>
      )}
    </section>
  )
}

function HolderRow({ holder }: { holder: Holder }) {
  const { address, account_chain, quantity } = holder
  const isViewer = useIsViewer(address)
  return (
    <li>
      <CreatorAvatar creator={holder} size={24} />
      <Link
        className={isViewer ? 'mine' : undefined}
        href={collectorHref(address, account_chain)}
        title={address}
      >
        {isViewer ? 'You' : <AccountName {...holder} />}
      </Link>
      <span>× {formatCount(quantity)}</span>
    </li>
  )
}
