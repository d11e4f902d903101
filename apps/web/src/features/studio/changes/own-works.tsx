import { listWorks } from '@platemark/api/studio-operations'
import { formatCount } from '@platemark/rules/amounts'
import { skipToken, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Failure } from '../../../components/failure.tsx'
import { callWhole } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Own } from '../page/own.ts'

type OwnWorksProps = { own: Own; onLooked: () => void }

/** The works of a collection, or the picture that all its tokens share, opened by a press. */
export function OwnWorks({ own, onLooked }: OwnWorksProps) {
  const [isOpen, setOpen] = useState(false)
  const isSet = own.draft.fields.art === 'set'
  if (!isOpen) {
    return (
      <div>
        <Button look="quiet" aria-expanded={false} onClick={() => setOpen(true)}>
          {isSet ? 'Look at the works' : 'Look at the picture'}
        </Button>
      </div>
    )
  }
  return isSet ? (
    <SetGrid own={own} onLooked={onLooked} />
  ) : (
    <SharedPicture own={own} onLooked={onLooked} />
  )
}

function SharedPicture({ own, onLooked }: OwnWorksProps) {
  const { image, name } = own.collection
  return (
    <ul className="change-works">
      <li>
        <img src={image.medium_url} alt={name} onLoad={onLooked} />
        <small>All tokens show this picture.</small>
      </li>
    </ul>
  )
}

function SetGrid({ own, onLooked }: OwnWorksProps) {
  const params = { contract_id: own.draft.contract_id }
  const read = useInfiniteQuery({
    queryKey: ['works', params.contract_id],
    queryFn: params.contract_id
      ? ({ pageParam }) =>
          callWhole(listWorks, { params, query: { page: String(pageParam) } })
      : skipToken,
    initialPageParam: 1,
    getNextPageParam: ({ meta }, pages) =>
      pages.length < meta.last_page ? pages.length + 1 : undefined,
  })
  const works = read.data?.pages.flatMap(({ data }) => data) ?? []
  const isThere = works.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the first page is there.
  useEffect(() => {
    if (isThere) onLooked()
  }, [isThere])
  if (read.error && !isThere) {
    return (
      <Failure
        title="The works could not be loaded"
        text="Nothing was frozen. Try again in a moment."
        error={read.error}
        isBusy={read.isFetching}
        onRetry={() => void read.refetch()}
      />
    )
  }
  if (!isThere) return <Skeleton width="100%" height={180} />
  const total = read.data?.pages[0]?.meta.total ?? works.length
  return (
    <div className="call">
      <ul className="change-works" aria-label="Works">
        {works.map(({ token_id, name, image }) => (
          <li key={token_id}>
            {image ? (
              <img src={image.small_url} alt="" width={84} height={84} loading="lazy" />
            ) : (
              'No picture'
            )}
            <small title={name ?? undefined}>
              {token_id} {name}
            </small>
          </li>
        ))}
      </ul>
      <p className="row small">
        {formatCount(works.length)} of {formatCount(total)} works.
        {read.hasNextPage && (
          <Button
            look="quiet"
            isBusy={read.isFetchingNextPage}
            onClick={() => void read.fetchNextPage()}
          >
            Show more
          </Button>
        )}
      </p>
    </div>
  )
}
