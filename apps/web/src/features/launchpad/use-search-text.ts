import {
  findSearchProblem,
  MAX_SEARCH_CHARACTERS,
  tidySearchText,
} from '@platemark/rules/search-text'
import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ChangeList } from './list-search.ts'

const debounceMs = 250

/**
 * Returns the text of the field `input` and writes it to the URL after a pause in typing.
 */
export function useSearchText(shown: string, onChange: ChangeList) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(shown)
  const sent = useRef(shown)

  // The URL changed by other means: Back, a filter chip, a link.
  useEffect(() => {
    if (shown === sent.current) return
    sent.current = shown
    setText(shown)
  }, [shown])

  const settle = (next: string) => {
    setText(next)
    const value = toSearchValue(next)
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
      // Do not navigate back after a card was pressed meanwhile.
      if (history.location.pathname !== here) return
      // The input keeps its own value; only the URL is updated.
      if (toSearchValue(text) !== sent.current) latest.current(text)
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [text, history])

  useEffect(() => {
    // Text typed before hydration is in the element only.
    const typed = input.current?.value
    if (typed) setText(typed)
  }, [])
  useSlashKey(input)

  return { text, setText, settle, input }
}

/** Returns what the URL holds of a typed or pasted text: empty where it is no search yet. */
function toSearchValue(text: string): string {
  const tidy = tidySearchText(text)
  if (findSearchProblem(tidy) === undefined) return tidy
  const start = [...tidy].slice(0, MAX_SEARCH_CHARACTERS).join('').trim()
  return findSearchProblem(start) === undefined ? start : ''
}

/** Focuses the field on the slash key, unless an input has the focus. */
function useSlashKey(input: RefObject<HTMLInputElement | null>) {
  // Passive effects may run later than the first key press on the hydrated page.
  useLayoutEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event)) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [input])
}

function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input, textarea, select, [contenteditable]')
  )
}
