import './search-dialog.css'
import { searchAll } from '@platemark/api/search-operations'
import { findSearchProblem, tidySearchText } from '@platemark/rules/search-text'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Failure } from '../../components/failure.tsx'
import { apiQuery } from '../../lib/query.ts'
import { useLastError } from '../../lib/use-last-error.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { listMatches } from './list-matches.ts'
import { MatchList } from './match-list.tsx'

/** Milliseconds after the last key until the search is asked for. */
const DEBOUNCE_MS = 200

/** Search of collections, people and names, with the keys of a combobox (WAI-ARIA 1.2). */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const [chosen, setChosen] = useState(0)
  const tidy = tidySearchText(text)
  const problem = tidy === '' ? undefined : findSearchProblem(text)
  const isSearch = tidy !== '' && problem === undefined

  useEffect(() => {
    const timer = setTimeout(() => setAsked(isSearch ? tidy : ''), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [tidy, isSearch])

  // Opening the dialog focuses its close button.
  useEffect(() => input.current?.focus(), [])

  const read = useQuery({
    ...apiQuery(searchAll, { query: { q: asked } }),
    enabled: asked !== '',
    // Those of the text before stay while the next ones load.
    placeholderData: (before) => before,
  })
  const error = useLastError(read)
  const isWaiting = isSearch && (asked !== tidy || read.isFetching)
  const matches = isSearch && read.data ? listMatches(read.data.data, tidy) : []
  const current = Math.min(chosen, matches.length - 1)

  const follow = (href: string) => {
    onClose()
    void router.navigate({ href })
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && matches.length > 0) {
      event.preventDefault()
      setChosen((current + step + matches.length) % matches.length)
    }
    if (event.key !== 'Enter' || !isSearch) return
    event.preventDefault()
    // Before the results of this text are there, the list shows them.
    const match = isWaiting ? undefined : matches[current]
    follow(match?.href ?? `/collections?search=${encodeURIComponent(tidy)}`)
  }

  return (
    <Dialog title="Search" isOpen onClose={onClose} width={560} className="search-dialog">
      <label className="find">
        <span className="hide">Search collections, people and names</span>
        <Icon name="search" size={20} />
        <input
          className="input"
          type="text"
          role="combobox"
          aria-expanded={matches.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={matches.length > 0 ? `${listId}-${current}` : undefined}
          ref={input}
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          placeholder="Name, username or address"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setChosen(0)
          }}
          onKeyDown={press}
        />
        {isWaiting && <Spinner size={18} />}
      </label>
      {error && isSearch ? (
        <Failure
          title="Search isn’t available right now"
          text="Try again in a moment."
          error={error}
          isBusy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <>
          <MatchList id={listId} matches={matches} current={current} onFollow={follow} />
          <p className="search-hint" role="status">
            {hintOf({ problem, isSearch, isWaiting, found: matches.length - 1, tidy })}
          </p>
        </>
      )}
    </Dialog>
  )
}

/** Returns the line below the results; they end with the link to the whole list. */
function hintOf({
  problem,
  isSearch,
  isWaiting,
  found,
  tidy,
}: {
  problem: string | undefined
  isSearch: boolean
  isWaiting: boolean
  found: number
  tidy: string
}): string {
  if (problem !== undefined) return problem
  if (!isSearch) return 'Search collections, people and names, or paste an address.'
  if (found > 0 || isWaiting) return ''
  return `Nothing found for “${tidy}”. Try fewer letters.`
}
