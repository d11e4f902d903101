import type { CollectionChange } from '@platemark/api/collection-reads'
import { toSeconds } from '@platemark/api/collection-terms'
import type { Network } from '@platemark/api/config'
import { formatCount } from '@platemark/rules/amounts'
import { explorerLink } from '@platemark/rules/explorer'
import { formatMoment, toMoment } from '@platemark/rules/times'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { describeChange } from '../../../components/change-messages.ts'
import { now } from '../../../lib/clock.ts'
import { EmptyBlock } from '../../../ui/block.tsx'
import { Link } from '../../../ui/link.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CollectionSection, QueryContent, WhenNear } from './collection-section.tsx'
import type { ListProps } from './items.tsx'
import { Pager } from './pager.tsx'
import { changesQuery } from './queries.ts'
import { type SectionSearch, sectionHref } from './section-search.ts'

/** Number of rows in the overview. */
const fewChanges = 4

/** Change log of a collection: the owner's changes, before and after. */
export function ChangeLog(props: ListProps) {
  const isWhole = props.place.tab === 'changes'
  // Creation and lists are in every log.
  const known = 1 + props.collection.phases.filter(({ list }) => list).length
  const room = <Room count={isWhole ? known : Math.min(known, fewChanges)} />
  return (
    <CollectionSection id="changes" title="Change log">
      <WhenNear room={room}>
        <Changes {...props} room={room} />
      </WhenNear>
    </CollectionSection>
  )
}

function Changes({ room, ...props }: ListProps & { room: React.ReactNode }) {
  const { collection, network, search, place } = props
  const isWhole = place.tab === 'changes'
  const { page, cursor } = place
  const query = useQuery({
    ...changesQuery(collection, isWhole ? { page, cursor } : {}),
    placeholderData: keepPreviousData,
  })
  const hrefOf = (next: Partial<SectionSearch>) =>
    sectionHref(collection, search, { tab: 'changes', ...next })
  return (
    <QueryContent noun="The change log" query={query} skeleton={room}>
      {({ data, meta }) => {
        if (data.length === 0) return <NoChanges isPage={page !== undefined} />
        const rows = isWhole ? data : data.slice(0, fewChanges)
        return (
          <>
            <ul className="log">
              {rows.map((change) => (
                <ChangeRow
                  key={`${change.block_number}.${change.log_index}`}
                  change={change}
                  network={network}
                />
              ))}
            </ul>
            {isWhole && <Pager label="Pages of changes" meta={meta} hrefOf={hrefOf} />}
            <End allHref={rows.length < data.length ? hrefOf({}) : null} />
          </>
        )
      }}
    </QueryContent>
  )
}

function NoChanges({ isPage }: { isPage: boolean }) {
  return (
    <EmptyBlock title={isPage ? 'Nothing on this page' : 'No change yet'}>
      Changes by the owner appear here, with their blocks.
    </EmptyBlock>
  )
}

/** Link to the omitted changes, or a note that there are none. */
function End({ allHref }: { allHref: string | null }) {
  if (allHref === null) {
    return <p className="small muted sec-all">Every change the owner has made.</p>
  }
  return (
    <p className="sec-all">
      <Link className="link" href={allHref} scroll={false}>
        All changes
      </Link>
    </p>
  )
}

function ChangeRow({ change, network }: { change: CollectionChange; network: Network }) {
  const seconds = Math.floor(now() / 1000)
  const when = (instant: string) => formatMoment(toSeconds(instant), true, seconds)
  return (
    <li>
      <p>{describeChange(change, { coin: network.native_currency, when })}</p>
      <p className="tiny muted">
        <time dateTime={change.time} title={when(change.time)}>
          {toMoment(toSeconds(change.time), true, seconds)?.main}
        </time>{' '}
        &nbsp;
        <Block number={change.block_number} network={network} />
      </p>
    </li>
  )
}

function Block({ number, network }: { number: string; network: Network }) {
  const text = `block ${formatCount(BigInt(number))}`
  const { explorer } = network
  if (!explorer) return <span>{text}</span>
  return (
    <a
      className="link"
      href={explorerLink(explorer, 'block', number)}
      target="_blank"
      rel="noopener noreferrer"
    >
      {text}
      <span className="hide"> (opens in a new tab)</span>
    </a>
  )
}

function Room({ count }: { count: number }) {
  return (
    <>
      <div className="log" aria-hidden="true">
        {Array.from({ length: count }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move.
          <div className="log-wait" key={place}>
            <Skeleton width="80%" />
            <Skeleton width={140} />
          </div>
        ))}
      </div>
      <div className="log-note-room" />
    </>
  )
}
