import { expect, test } from 'vitest'
import { findTerms, groupTerms } from './group-terms.ts'

const terms = [
  { term: 'Address', short: 'The public number of an account.' },
  { term: 'Allowance', short: 'How much of a token another account may take.' },
  { term: 'Merkle proof', short: 'Hashes that lead to the root.' },
]
const names = (found: { term: string }[]) => found.map(({ term }) => term)

test('terms are grouped by their first letter', () => {
  expect(groupTerms(terms).map(({ letter }) => letter)).toEqual(['A', 'M'])
  expect(names(groupTerms(terms)[0]?.terms ?? [])).toEqual(['Address', 'Allowance'])
})

test('a search looks at the start of words, and at names first', () => {
  expect(names(findTerms(terms, 'PROOF'))).toEqual(['Merkle proof'])
  expect(names(findTerms(terms, 'a'))).toEqual(['Address', 'Allowance'])
  expect(names(findTerms(terms, 'account'))).toEqual(['Address', 'Allowance'])
  expect(findTerms(terms, 'ddress')).toEqual([])
  expect(findTerms(terms, ' ')).toHaveLength(3)
})
