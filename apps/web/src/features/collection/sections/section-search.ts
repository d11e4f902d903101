import type { Activity } from '@platemark/api/collection-reads'
import type { Collection } from '@platemark/api/collections'
import { hasAddressShape } from '@platemark/rules/addresses'
import { activityNames } from '../../../components/activity-rows.tsx'
import { collectionHref } from '../../../components/collection-href.ts'
import { writeSearch } from '../../../lib/search.ts'

/** Values of `?tab=`: lists that can fill the page. */
const tabs = ['items', 'holders', 'activity', 'changes'] as const
export type SectionTab = (typeof tabs)[number]

/** List parameters in the URL of a collection's page. */
export type SectionSearch = {
  /** Undefined: the page shows the overview of every list. */
  tab: SectionTab | undefined
  page: number | undefined
  cursor: string | undefined
  owner: string | undefined
  order: 'oldest' | undefined
  type: Activity['type'] | undefined
}

/** Parses a URL query; parameters that the API would reject are dropped. */
export function parseSectionSearch(search: Record<string, string>): SectionSearch {
  const { page = '', cursor = '', owner = '', order, type = '' } = search
  const hasCursor = /^[\w-]{1,120}$/.test(cursor)
  return {
    tab: tabs.find((tab) => tab === search.tab),
    page: !hasCursor && /^[1-9]\d{0,3}$/.test(page) ? Number(page) : undefined,
    cursor: hasCursor ? cursor : undefined,
    owner: hasAddressShape(owner) ? owner : undefined,
    order: order === 'oldest' ? order : undefined,
    type: isType(type) ? type : undefined,
  }
}

function isType(type: string): type is Activity['type'] {
  return Object.hasOwn(activityNames, type)
}

/** Returns the URL of a list or of one view of it, keeping the referrer. */
export function sectionHref(
  collection: Collection,
  search: Record<string, string>,
  place: Partial<SectionSearch>,
): string {
  const { ref } = search
  const { tab } = place
  return `${collectionHref(collection)}${writeSearch({ ref, ...place })}${tab ? `#${tab}` : ''}`
}

/** Returns the URL of a token's dialog over the current page. */
export function tokenHref(
  collection: Collection,
  search: Record<string, string>,
  tokenId: string,
): string {
  return `${collectionHref(collection)}${writeSearch({ ...search, token: tokenId })}`
}
