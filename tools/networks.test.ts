import { networks } from '@platemark/chains/networks'
import * as chains from 'viem/chains'
import { expect, test } from 'vitest'

/** Names in viem of the networks that it does not have under our alias. */
const otherNames: Record<string, string> = {
  local: 'anvil',
  ethereum: 'mainnet',
  zero: 'zeroNetwork',
  'zksync-sepolia': 'zksyncSepoliaTestnet',
  dbk: 'dbkchain',
  apechain: 'apeChain',
  hyperevm: 'hyperEvm',
  'og-testnet': 'zeroGGalileoTestnet',
  'seismic-testnet': 'seismicDevnet',
  'camp-testnet': 'basecampTestnet',
}

const unknownToViem = [
  'local-two',
  'rari',
  'megaeth-testnet',
  'sahara-testnet',
  'pharos-testnet',
]

/** Stacks of networks for which viem has no stack. */
const plainInViem = {
  lens: 'zk',
  zero: 'zk',
  mantle: 'op',
  manta: 'op',
  katana: 'op',
  dbk: 'op',
  'blast-sepolia': 'op',
}

const known = new Map<string, chains.Chain>(Object.entries(chains))

function viemChain(alias: string): chains.Chain | undefined {
  const camel = alias.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return known.get(otherNames[alias] ?? camel)
}

/** Read off what viem does differently on the chain. */
function stackOf(chain: chains.Chain): 'evm' | 'op' | 'zk' | 'linea' {
  if (chain.custom && 'getEip712Domain' in chain.custom) return 'zk'
  if (chain.contracts && 'gasPriceOracle' in chain.contracts) return 'op'
  return chain.fees?.estimateFeesPerGas && !chain.serializers ? 'linea' : 'evm'
}

const shared = networks.filter(({ alias }) => !unknownToViem.includes(alias))

test('viem has all networks but those that are named here', () => {
  // It calls a later chain, 6343, MegaETH Testnet.
  const missing = networks.filter(({ alias, id }) => viemChain(alias)?.id !== id)
  expect(new Set(missing.map(({ alias }) => alias))).toEqual(new Set(unknownToViem))
  expect(shared).toHaveLength(73)
})

test('ids, coins and testnets are those of viem', () => {
  for (const { alias, id, nativeCurrency, isTestnet } of shared) {
    const chain = viemChain(alias)
    const { symbol, decimals } = nativeCurrency
    expect({ alias, id, symbol, decimals, isTestnet }).toEqual({
      alias,
      id: chain?.id,
      symbol: chain?.nativeCurrency.symbol,
      decimals: chain?.nativeCurrency.decimals,
      isTestnet: chain?.testnet ?? false,
    })
  }
})

test('an endpoint of viem is among ours', () => {
  for (const { alias, rpcUrls } of shared.filter(({ id }) => id !== 31337)) {
    const urls = viemChain(alias)?.rpcUrls.default.http.map((url) =>
      url.replace(/\/$/, ''),
    )
    expect(
      urls?.filter((url) => rpcUrls.includes(url)),
      alias,
    ).not.toEqual([])
  }
})

test('stacks are those of viem, except for networks without one there', () => {
  const different = shared.flatMap(({ alias, stack }) => {
    const chain = viemChain(alias)
    const viemStack = chain && stackOf(chain)
    return viemStack === stack ? [] : [[alias, stack, viemStack]]
  })
  expect(Object.fromEntries(different.map(([alias, stack]) => [alias, stack]))).toEqual(
    plainInViem,
  )
  expect(different.filter(([, , viemStack]) => viemStack !== 'evm')).toEqual([])
})
