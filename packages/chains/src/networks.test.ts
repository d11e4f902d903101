import { expect, test } from 'vitest'
import { findNetwork, networks } from './networks.ts'
import { findWrappedToken } from './wrapped-tokens.ts'

const foreign = networks.filter(({ alias }) => !alias.startsWith('local'))

test('there are 76 networks and the two embedded ones', () => {
  expect(networks).toHaveLength(78)
  expect(foreign).toHaveLength(76)
  expect(networks.filter(({ isTestnet }) => isTestnet)).toHaveLength(29)
})

test('no two networks share an id, an alias or a name', () => {
  for (const field of ['id', 'alias', 'name'] as const) {
    expect(new Set(networks.map((network) => network[field])).size).toBe(networks.length)
  }
})

test('every id is a whole number that JSON and the database keep exactly', () => {
  for (const { id } of networks) {
    expect(Number.isSafeInteger(id)).toBe(true)
    expect(id).toBeGreaterThan(0)
  }
})

test('every alias fits into the address of a page', () => {
  for (const { alias } of networks) expect(alias).toMatch(/^[a-z0-9][a-z0-9-]{0,39}$/)
})

test('every network outside this machine is reached and shown by https', () => {
  for (const { rpcUrls, explorer } of foreign) {
    for (const url of [...rpcUrls, explorer?.url]) {
      expect(url).toMatch(/^https:\/\/[^\s/@?#]+(\/[^\s?#]*[^\s/?#])?$/)
    }
    expect(rpcUrls.length).toBeGreaterThan(0)
    expect(new Set(rpcUrls).size).toBe(rpcUrls.length)
  }
})

test('no endpoint serves two networks', () => {
  const urls = networks.flatMap(({ rpcUrls }) => rpcUrls)
  expect(new Set(urls).size).toBe(urls.length)
})

test('every currency has a name, a short symbol and 18 decimals', () => {
  for (const { nativeCurrency } of networks) {
    expect(nativeCurrency.decimals).toBe(18)
    expect(nativeCurrency.name).toMatch(/^\S.{1,30}\S$/)
    expect(nativeCurrency.symbol).toMatch(/^[A-Za-z0-9]{1,6}$/)
  }
})

test('every stack is one that the API contract knows', () => {
  const byStack = Map.groupBy(networks, ({ stack }) => stack)
  const counts = [...byStack].map(([stack, { length }]) => [stack, length])
  expect(Object.fromEntries(counts)).toEqual({ evm: 37, op: 32, zk: 7, linea: 2 })
})

test('only embedded networks confirm at once, and none takes a thousand blocks', () => {
  for (const { alias, confirmations } of networks) {
    if (alias.startsWith('local')) expect(confirmations).toBe(0)
    else expect(confirmations).toBeGreaterThanOrEqual(8)
    expect(confirmations).toBeLessThan(1000)
  }
  expect(findNetwork('ethereum')?.confirmations).toBe(64)
})

test.each([
  [20240603, 'DBK Chain'],
  [232, 'Lens Chain'],
  [543210, 'Zero'],
  [1380012617, 'RARI Chain'],
  [11155931, 'RISE Testnet'],
  [6342, 'MegaETH Testnet'],
  [16601, 'OG Labs Testnet'],
  [313313, 'Sahara AI Testnet'],
  [5124, 'Seismic Testnet'],
  [123420001114, 'Camp Testnet'],
  [688688, 'Pharos Testnet'],
])('chain %i is %s', (id, name) => {
  expect(networks.find((network) => network.id === id)).toMatchObject({
    name,
    isTestnet: name.endsWith('Testnet'),
  })
})

test('the two embedded networks are there under their names', () => {
  expect(findNetwork('local')).toMatchObject({ id: 31337, name: 'Harbour' })
  expect(findNetwork('local-two')).toMatchObject({ id: 31338 })
  expect(findNetwork('nowhere')).toBeUndefined()
})

test('a wrapped token has the shape of an address, and embedded networks have none', () => {
  const tokens = networks.map(({ alias }) => findWrappedToken(alias))
  expect(tokens.filter((token) => token !== null)).toHaveLength(39)
  for (const token of tokens) if (token) expect(token).toMatch(/^0x[0-9a-fA-F]{40}$/)
  expect(findWrappedToken('base')).toBe('0x4200000000000000000000000000000000000006')
  expect([findWrappedToken('local'), findWrappedToken('toString')]).toEqual([null, null])
})
