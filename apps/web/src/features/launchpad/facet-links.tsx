import { listKinds, listStatuses, timeIntervals } from '@platemark/api/lists'
import { kindNames } from '../../components/kind-names.ts'
import { Link } from '../../ui/link.tsx'
import { hasInterval, type ListHref, type ListSearch } from './list-search.ts'

/** Names of the states that the list can be filtered by. */
export const statusNames: Record<(typeof listStatuses)[number], string> = {
  live: 'Live',
  upcoming: 'Upcoming',
  sold_out: 'Sold out',
  ended: 'Ended',
}

type FacetLinksProps = {
  search: ListSearch
  hrefOf: ListHref
}

/** Links that limit the list to a state, a price, a kind and a time. */
export function FacetLinks({ search, hrefOf }: FacetLinksProps) {
  return (
    <div className="facets">
      {toFacets(search).map((facet) => (
        <fieldset className="segmented" key={facet.name}>
          <legend className="hide">{facet.label}</legend>
          {facet.options.map(({ value, words }) => (
            <Link
              key={value}
              href={hrefOf({ [facet.name]: value })}
              scroll={false}
              aria-current={value === facet.chosen ? 'true' : undefined}
            >
              {words}
            </Link>
          ))}
          {/* Without scripts the form keeps the filters. */}
          {facet.chosen && <input type="hidden" name={facet.name} value={facet.chosen} />}
        </fieldset>
      ))}
    </div>
  )
}

function toFacets(search: ListSearch) {
  const facets = [
    {
      name: 'status',
      label: 'Status',
      chosen: search.status ?? '',
      options: [any('Any status'), ...toOptions(listStatuses, statusNames)],
    },
    {
      name: 'free',
      label: 'Price',
      chosen: search.isFree ? '1' : '',
      options: [any('Any price'), { value: '1', words: 'Free' }],
    },
    {
      name: 'kind',
      label: 'Kind',
      chosen: search.kind ?? '',
      options: [any('Any kind'), ...toOptions(listKinds, kindNames)],
    },
  ]
  if (!hasInterval(search)) return facets
  const interval = {
    name: 'time_interval',
    label: 'Interval',
    chosen: search.interval === 'all' ? '' : search.interval,
    options: timeIntervals.map((key) =>
      key === 'all' ? any('All time') : { value: key, words: key },
    ),
  }
  return [...facets, interval]
}

function any(words: string) {
  return { value: '', words }
}

function toOptions<Value extends string>(
  values: readonly Value[],
  names: Record<Value, string>,
) {
  return values.map((value) => ({ value, words: names[value] }))
}
