import {
  findSearchProblem,
  MAX_SEARCH_CHARACTERS,
  tidySearchText,
} from '@platemark/rules/search-text'
import { type RefObject, useLayoutEffect } from 'react'
import { useUrlText } from '../../lib/use-url-text.ts'
import type { ChangeList } from './list-search.ts'

/**
 * Returns the text of the field `input` and writes it to the URL after a pause in typing.
 */
export function useSearchText(shown: string, onChange: ChangeList) {
  const typing = useUrlText({
    shown,
    toValue: toSearchValue,
    onSettle: (search) => onChange({ search }, { replace: true }),
  })
  useSlashKey(typing.input)
  return typing
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
