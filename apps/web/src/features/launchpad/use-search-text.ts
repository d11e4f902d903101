import {
  findSearchProblem,
  MAX_SEARCH_CHARACTERS,
  tidySearchText,
} from '@platemark/rules/search-text'
import { useSlashKey } from '../../lib/use-slash-key.ts'
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
  useSlashKey(() => typing.input.current?.focus(), true)
  return typing
}

/** Returns what the URL holds of a typed or pasted text: empty where it is no search yet. */
function toSearchValue(text: string): string {
  const tidy = tidySearchText(text)
  if (findSearchProblem(tidy) === undefined) return tidy
  const start = [...tidy].slice(0, MAX_SEARCH_CHARACTERS).join('').trim()
  return findSearchProblem(start) === undefined ? start : ''
}
