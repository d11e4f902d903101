import { expect, test } from 'vitest'
import { chainById } from './chain-by-id.ts'

const chains = [{ id: 1, name: 'Ethereum' }, { id: 2_741 }]

test('the chain of an id is the one of the list', () => {
  expect(chainById(chains, 1)).toBe(chains[0])
})

test('an id that is not in the list is not supported', () => {
  for (const id of [0, 5, -1, Number.NaN])
    expect(() => chainById(chains, id)).toThrow(`Chain ${id} not supported`)
})
