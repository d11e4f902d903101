import { formatCount } from '@platemark/rules/amounts'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Failure } from '../../components/failure.tsx'
import type { SavedEntry } from '../../lib/saved/saved-list.ts'
import { useFocusNewRow } from '../../lib/use-focus-new-row.ts'
import { useFailedRead } from '../../lib/use-last-error.ts'
import { Button } from '../../ui/button.tsx'

type SavedSectionProps = {
  title: string
  /** Text in place of the entries, when there are none. */
  nothing: string
  /** Noun of the error: "Some collections". */
  noun: string
  /** Number of its entries, and of those that are shown. */
  count: number
  shown: number
  onMore: () => void
  /** Selects its rows in the page. */
  rows: string
  /** Reads of the entries that are shown. */
  reads: readonly UseQueryResult<unknown>[]
  children: ReactNode
}

/** Titled list of entries, with one error for all that could not be loaded. */
export function SavedSection(props: SavedSectionProps) {
  const { title, nothing, noun, count, shown, onMore, rows, reads, children } = props
  const failed = useFailedRead(reads)
  // The link of a card is replaced once its collection is read, and its button stays.
  const noteRows = useFocusNewRow(rows, shown, '.saved-toggle')
  return (
    <section>
      <h2>
        {title} {count > 0 && <small>{formatCount(count)}</small>}
      </h2>
      {failed && (
        <Failure
          title={`${noun} could not be loaded`}
          text="They are still saved. Try again in a moment."
          error={failed.error}
          isBusy={reads.some(({ isFetching }) => isFetching)}
          onRetry={() => {
            for (const read of reads) if (!read.data) void read.refetch()
          }}
        />
      )}
      {count === 0 && <p className="muted">{nothing}</p>}
      {children}
      {shown < count && (
        <div className="onward">
          <Button
            look="quiet"
            onClick={() => {
              noteRows()
              onMore()
            }}
          >
            Load more
          </Button>
        </div>
      )}
    </section>
  )
}

/** Returns whether a read has failed or waits for a connection, also during a retry. */
export function hasNoAnswer(read: UseQueryResult<unknown> | undefined): boolean {
  if (!read || read.data !== undefined) return false
  return read.errorUpdatedAt > 0 || read.fetchStatus === 'paused'
}

/** Returns the entries to show, `page` at first and with each further call as many more. */
export function useFirstEntries(entries: readonly SavedEntry[], page: number) {
  const [limit, setLimit] = useState(page)
  return {
    first: entries.slice(0, limit),
    showMore: () => setLimit(limit + page),
  }
}
