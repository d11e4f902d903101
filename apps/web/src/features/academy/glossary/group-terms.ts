import { foldSearchText } from '@platemark/rules/search-fold'

export type TermGroup<Term> = { letter: string; terms: Term[] }

/** Groups terms, which are in order, by the first letter of their name. */
export function groupTerms<Term extends { term: string }>(
  terms: readonly Term[],
): TermGroup<Term>[] {
  const groups = new Map<string, Term[]>()
  for (const term of terms) {
    const letter = foldSearchText(term.term).charAt(0).toUpperCase()
    const group = groups.get(letter)
    if (group) group.push(term)
    else groups.set(letter, [term])
  }
  return [...groups].map(([letter, group]) => ({ letter, terms: group }))
}

/** Returns the terms with a word that begins like `text`; case and accents do not count. */
export function findTerms<Term extends { term: string; short: string }>(
  terms: readonly Term[],
  text: string,
): Term[] {
  const wanted = foldSearchText(text)
  if (wanted === '') return [...terms]
  const hasStart = (words: string) => ` ${foldSearchText(words)}`.includes(` ${wanted}`)
  const named = terms.filter(({ term }) => hasStart(term))
  const others = terms.filter(({ term, short }) => !hasStart(term) && hasStart(short))
  return [...named, ...others]
}
