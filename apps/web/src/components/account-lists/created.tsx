import type { Collector } from '@platemark/api/collector'
import { formatCount } from '@platemark/rules/amounts'
import { useSearch } from '../../lib/use-search.ts'
import { EmptyBlock } from '../../ui/block.tsx'
import { Link } from '../../ui/link.tsx'
import { CollectionCard } from '../collection-card.tsx'
import { collectionHref } from '../collection-href.ts'
import { CollectionSkeletons } from '../collection-skeletons.tsx'
import { collectorHref } from '../creator.tsx'
import { EmptyList } from './empty-list.tsx'
import { ListLayout } from './list-layout.tsx'
import { createdCollectionsQuery } from './queries.ts'
import { SortPick } from './sort-pick.tsx'
import { useInfiniteList } from './use-infinite-list.ts'

type ListProps = {
  collector: Collector
  /** Alias of the network that is listed; empty: all. */
  chain: string
  /** The account exists on `chain` only, so that no other can be chosen. */
  isOnOneNetwork?: boolean
}

/** Listed collections of a creator, without hidden ones and drafts. */
export function Created(props: ListProps) {
  const { collector } = props
  if (collector.is_blocked) return <NotShown collector={collector} />
  return <CreatedList {...props} />
}

function NotShown({ collector }: Pick<ListProps, 'collector'>) {
  const { address, account_chain } = collector
  return (
    <EmptyBlock
      level="h2"
      title="Not shown on this site"
      actions={
        <Link className="button quiet" href={collectorHref(address, account_chain)}>
          See collected
        </Link>
      }
    >
      Items it collected from others are still listed.
    </EmptyBlock>
  )
}

function CreatedList({ collector, chain, isOnOneNetwork = false }: ListProps) {
  const filter = isOnOneNetwork ? null : chain
  const { cursor = '', sort_by } = useSearch()
  const isOldest = sort_by === 'oldest'
  const list = useInfiniteList(
    (from) =>
      createdCollectionsQuery(collector.address, { chain, cursor: from }, isOldest),
    cursor,
  )
  const { rows, isFirstPending } = list
  return (
    <ListLayout
      id="created"
      title="Created"
      noun="collections"
      count={!filter && <Count {...collector.created} />}
      filter={filter}
      sort={collector.created.collections > 1 && <SortPick isOldest={isOldest} />}
      list={list}
      nothing={
        <EmptyList
          chain={filter ?? ''}
          title="No collection yet"
          text="Collections appear here once they are published and shown."
        />
      }
    >
      <div className="grid" aria-busy={isFirstPending || undefined}>
        {rows.map((card) => (
          <CollectionCard key={collectionHref(card)} card={card} />
        ))}
        {isFirstPending && <CollectionSkeletons count={4} />}
      </div>
    </ListLayout>
  )
}

function Count({ collections, is_exact }: Collector['created']) {
  return (
    <>
      <b>
        {formatCount(collections)}
        {is_exact ? '' : '+'}
      </b>{' '}
      {collections === 1 ? 'collection' : 'collections'}
    </>
  )
}
