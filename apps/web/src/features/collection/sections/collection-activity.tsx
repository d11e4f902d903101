import type { Collection } from '@platemark/api/collections'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import {
  ActivityRows,
  ActivitySkeletons,
  activityNames,
} from '../../../components/activity-rows.tsx'
import { EmptyBlock } from '../../../ui/block.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { CollectionSection, QueryContent, WhenNear } from './collection-section.tsx'
import type { ListProps } from './items.tsx'
import { Pager } from './pager.tsx'
import { activityQuery } from './queries.ts'
import { parseSectionSearch, type SectionSearch, sectionHref } from './section-search.ts'

/** Number of rows in the overview. */
const fewRows = 7

/** Activity of a collection: the newest rows, or pages filtered by type. */
export function CollectionActivityList(props: ListProps) {
  const isWhole = props.place.tab === 'activity'
  const known = atLeast(props.collection)
  const room = (
    <>
      <ActivitySkeletons count={Math.min(known, isWhole ? 24 : fewRows)} />
      {known > fewRows && <div className="sec-all-room" />}
    </>
  )
  return (
    <CollectionSection
      id="activity"
      title="Activity"
      tools={isWhole ? <TypeSelect {...props} /> : undefined}
    >
      <WhenNear room={room}>
        <Rows {...props} room={room} />
      </WhenNear>
    </CollectionSection>
  )
}

/**
 * Returns a lower bound of the number of events: creation, lists, a mint of each minter.
 */
function atLeast({ unique_minters, phases }: Collection): number {
  return 1 + phases.filter(({ list }) => list).length + unique_minters
}

function Rows({ room, ...props }: ListProps & { room: React.ReactNode }) {
  const { collection, network, search, place } = props
  const isWhole = place.tab === 'activity'
  const { page, cursor, type } = place
  const query = useQuery({
    ...activityQuery(collection, isWhole ? { page, cursor, type } : {}),
    placeholderData: keepPreviousData,
  })
  const hrefOf = (next: Partial<SectionSearch>) =>
    sectionHref(collection, search, { tab: 'activity', type, ...next })
  return (
    <QueryContent noun="Activity" query={query} skeleton={room}>
      {({ data, meta }) => {
        if (data.length === 0) return <NoActivity {...props} />
        const rows = isWhole ? data : data.slice(0, fewRows)
        return (
          <>
            <ActivityRows rows={rows} network={network} label="Activity" />
            {isWhole && <Pager label="Pages of activity" meta={meta} hrefOf={hrefOf} />}
            {!isWhole && data.length > fewRows && (
              <p className="sec-all">
                <Link className="link" href={hrefOf({})} scroll={false}>
                  All activity
                </Link>
              </p>
            )}
          </>
        )
      }}
    </QueryContent>
  )
}

function TypeSelect({ collection, search, place }: ListProps) {
  const router = useRouter()
  const choose = (type: string) => {
    const next = parseSectionSearch({ tab: 'activity', type })
    const href = sectionHref(collection, search, { tab: next.tab, type: next.type })
    void router.navigate({ href, resetScroll: false, replace: true })
  }
  return (
    <label className="chip chip-select">
      <span className="hide">Type</span>
      <select value={place.type ?? ''} onChange={(event) => choose(event.target.value)}>
        <option value="">All types</option>
        {Object.entries(activityNames).map(([type, name]) => (
          <option key={type} value={type}>
            {name}
          </option>
        ))}
      </select>
      <Icon name="down" size={16} />
    </label>
  )
}

function NoActivity({ collection, search, place }: ListProps) {
  const href = sectionHref(collection, search, { tab: 'activity' })
  if (place.type) {
    return (
      <EmptyBlock
        title={`No activity of this type: ${activityNames[place.type]}`}
        actions={
          <Link className="button quiet" href={href} scroll={false}>
            Show all activity
          </Link>
        }
      >
        Show all to see the other activity of <bdi>{collection.name}</bdi>.
      </EmptyBlock>
    )
  }
  if (place.page || place.cursor) {
    return (
      <EmptyBlock
        title="Nothing on this page"
        actions={
          <Link className="button quiet" href={href} scroll={false}>
            To the first page
          </Link>
        }
      >
        The list has fewer pages.
      </EmptyBlock>
    )
  }
  return (
    <EmptyBlock title="No activity yet">
      Mints, transfers and changes appear here within seconds.
    </EmptyBlock>
  )
}
