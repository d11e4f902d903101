import { expect, test } from 'vitest'
import { marketUrl } from './market-url.ts'

test('contract and token take their places in the address of a market, however often they occur', () => {
  const item = { contract: '0xAb', token: '7' }
  expect(marketUrl('https://market.example/base/{contract}/{token}', item)).toBe(
    'https://market.example/base/0xAb/7',
  )
  expect(
    marketUrl('https://market.example/?id={token}&of={contract}:{token}', item),
  ).toBe('https://market.example/?id=7&of=0xAb:7')
})
