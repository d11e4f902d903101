import { afterEach, describe, expect, test, vi } from 'vitest'
import { createTestWallet } from '../test/test-wallet.ts'
import {
  declinedErrors,
  undeclinedErrors,
  unknownNetworkErrors,
} from '../test/wallet-errors.ts'
import { WalletError } from './errors.ts'
import { requestSwitch, switchNetwork, toSwitchFailure } from './switch-network.ts'
import { walletTimes } from './wallet-request.ts'

afterEach(() => void vi.useRealTimers())

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
  const failure = await switchNetwork(wallet, harbour).then(() => null, toSwitchFailure)
  expect(failure).toEqual(toSwitchFailure(error))
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

test('a network on which the wallet does not work is not added', async () => {
  const error = new WalletError('chain_does_not_supported', { values: { id: 31_338 } })
  const wallet = createTestWallet({
    wallet_switchEthereumChain: () => {
      throw error
    },
  })
  const failure = await switchNetwork(wallet, harbour).then(() => null, toSwitchFailure)
  expect(failure).toEqual({ kind: 'unsupported' })
  expect(wallet.methods).not.toContain('wallet_addEthereumChain')
})

describe('a switch', () => {
  /** Returns how a switch of this wallet ends within the limits; `pending` where it does not. */
  async function endOf(wallet: Parameters<typeof requestSwitch>[0]) {
    vi.useFakeTimers()
    let end: unknown = 'pending'
    requestSwitch(wallet, harbour.id).then(
      () => {
        end = 'switched'
      },
      (error: unknown) => {
        end = toSwitchFailure(error).kind
      },
    )
    await vi.advanceTimersByTimeAsync(walletTimes.moveMs + walletTimes.settleMs)
    return end
  }
  const never = () => new Promise<never>(() => {})

  test.each([null, undefined, false, true, '0x7a6a'])(
    'answered with %o is none where the wallet stays',
    async (answer) => {
      const wallet = createTestWallet({ wallet_switchEthereumChain: () => answer })
      expect(await endOf(wallet)).toBe('unchanged')
    },
  )

  test('answered before the wallet switches is awaited', async () => {
    const wallet = createTestWallet({
      wallet_switchEthereumChain: () => {
        setTimeout(() => {
          wallet.chainId = harbour.id
        }, 2000)
        return null
      },
    })
    expect(await endOf(wallet)).toBe('switched')
  })

  test('that is never answered ends', async () => {
    expect(await endOf(createTestWallet({ wallet_switchEthereumChain: never }))).toBe(
      'unanswered',
    )
  })

  test('that is never answered is one where the wallet emits it', async () => {
    const wallet = createTestWallet({
      wallet_switchEthereumChain: () => {
        setTimeout(() => wallet.emit('chainChanged', '0x7a6a'), 2000)
        return never()
      },
    })
    expect(await endOf(wallet)).toBe('switched')
  })

  test('that fails or is never answered is one where the wallet is there', async () => {
    for (const answer of [never, () => Promise.reject(new Error('Internal error'))]) {
      const wallet = createTestWallet({
        wallet_switchEthereumChain: () => {
          wallet.chainId = harbour.id
          return answer()
        },
      })
      expect(await endOf(wallet)).toBe('switched')
    }
  })

  test('ends where the wallet answers it, and then no more', async () => {
    const wallet = createTestWallet({
      wallet_switchEthereumChain: () => null,
      eth_chainId: never,
    })
    expect(await endOf(wallet)).toBe('unanswered')
  })

  test('leaves no listener', async () => {
    const listeners = new Set<unknown>()
    const wallet = createTestWallet({ wallet_switchEthereumChain: () => null })
    Object.assign(wallet, {
      on: (_: string, listener: unknown) => listeners.add(listener),
      removeListener: (_: string, listener: unknown) => listeners.delete(listener),
    })
    await endOf(wallet)
    expect(listeners.size).toBe(0)
  })
})

test('adding a network that is never answered ends', async () => {
  vi.useFakeTimers()
  const wallet = createTestWallet({
    wallet_switchEthereumChain: () => Promise.reject(new Error('Unrecognized chain ID')),
    wallet_addEthereumChain: () => new Promise(() => {}),
  })
  const ended = vi.fn()
  switchNetwork(wallet, harbour).catch(ended)
  await vi.advanceTimersByTimeAsync(walletTimes.moveMs)
  expect(toSwitchFailure(ended.mock.calls[0]?.[0]).kind).toBe('unanswered')
})

test('adding a network that the wallet answers with null and does not add is none', async () => {
  vi.useFakeTimers()
  const wallet = createTestWallet({
    wallet_switchEthereumChain: () => Promise.reject(new Error('Unrecognized chain ID')),
    wallet_addEthereumChain: () => null,
  })
  const ended = vi.fn()
  switchNetwork(wallet, harbour).catch(ended)
  await vi.advanceTimersByTimeAsync(walletTimes.settleMs)
  expect(ended).toHaveBeenCalledOnce()
})
