import './sections.css'
import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { useEffect, useRef } from 'react'
import { useSearch } from '../../../lib/use-search.ts'
import { ReportLink } from '../report/report-link.tsx'
import { ChangeLog } from './changes.tsx'
import { CollectionActivityList } from './collection-activity.tsx'
import { Holders } from './holders.tsx'
import { Items, type ListProps } from './items.tsx'
import { MoreBy } from './more-by.tsx'
import { SectionNav } from './section-nav.tsx'
import { parseSectionSearch, type SectionSearch } from './section-search.ts'
import { Share } from './share.tsx'

type SectionsProps = { collection: Collection; network: Network }

/** The lower page of a collection: what there is of it, who has it, what happened. */
export function Sections({ collection, network }: SectionsProps) {
  const search = useSearch()
  const place = parseSectionSearch(search)
  useDeepLink()
  useTitleFocus(place)
  const list = { collection, network, search, place }
  return (
    <>
      <SectionNav {...list} />
      <Lists {...list} />
      <Share collection={collection} network={network} />
      <MoreBy collection={collection} />
      <div className="sec-foot">
        <ReportLink collection={collection} network={network} />
      </div>
    </>
  )
}

/** One list that the address asks for, or the beginning of every one. */
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

/** An address that names a section was opened: its place has only come to be now. */
function useDeepLink() {
  useEffect(() => {
    const { hash, search } = location
    const id = hash.slice(1) || new URLSearchParams(search).get('tab')
    const section = id ? document.getElementById(id) : null
    if (section?.closest('.lower')) section.scrollIntoView()
  }, [])
}

/** Whoever goes to another list, or another page of it, is read its title. */
function useTitleFocus({ tab, page, cursor, owner, order, type }: SectionSearch) {
  const view = [tab, page, cursor, owner, order, type].join(' ')
  const last = useRef(view)
  useEffect(() => {
    if (last.current === view) return
    last.current = view
    // A choice that was made in place keeps the focus.
    if (document.activeElement instanceof HTMLSelectElement) return
    const id = tab ?? location.hash.slice(1)
    document.getElementById(`${id}-title`)?.focus({ preventScroll: true })
  }, [view, tab])
}
