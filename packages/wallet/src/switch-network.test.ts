import { describe, expect, test } from 'vitest'
import { createTestWallet } from '../test/test-wallet.ts'
import {
  declinedErrors,
  undeclinedErrors,
  unknownNetworkErrors,
} from '../test/wallet-errors.ts'
import { switchNetwork, toSwitchFailure } from './switch-network.ts'

const harbour = {
  id: 31_338,
  name: 'Harbour',
  coin: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['https://rpc.example/harbour'],
  explorer: { url: 'https://explorer.example' },
}

describe('a network that the wallet does not know', () => {
  test.each(unknownNetworkErrors)('is added and switched to: %s', async (_, error) => {
    const added: unknown[] = []
    const wallet = createTestWallet({
      wallet_switchEthereumChain: ({ params }) => {
        if (added.length === 0) throw error
        expect(params).toEqual([{ chainId: '0x7a6a' }])
        wallet.chainId = harbour.id
        return null
      },
      wallet_addEthereumChain: ({ params }) => {
        added.push(params)
        return null
      },
    })
    await switchNetwork(wallet, harbour)
    expect(wallet.chainId).toBe(harbour.id)
    expect(added).toEqual([
      [
        {
          chainId: '0x7a6a',
          chainName: 'Harbour',
          nativeCurrency: harbour.coin,
          rpcUrls: harbour.rpcUrls,
          blockExplorerUrls: ['https://explorer.example'],
        },
      ],
    ])
  })

  test('is not switched to again where adding it did so', async () => {
    const wallet = createTestWallet({
      wallet_switchEthereumChain: () => {
        throw new Error('Unrecognized chain ID.')
      },
      wallet_addEthereumChain: () => {
        wallet.chainId = harbour.id
        return null
      },
    })
    await switchNetwork(wallet, harbour)
    expect(wallet.methods.filter((name) => /switch/.test(name))).toHaveLength(1)
  })
})

test.each([
  ...declinedErrors,
  ...undeclinedErrors.filter(([title]) => title !== 'an unknown network'),
])('another error adds no network: %s', async (_, error) => {
  const wallet = createTestWallet({
    wallet_switchEthereumChain: () => {
      throw error
    },
  })
  await expect(switchNetwork(wallet, harbour)).rejects.toBe(error)
  expect(wallet.methods).not.toContain('wallet_addEthereumChain')
})

test('a failed switch is declined, pending, or has the words of the wallet', () => {
  for (const [, error] of declinedErrors)
    expect(toSwitchFailure(error)).toEqual({ kind: 'declined' })
  expect(toSwitchFailure({ code: -32002 })).toEqual({ kind: 'pending' })
  expect(toSwitchFailure(new Error('No key.'))).toEqual({
    kind: 'unknown',
    words: 'No key.',
  })
})
