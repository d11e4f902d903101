import { expect, test } from 'vitest'
import { groupTokens } from './group-tokens.ts'

/** Returns tokens such as `a1`: the collection and the number. */
const tokens = (...names: string[]) =>
  names.map(([contract_address = '', token_id = '']) => ({
    contract_address,
    token_id,
    chain_alias: 'local',
  }))

const shown = (list: ReturnType<typeof tokens>) =>
  groupTokens(list).map(({ isOfOne, tokens }) => [
    isOfOne ? 'one' : 'single',
    ...tokens.map(({ contract_address, token_id }) => contract_address + token_id),
  ])

test('several tokens of a collection are a group, single ones between them another', () => {
  expect(shown([])).toEqual([])
  expect(shown(tokens('a1', 'b1', 'c1', 'c2', 'c3', 'd1', 'e1', 'e2'))).toEqual([
    ['single', 'a1', 'b1'],
    ['one', 'c1', 'c2', 'c3'],
    ['single', 'd1'],
    ['one', 'e1', 'e2'],
  ])
})

test('collections with one address on two networks are two', () => {
  const [first, second] = tokens('a1', 'a1')
  if (!first || !second) throw new Error('there are no tokens')
  expect(shown([first, { ...second, chain_alias: 'local-two' }])).toEqual([
    ['single', 'a1', 'a1'],
  ])
})
