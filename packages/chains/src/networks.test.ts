import { expect, test } from 'vitest'
import { findNetwork, networks } from './networks.ts'

test('no two networks share an id, an alias or a name', () => {
  for (const field of ['id', 'alias', 'name'] as const) {
    expect(new Set(networks.map((network) => network[field])).size).toBe(networks.length)
  }
})

test('every alias fits into the address of a page', () => {
  for (const { alias } of networks) expect(alias).toMatch(/^[a-z0-9][a-z0-9-]{0,39}$/)
})

test('every network outside this machine is reached and shown by https', () => {
  const foreign = networks.filter(({ alias }) => !alias.startsWith('local'))
  expect(foreign.length).toBeGreaterThan(10)
  for (const { rpcUrls, explorer } of foreign) {
    for (const url of [...rpcUrls, explorer?.url]) {
      expect(url).toMatch(/^https:\/\/[^\s/]+(\/[^\s]*[^\s/])?$/)
    }
    expect(rpcUrls.length).toBeGreaterThan(0)
  }
})

test('every currency has 18 decimals and a short symbol', () => {
  for (const { nativeCurrency } of networks) {
    expect(nativeCurrency.decimals).toBe(18)
    expect(nativeCurrency.symbol).toMatch(/^[A-Z]{2,6}$/)
  }
})

test('the two embedded networks are there under their names', () => {
  expect(findNetwork('local')).toMatchObject({ id: 31337, name: 'Local' })
  expect(findNetwork('local-two')).toMatchObject({ id: 31338 })
  expect(findNetwork('nowhere')).toBeUndefined()
})
