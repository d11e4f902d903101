import { useNetworkNames } from '../../components/app-config.ts'
import { kindNames } from '../../components/kind-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { statusNames } from './facet-links.tsx'
import { type ChangeList, isLimitedInTime, type ListSearch } from './list-search.ts'

/** Active filters, each with a button that removes it. */
export function ListFilters({
  search,
  onChange,
}: {
  search: ListSearch
  onChange: ChangeList
}) {
  const nameOf = useNetworkNames()
  const filters = [
    ...(search.text ? [{ words: `“${search.text}”`, without: { search: '' } }] : []),
    ...search.chains.map((alias) => ({
      words: nameOf(alias),
      without: { chain: search.chains.filter((other) => other !== alias).join(',') },
    })),
    ...(search.status
      ? [{ words: statusNames[search.status], without: { status: '' } }]
      : []),
    ...(search.isFree ? [{ words: 'Free', without: { free: '' } }] : []),
    ...(search.kind ? [{ words: kindNames[search.kind], without: { kind: '' } }] : []),
    ...(isLimitedInTime(search)
      ? [{ words: `Deployed in ${search.interval}`, without: { time_interval: '' } }]
      : []),
  ]
  return (
    <>
      {filters.map(({ words, without }) => (
        <button
          key={words}
          type="button"
          className="chip"
          aria-label={`Remove filter ${words}`}
          onClick={() => onChange(without)}
        >
          <span>{words}</span>
          <Icon name="close" size={16} />
        </button>
      ))}
      {filters.length > 1 && (
        <button
          type="button"
          className="underlined-button"
          onClick={() => onChange(withoutFilters(search))}
        >
          Clear all
        </button>
      )}
    </>
  )
}

/** Returns the changes that remove every filter; the sort order stays. */
export function withoutFilters(search: ListSearch): Record<string, string> {
  const time = isLimitedInTime(search) ? { time_interval: '' } : {}
  return { search: '', chain: '', status: '', free: '', kind: '', ...time }
}
