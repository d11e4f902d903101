import type { NameDetail } from '@platemark/api/names'
import { useQuery } from '@tanstack/react-query'
import { Collected } from '../../../components/account-lists/collected.tsx'
import { Created } from '../../../components/account-lists/created.tsx'
import { collectorQuery } from '../../../components/account-lists/queries.ts'
import { Failure } from '../../../components/failure.tsx'
import { isShown } from '../../../lib/query.ts'
import { useLastError } from '../../../lib/use-last-error.ts'
import { useSearch } from '../../../lib/use-search.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

type OwnerListProps = { tab: 'created' | 'collected'; name: NameDetail }

/** Collections that the owner of a name created, or items that it holds. */
export function OwnerList({ tab, name }: OwnerListProps) {
  const { owner, owner_is_contract, chain } = name
  const asked = useSearch().chain ?? ''
  // The address of a contract may be another owner's on another network.
  const home = owner_is_contract ? chain : null
  const read = useQuery(collectorQuery(owner, home ?? ''))
  const error = useLastError(read)
  if (!isShown(read.data)) {
    if (!error) return <Skeleton width="100%" height={240} />
    return (
      <Failure
        title={
          tab === 'created'
            ? 'Created could not be loaded'
            : 'Collected could not be loaded'
        }
        text="The rest of the page is fine."
        error={error}
        isBusy={read.isFetching}
        onRetry={() => void read.refetch()}
      />
    )
  }
  const List = tab === 'created' ? Created : Collected
  return (
    <List
      collector={read.data.data}
      chain={home ?? asked}
      isOnOneNetwork={home !== null}
    />
  )
}
