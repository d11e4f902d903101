import { expect, test } from 'vitest'
import { readLowerCap } from './read-supply.ts'

test.each([
  ['50', { value: 50 }],
  ['40', { value: 40 }],
  ['', { problem: 'Enter the new supply.' }],
  ['39', { problem: '40 are minted. Enter at least as many.' }],
  ['100', { problem: 'The supply can only be lowered. Enter fewer than 100.' }],
  ['1,200', { problem: 'The supply can only be lowered. Enter fewer than 100.' }],
])('a supply of 100 with 40 minted, lowered to %j', (text, read) => {
  expect(readLowerCap(text, { minted: 40, maxSupply: 100 })).toEqual(read)
})

test('an uncapped collection gets any cap, and a minted one keeps its own', () => {
  expect(readLowerCap('7', { minted: 0, maxSupply: 0 })).toEqual({ value: 7 })
  expect(readLowerCap('7', { minted: 100, maxSupply: 100 })).toEqual({
    problem: 'The supply stays 100: all items are minted.',
  })
})
