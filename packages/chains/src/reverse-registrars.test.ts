import { expect, test } from 'vitest'
import { networks } from './networks.ts'
import { findReverseRegistrar } from './reverse-registrars.ts'

test('five rollups and their testnets have a registrar, other networks none', () => {
  const found = networks.filter(({ alias }) => findReverseRegistrar(alias) !== null)
  const mainnets = found.filter(({ isTestnet }) => !isTestnet).map(({ alias }) => alias)
  expect(mainnets.sort()).toEqual(['arbitrum', 'base', 'linea', 'optimism', 'scroll'])
  const testnets = found.filter(({ isTestnet }) => isTestnet).map(({ alias }) => alias)
  expect(testnets.sort()).toEqual(mainnets.map((alias) => `${alias}-sepolia`))
  for (const alias of ['ethereum', 'local', 'constructor'])
    expect(findReverseRegistrar(alias)).toBeNull()
})
