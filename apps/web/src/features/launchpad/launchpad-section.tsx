import type { Card } from '@platemark/api/collections'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useId } from 'react'
import { Failure } from '../../components/failure.tsx'
import { useLastError } from '../../lib/use-last-error.ts'
import { useRefreshAt } from '../../lib/use-refresh-at.ts'
import { EmptyBlock } from '../../ui/block.tsx'
import { Link } from '../../ui/link.tsx'

type LaunchpadSectionProps = {
  title: string
  /** Sort criterion. */
  text: string
  query: UseQueryResult<{ data: Card[] }>
  empty: { title: string; text: string }
  seeAll?: { href: string; noun: string }
  /** Buttons beside the title. */
  actions?: ReactNode
  children: (cards: Card[]) => ReactNode
  /** Content between title and cards. */
  before?: ReactNode
  /** Placeholder cards in their final geometry. */
  skeleton: ReactNode
}

/** Titled list of the home page with its own pending, error and empty states. */
export function LaunchpadSection(section: LaunchpadSectionProps) {
  const { title, text, query, seeAll, actions, before } = section
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} aria-busy={query.isPending || undefined}>
      <div className="head">
        <div>
          <h2 id={titleId}>{title}</h2>
          <p>{text}</p>
        </div>
        <div className="acts">
          {seeAll && (
            <Link className="text-link" href={seeAll.href}>
              See all<span className="hide"> {seeAll.noun}</span>
            </Link>
          )}
          {actions}
        </div>
      </div>
      {before}
      <Content {...section} />
    </section>
  )
}

function Content({ query, empty, children, skeleton }: LaunchpadSectionProps) {
  const error = useLastError(query)
  // Deferred: rendering new cards must not block input.
  const cards = useDeferredValue(query.data?.data)
  useRefreshAt(cards?.map(({ next_change_at }) => next_change_at) ?? [], query.refetch)
  if (cards?.length === 0) {
    return (
      <EmptyBlock
        title={empty.title}
        actions={
          <Link className="button quiet" href="/collections?time_interval=all">
            See all collections
          </Link>
        }
      >
        {empty.text}
      </EmptyBlock>
    )
  }
  if (cards) return children(cards)
  if (error) {
    return (
      <Failure
        title="This section could not be loaded"
        text="The server did not answer. Try again, or come back in a minute."
        error={error}
        onRetry={() => void query.refetch()}
        isBusy={query.isFetching}
        className="tall"
      />
    )
  }
  return <div className="late">{skeleton}</div>
}
