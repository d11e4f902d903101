import { Problem } from '@platemark/api/problem'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Failure } from '../../../components/failure.tsx'
import { useLastError } from '../../../lib/use-last-error.ts'

type CollectionSectionProps = {
  /** Anchor in the page. */
  id: string
  title: string
  /** Count shown beside the title. */
  count?: ReactNode
  /** Filters and sort controls. */
  tools?: ReactNode
  children: ReactNode
}

/** Titled section of the lower page with its own anchor. */
export function CollectionSection({
  id,
  title,
  count,
  tools,
  children,
}: CollectionSectionProps) {
  return (
    <section className="sec" id={id} aria-labelledby={`${id}-title`}>
      <div className="sec-head">
        <h2 id={`${id}-title`} tabIndex={-1}>
          {title} {count !== undefined && <small>{count}</small>}
        </h2>
        {tools && <div className="sec-tools">{tools}</div>}
      </div>
      {children}
    </section>
  )
}

type QueryContentProps<Data> = {
  /** Subject of the error title: "Holders". */
  noun: string
  query: UseQueryResult<Data>
  /** Placeholder in the final geometry. */
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}

/** Renders the state of one query: pending, failed or its data. */
export function QueryContent<Data>({
  noun,
  query,
  skeleton,
  children,
}: QueryContentProps<Data>) {
  const { data, isFetching, isPlaceholderData } = query
  const error = useLastError(query)
  if (data !== undefined && !(error && isPlaceholderData)) {
    return (
      <div className={isPlaceholderData ? 'sec-old' : undefined}>{children(data)}</div>
    )
  }
  if (error) {
    return (
      <Failure
        title={`${noun} did not load`}
        text={reasonOf(error)}
        error={error}
        onRetry={query.refetch}
        isBusy={isFetching}
        className="sec-failed"
      />
    )
  }
  return (
    <div className="late" aria-busy="true">
      {skeleton}
    </div>
  )
}

function reasonOf(error: Error): string {
  const hasAnswered = error instanceof Problem && error.requestId !== undefined
  return hasAnswered
    ? 'Something went wrong on our side. Minting is not affected.'
    : 'Our server did not answer. Minting is not affected.'
}

type WhenNearProps = { room: ReactNode; children: ReactNode }

/** Renders `children` once they come near the viewport, and `room` until then. */
export function WhenNear({ room, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const { current } = place
    if (!current || isNear) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: '1000px 0px' },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [isNear])
  return <div ref={place}>{isNear ? children : room}</div>
}
