import { expect, test } from 'vitest'
import { groupHolders, plotSentence } from './shares.ts'

const holders = (...quantities: number[]) =>
  quantities.map((quantity, place) => ({
    address: `0x${String(place).padStart(40, '0')}`,
    quantity,
  }))

test('groups of few holders end with all of them', () => {
  expect(groupHolders(holders(5, 3, 1), 3, 9)).toEqual([
    { title: 'Largest holder', holders: 1, quantity: 5 },
    { title: 'All holders', holders: 3, quantity: 9 },
  ])
  expect(groupHolders(holders(1), 1, 1)).toEqual([
    { title: 'All holders', holders: 1, quantity: 1 },
  ])
})

test('groups of many holders end with those who are not on the first page', () => {
  const rows = holders(...Array.from({ length: 24 }, () => 2))
  expect(groupHolders(rows, 70, 100)).toEqual([
    { title: 'Largest holder', holders: 1, quantity: 2 },
    { title: 'Largest 5', holders: 5, quantity: 10 },
    { title: 'Largest 24', holders: 24, quantity: 48 },
    { title: 'Others', holders: 46, quantity: 52 },
  ])
})

test('describes the plot in one sentence', () => {
  expect(plotSentence(holders(5, 3, 1), 3)).toBe('3 holders, from 5 items down to 1.')
  expect(plotSentence(holders(2, 2), 1200)).toBe(
    'The 2 largest of 1,200 holders, each with 2.',
  )
})
