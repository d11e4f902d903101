import type { Activity, TokenDetails } from '@platemark/api/collection-reads'
import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { formatAmount, formatCount } from '@platemark/rules/amounts'
import { explorerLink } from '@platemark/rules/explorer'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Party } from '../../../components/activity-rows.tsx'
import { Ago } from '../../../components/ago.tsx'
import { Failure } from '../../../components/failure.tsx'
import { useLastError } from '../../../lib/use-last-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawing, Icon, type IconName } from '../../../ui/icon.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { tokenHistoryQuery } from './queries.ts'
import { flame } from './token-notices.tsx'

type TokenHistoryProps = {
  collection: Collection
  network: Network
  token: TokenDetails
}

/** History of a token, newest first. */
export function TokenHistory(props: TokenHistoryProps) {
  return (
    <section>
      <h3>History</h3>
      <HistoryPage {...props} cursor={undefined} />
    </section>
  )
}

type HistoryPageProps = TokenHistoryProps & { cursor: string | undefined }

function HistoryPage({ cursor, ...props }: HistoryPageProps) {
  const { collection, network, token } = props
  const [isLonger, setLonger] = useState(false)
  const read = useQuery(tokenHistoryQuery(collection, token.token_id, cursor))
  if (!read.data) return <NoHistory read={read} />
  const { data: rows, meta } = read.data
  const next = meta.next_cursor
  return (
    <>
      <ol className="token-events">
        {rows.map((row) => (
          <HistoryRow
            key={`${row.block_number}.${row.log_index}`}
            row={row}
            collection={collection}
            network={network}
          />
        ))}
      </ol>
      {next !== null &&
        (isLonger ? (
          <HistoryPage {...props} cursor={next} />
        ) : (
          <Button look="quiet" onClick={() => setLonger(true)}>
            Show older
          </Button>
        ))}
    </>
  )
}

/** History that is pending or failed to load. */
function NoHistory({ read }: { read: UseQueryResult<unknown> }) {
  const error = useLastError(read)
  if (!error) return <HistorySkeleton />
  return (
    <Failure
      title="The history could not be loaded"
      text="The rest of the page is fine."
      error={error}
      isBusy={read.isFetching}
      onRetry={() => void read.refetch()}
    />
  )
}

type HistoryRowProps = { row: Activity; collection: Collection; network: Network }

function HistoryRow({ row, collection, network }: HistoryRowProps) {
  const { explorer } = network
  const { name, drawing } = kinds[row.type] ?? { name: row.type, drawing: 'info' }
  const copies = collection.kind === 'edition' && ` × ${formatCount(row.quantity ?? 1)}`
  return (
    <li>
      {drawing === 'flame' ? (
        <Drawing path={flame} size={17} />
      ) : (
        <Icon name={drawing} size={17} />
      )}
      <div>
        <b>
          {name}
          {copies}
        </b>
        <span>
          <HistoryMessage row={row} collection={collection} network={network} />
        </span>
      </div>
      <Ago at={row.time} />
      {explorer && (
        <a
          className="icon-button"
          href={explorerLink(explorer, 'tx', row.tx)}
          target="_blank"
          rel="noopener noreferrer"
          aria-label="Transaction in the block explorer (opens in a new tab)"
        >
          <Icon name="external" size={17} />
        </a>
      )}
    </li>
  )
}

function HistoryMessage({ row, collection, network }: HistoryRowProps) {
  const { type, from, to, phase_id, amount_wei } = row
  if (type === 'transfer' && from && to) {
    return (
      <>
        <Party address={from} /> to <Party address={to} />
      </>
    )
  }
  if (type === 'burn' && from) {
    return (
      <>
        by <Party address={from} />
      </>
    )
  }
  const phase = collection.phases.find((one) => one.phase_id === phase_id)
  const price = amount_wei === null ? null : BigInt(amount_wei)
  return (
    <>
      {type === 'airdrop' && 'to '}
      {to && <Party address={to} />}
      {phase && (
        <>
          , <bdi>{phase.title}</bdi>
        </>
      )}
      {price !== null &&
        `, ${price === 0n ? 'free' : formatAmount(price, network.native_currency)}`}
    </>
  )
}

type Kind = { name: string; drawing: IconName | 'flame' }

const kinds: Partial<Record<Activity['type'], Kind>> = {
  mint: { name: 'Minted', drawing: 'plus' },
  airdrop: { name: 'Airdropped', drawing: 'plus' },
  transfer: { name: 'Transferred', drawing: 'arrow' },
  burn: { name: 'Burned', drawing: 'flame' },
}

function HistorySkeleton() {
  return (
    <div className="token-events" aria-hidden="true">
      <div className="token-wait">
        <Skeleton width="60%" height={14} />
        <Skeleton width={72} height={14} />
      </div>
    </div>
  )
}
