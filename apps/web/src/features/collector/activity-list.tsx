import { formatAmount } from '@platemark/rules/amounts'
import type { Collector, CollectorActivity } from '@platemark/wire/collector'
import { ActivitySkeletons, TransactionTime } from '../../components/activity-rows.tsx'
import { useNetwork } from '../../components/app-config.ts'
import { ChainName } from '../../components/chain-tag.tsx'
import { collectionHref } from '../../components/collection-card.tsx'
import { Failure } from '../../components/failure.tsx'
import { PlatePicture, plateOf } from '../../components/plate-picture.tsx'
import { useSearch } from '../../lib/use-search.ts'
import { Link } from '../../ui/link.tsx'
import { sayDeed } from './deed-words.ts'
import { More } from './more.tsx'
import { NetworkPick } from './network-pick.tsx'
import { Nothing } from './nothing.tsx'
import { activityOf } from './queries.ts'
import { useParts } from './use-parts.ts'

/** Mints, transfers, burns and collections made, the newest first. */
export function ActivityList({
  collector,
  chain,
}: {
  collector: Collector
  chain: string
}) {
  const { cursor = '' } = useSearch()
  const { rows, isFirstPending, failed, isLoadingMore, next, showMore } = useParts(
    (from) => activityOf(collector.address, { chain, cursor: from }),
    cursor,
  )
  const isEmpty = !isFirstPending && !failed && rows.length === 0 && next === null
  return (
    <section aria-labelledby="activity">
      <h2 className="hide" id="activity">
        Activity
      </h2>
      <div className="list-tools">
        <p className="count">Newest first</p>
        <NetworkPick chain={chain} />
      </div>
      {failed && rows.length === 0 && (
        <Failure
          title="Activity could not be loaded"
          text="The rest of the page is fine."
          error={failed.error}
          onRetry={() => void failed.refetch()}
          isBusy={failed.isFetching}
        />
      )}
      {isEmpty && (
        <Nothing
          chain={chain}
          title="Nothing has happened yet"
          text="Mints, transfers and burns of this address appear here."
        />
      )}
      {isFirstPending && <ActivitySkeletons count={6} />}
      <ol className="deeds">
        {rows.map((row) => (
          <DeedRow
            key={`${row.chain_alias} ${row.block_number} ${row.log_index}`}
            deed={row}
            account={collector.address}
          />
        ))}
      </ol>
      {(rows.length > 0 || next !== null) && (
        <More
          title="The next events could not be loaded"
          next={next}
          isLoading={isLoadingMore}
          failed={failed}
          onMore={showMore}
        />
      )}
    </section>
  )
}

function DeedRow({ deed, account }: { deed: CollectorActivity; account: string }) {
  const network = useNetwork(deed.chain_alias)
  if (!network) return null
  const { collection, chain_alias, token_id } = deed
  const words = sayDeed(deed, account, (wei) =>
    formatAmount(wei, network.native_currency),
  )
  const page = collectionHref({ ...collection, chain_alias })
  return (
    <li>
      <div className="mat">
        <PlatePicture
          picture={collection.image}
          alt=""
          sizes="48px"
          fallback={plateOf({ ...collection, chain_alias })}
        />
      </div>
      <div>
        <Link href={token_id ? `${page}?token=${token_id}` : page}>{words.title}</Link>
        <span className="muted small">{words.note}</span>
      </div>
      <span className="net">
        <ChainName alias={chain_alias} />
      </span>
      <span className="time">
        <TransactionTime at={deed.time} tx={deed.tx} network={network} />
      </span>
    </li>
  )
}
