import { sortKeys, timeIntervals } from '@platemark/wire/collections'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import {
  type ChangeList,
  intervalNames,
  type ListSearch,
  sortNames,
} from './list-search.ts'
import { NetworkFilter } from './network-filter.tsx'

type SearchToolsProps = {
  search: ListSearch
  /** How many collections there are now; undefined while that is not known. */
  total: number | undefined
  onChange: ChangeList
}

/** A form that works without script; with it every change shows at once. */
export function SearchTools({ search, total, onChange }: SearchToolsProps) {
  const { text, setText, settle, input } = useSearchText(search.text, onChange)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    settle(text)
  }
  return (
    <search>
      <form className="tools" action="/collections" onSubmit={submit}>
        <label className="search-field">
          <span className="hide">Search collections</span>
          <Icon name="search" />
          <input
            ref={input}
            className="input"
            type="search"
            name="search"
            minLength={2}
            maxLength={64}
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
        <fieldset className="segmented">
          <legend className="hide">Interval</legend>
          {timeIntervals.map((key) => (
            <label key={key}>
              <input
                className="hide"
                type="radio"
                name="time_interval"
                value={key}
                checked={search.interval === key}
                onChange={() => onChange({ time_interval: key })}
              />
              {intervalNames[key]}
            </label>
          ))}
        </fieldset>
        <noscript>
          <button className="button" type="submit">
            Show
          </button>
        </noscript>
      </form>
    </search>
  )
}

const debounceMs = 250

/** What is typed, sent to the address when the typing rests. */
function useSearchText(shown: string, onChange: ChangeList) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(shown)
  const sent = useRef(shown)

  // The address changed by other means: Back, a chip, a link.
  useEffect(() => {
    if (shown === sent.current) return
    sent.current = shown
    setText(shown)
  }, [shown])

  const settle = (next: string) => {
    setText(next)
    const value = next.trim().length < 2 ? '' : next.trim()
    if (value === sent.current) return
    sent.current = value
    onChange({ search: value }, { replace: true })
  }
  const latest = useRef(settle)
  latest.current = settle
  const { history } = useRouter()
  useEffect(() => {
    const here = history.location.pathname
    const timer = setTimeout(() => {
      // Whoever has pressed a card meanwhile is not called back.
      if (history.location.pathname !== here) return
      // Typing goes on with what it has; only the address is brought up to date.
      if (text.trim() !== sent.current) latest.current(text)
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [text, history])

  useEffect(() => {
    // Typed before the app had started: the field has it, the app does not.
    const typed = input.current?.value
    if (typed) setText(typed)
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event)) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [])

  return { text, setText, settle, input }
}

function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input, textarea, select, [contenteditable]')
  )
}
