import type { Collector, CollectorActivity } from '@platemark/api/collector'
import { isSameAddress } from '@platemark/rules/addresses'
import { formatAmount } from '@platemark/rules/amounts'
import { EmptyList } from '../../components/account-lists/empty-list.tsx'
import { ListLayout } from '../../components/account-lists/list-layout.tsx'
import { useInfiniteList } from '../../components/account-lists/use-infinite-list.ts'
import { useShownName } from '../../components/accounts/use-account-name.ts'
import { ActivitySkeletons, TransactionTime } from '../../components/activity-rows.tsx'
import { useNetwork } from '../../components/app-config.ts'
import { ChainName } from '../../components/chain-tag.tsx'
import { collectionHref } from '../../components/collection-href.ts'
import { collectionPlateUrl, PlatePicture } from '../../components/plate-picture.tsx'
import { useSearch } from '../../lib/use-search.ts'
import { Link } from '../../ui/link.tsx'
import { describeActivity } from './activity-messages.ts'
import { collectorActivityQuery } from './queries.ts'

type CollectorActivityListProps = { collector: Collector; chain: string }

/** Mints, transfers, burns and creations of an address, newest first. */
export function CollectorActivityList({ collector, chain }: CollectorActivityListProps) {
  const { cursor = '' } = useSearch()
  const list = useInfiniteList(
    (from) => collectorActivityQuery(collector.address, { chain, cursor: from }),
    cursor,
  )
  return (
    <ListLayout
      id="activity"
      title="Activity"
      noun="events"
      count="Newest first"
      filter={chain}
      list={list}
      nothing={
        <EmptyList
          chain={chain}
          title="No activity yet"
          text="Mints, transfers and burns of this address appear here."
        />
      }
    >
      {list.isFirstPending && <ActivitySkeletons count={6} />}
      <ol className="deeds">
        {list.rows.map((row) => (
          <ActivityRow
            key={`${row.chain_alias} ${row.block_number} ${row.log_index}`}
            deed={row}
            account={collector.address}
          />
        ))}
      </ol>
    </ListLayout>
  )
}

function ActivityRow({ deed, account }: { deed: CollectorActivity; account: string }) {
  const network = useNetwork(deed.chain_alias)
  const { collection, chain_alias, token_id, from, to } = deed
  const other = isSameAddress(from, account) ? to : from
  const party = useShownName({ address: other ?? '' })
  if (!network) return null
  const words = describeActivity(
    deed,
    account,
    (wei) => formatAmount(wei, network.native_currency),
    party,
  )
  const page = collectionHref({ ...collection, chain_alias })
  return (
    <li>
      <div className="mat">
        <PlatePicture
          picture={collection.image}
          alt=""
          sizes="48px"
          fallback={collectionPlateUrl({ ...collection, chain_alias })}
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
