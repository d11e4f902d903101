import { parseText } from '@platemark/rules/characters'

/** Counts characters as the API's limits do: code points of the stored form. */
export function countCharacters(text: string): number {
  return [...parseText(text, { lines: true }).text].length
}
