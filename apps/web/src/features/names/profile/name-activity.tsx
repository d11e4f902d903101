import type { NameActivity } from '@platemark/api/names'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import {
  ActivitySkeletons,
  Party,
  TransactionTime,
} from '../../../components/activity-rows.tsx'
import { Failure } from '../../../components/failure.tsx'
import { useFocusNewRow } from '../../../lib/use-focus-new-row.ts'
import { useFailedRead } from '../../../lib/use-last-error.ts'
import { Button } from '../../../ui/button.tsx'
import { formatNamePrice } from '../name-price.tsx'
import { nameActivityQuery } from '../queries.ts'
import type { NameHome } from '../use-name-home.ts'

/** Changes of a name on the chain, the newest first. */
export function NameActivityList({ name, home }: { name: string; home: NameHome }) {
  const [pages, setPages] = useState(1)
  const parts = useQueries({
    queries: Array.from({ length: pages }, (_, at) => nameActivityQuery(name, at + 1)),
  })
  const failed = useFailedRead(parts)
  const rows = parts.flatMap(({ data }) => data?.data ?? [])
  const lastPage = parts[0]?.data?.meta.last_page ?? 1
  const noteRows = useFocusNewRow('.activity > li', rows.length)
  const isPending = parts.some((part) => part.isPending)
  return (
    <section aria-labelledby="activity">
      <h2 className="hide" id="activity">
        Activity
      </h2>
      <ul className="activity">
        {rows.map((row) => (
          <li key={`${row.transaction_hash} ${row.kind} ${row.keys.join()} ${row.to}`}>
            <span className="activity-kind">{kinds[row.kind]}</span>
            <span className="activity-what">
              <Description row={row} />
            </span>
            <span className="activity-amount">
              {row.price && formatNamePrice(row.price)}
            </span>
            <span className="activity-time">
              <TransactionTime
                at={row.at}
                tx={row.transaction_hash}
                network={home.network}
              />
            </span>
          </li>
        ))}
      </ul>
      {isPending && !failed && <ActivitySkeletons count={3} />}
      {failed && (
        <Failure
          title="The activity could not be loaded"
          text="The rest of the page is fine."
          error={failed.error}
          isBusy={failed.read.isFetching}
          onRetry={() => void failed.read.refetch()}
        />
      )}
      {!isPending && !failed && rows.length === 0 && (
        <p className="muted">The registration appears here once it is indexed.</p>
      )}
      {pages < lastPage && !failed && (
        <Button
          look="quiet"
          isBusy={isPending}
          onClick={() => {
            noteRows()
            setPages(pages + 1)
          }}
        >
          Load more
        </Button>
      )}
    </section>
  )
}

const kinds: Record<NameActivity['kind'], string> = {
  registered: 'Registered',
  transferred: 'Transferred',
  primary: 'Primary',
  texts: 'Records',
  address: 'Address',
}

function Description({ row }: { row: NameActivity }) {
  const { kind, from, to, keys } = row
  if (kind === 'texts' || kind === 'address') return keys.join(', ')
  if (kind === 'primary') return to ? <>of {<Party address={to} />}</> : null
  return (
    <>
      {from && (
        <>
          {kind === 'registered' ? 'by ' : 'from '}
          <Party address={from} />
        </>
      )}
      {to && (
        <>
          {' '}
          {kind === 'registered' ? 'for ' : 'to '}
          <Party address={to} />
        </>
      )}
    </>
  )
}
