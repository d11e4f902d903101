import { sortKeys } from '@platemark/api/lists'
import type { FormEvent, ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
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
        <SearchField {...typing} />
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

/** Search field with a clear button. */
function SearchField({ text, setText, settle, input }: ReturnType<typeof useSearchText>) {
  return (
    <label className="search-field">
      <span className="hide">Search collections</span>
      <Icon name="search" />
      <input
        ref={input}
        className="input"
        type="search"
        name="search"
        minLength={2}
        maxLength={400}
        placeholder="Search by name, symbol or address"
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {text === '' ? (
        <span className="key" aria-hidden="true">
          /
        </span>
      ) : (
        <IconButton
          className="clear"
          icon="close"
          label="Clear search"
          onClick={() => {
            settle('')
            input.current?.focus()
          }}
        />
      )}
    </label>
  )
}
