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
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) return <NotLoaded count={1} onRetry={() => setFailed(false)} />
  return (
    <figure className="change-picture">
      <img
        src={image.medium_url}
        alt={name}
        onLoad={onLooked}
        onError={() => setFailed(true)}
      />
      <figcaption className="small">All items show this picture.</figcaption>
    </figure>
  )
}

/** Number of pictures that could not be loaded, so that they were not looked at. */
function NotLoaded({ count, onRetry }: { count: number; onRetry: () => void }) {
  return (
    <p className="row small" role="alert">
      {count === 1 ? 'A picture' : `${formatCount(count)} pictures`} could not be loaded.{' '}
      <Button look="quiet" onClick={onRetry}>
        Load again
      </Button>
    </p>
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
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  const isThere = works.length > 0
  const hasNoPicture = isThere && works.every(({ image }) => !image)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the first page is there.
  useEffect(() => {
    if (hasNoPicture) onLooked()
  }, [hasNoPicture])
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
            {!image ? (
              'No picture'
            ) : failed.has(token_id) ? (
              'Not loaded'
            ) : (
              <img
                src={image.small_url}
                alt=""
                width={84}
                height={84}
                loading="lazy"
                onLoad={onLooked}
                onError={() => setFailed((old) => new Set([...old, token_id]))}
              />
            )}
            <small title={name ?? undefined}>
              {token_id} {name}
            </small>
          </li>
        ))}
      </ul>
      {failed.size > 0 && (
        <NotLoaded count={failed.size} onRetry={() => setFailed(new Set())} />
      )}
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
