import './sections.css'
import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { isSameAddress } from '@platemark/rules/addresses'
import { useEffect, useRef } from 'react'
import { useSession } from '../../../lib/session.ts'
import { useSearch } from '../../../lib/use-search.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { ReportLink } from '../report/report-link.tsx'
import { ChangeLog } from './changes.tsx'
import { CollectionActivityList } from './collection-activity.tsx'
import { WhenNear } from './collection-section.tsx'
import { Holders } from './holders.tsx'
import { Items, type ListProps } from './items.tsx'
import { MoreBy } from './more-by.tsx'
import { SectionNav } from './section-nav.tsx'
import { parseSectionSearch, type SectionSearch } from './section-search.ts'
import { Share } from './share.tsx'

const ArtPanel = lazyPart(async () => (await import('../art/art-panel.tsx')).ArtPanel)

type SectionsProps = { collection: Collection; network: Network }

/** Lower page of a collection: items, holders, activity and changes. */
export function Sections({ collection, network }: SectionsProps) {
  const search = useSearch()
  const place = parseSectionSearch(search)
  useDeepLink()
  useTitleFocus(place)
  const { user } = useSession()
  const isOwn = user !== null && isSameAddress(collection.owner, user.address)
  const list = { collection, network, search, place }
  return (
    <>
      <SectionNav {...list} />
      <Lists {...list} />
      {place.tab === undefined && (
        <div className="art-room">
          <WhenNear room={null}>
            <ArtPanel collection={collection} network={network} />
          </WhenNear>
        </div>
      )}
      <Share collection={collection} network={network} />
      <MoreBy collection={collection} />
      {!isOwn && (
        <div className="sec-foot">
          <ReportLink collection={collection} network={network} />
        </div>
      )}
    </>
  )
}

/** One full list by `?tab=`, or the overview of all. */
function Lists(list: ListProps) {
  switch (list.place.tab) {
    case 'items':
      return <Items {...list} />
    case 'holders':
      return <Holders {...list} />
    case 'activity':
      return <CollectionActivityList {...list} />
    case 'changes':
      return <ChangeLog {...list} />
    case undefined:
      return (
        <>
          <Items {...list} />
          <Holders {...list} />
          <div className="sec-two">
            <CollectionActivityList {...list} />
            <ChangeLog {...list} />
          </div>
        </>
      )
  }
}

/** Scrolls to the section that the URL names, once it is mounted. */
function useDeepLink() {
  useEffect(() => {
    const { hash, search } = location
    const id = hash.slice(1) || new URLSearchParams(search).get('tab')
    const section = id ? document.getElementById(id) : null
    if (section?.closest('.lower')) section.scrollIntoView()
  }, [])
}

/** Moves the focus to the title when list or page change, so that it is announced. */
function useTitleFocus({ tab, page, cursor, owner, order, type }: SectionSearch) {
  const view = [tab, page, cursor, owner, order, type].join(' ')
  const last = useRef(view)
  useEffect(() => {
    if (last.current === view) return
    last.current = view
    // An in-place filter keeps the focus.
    if (document.activeElement instanceof HTMLSelectElement) return
    const id = tab ?? location.hash.slice(1)
    document.getElementById(`${id}-title`)?.focus({ preventScroll: true })
  }, [view, tab])
}
