import { sortKeys } from '@platemark/api/lists'
import type { FormEvent, ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { type ChangeList, type ListSearch, sortNames } from './list-search.ts'
import { NetworkFilter } from './network-filter.tsx'
import { useSearchText } from './use-search-text.ts'

type SearchToolsProps = {
  search: ListSearch
  /** Number of collections; undefined while unknown. */
  total: number | undefined
  onChange: ChangeList
  /** Filters below the search field. */
  children: ReactNode
}

/** Filter form that works without scripts; with them every change applies at once. */
export function SearchTools({ search, total, onChange, children }: SearchToolsProps) {
  const typing = useSearchText(search.text, onChange)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    typing.settle(typing.text)
  }
  return (
    <search>
      <form className="tools" action="/collections" onSubmit={submit}>
        <SearchField
          label="Search collections"
          name="search"
          minLength={2}
          maxLength={400}
          placeholder="Name, symbol or address"
          {...typing}
        />
        <NetworkFilter chosen={search.chains} total={total} onChange={onChange} />
        <label className="select">
          <span className="prefix">Sort</span>
          <select
            className="input"
            name="sort_by"
            value={search.sort}
            onChange={(event) => onChange({ sort_by: event.target.value })}
          >
            {sortKeys.map((key) => (
              <option key={key} value={key}>
                {sortNames[key]}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </label>
        {children}
        <noscript>
          <button className="button" type="submit">
            Show
          </button>
        </noscript>
      </form>
    </search>
  )
}
