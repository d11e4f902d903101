import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestWallet } from '../test/test-wallet.ts'
import { declinedErrors, undeclinedErrors } from '../test/wallet-errors.ts'
import type { Provider } from './provider.ts'
import {
  isPromptTimeout,
  isWalletTimeout,
  limitProvider,
  walletTimes,
} from './wallet-request.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = () => new Promise(() => {})

describe('a request that the wallet never answers', () => {
  test.each([
    ['eth_chainId', walletTimes.readMs, false],
    ['eth_accounts', walletTimes.readMs, false],
    ['eth_call', walletTimes.readMs, false],
    ['eth_requestAccounts', walletTimes.promptMs, true],
    ['wallet_requestPermissions', walletTimes.promptMs, true],
    ['personal_sign', walletTimes.promptMs, true],
    ['eth_signTypedData_v4', walletTimes.promptMs, true],
    ['eth_sendTransaction', walletTimes.promptMs, true],
    ['wallet_switchEthereumChain', walletTimes.moveMs, true],
    ['wallet_addEthereumChain', walletTimes.moveMs, true],
  ])('%s ends after %i ms', async (method, limitMs, isPrompt) => {
    const provider = limitProvider(createTestWallet({ [method]: never }))
    const ended = vi.fn()
    provider.request({ method }).catch(ended)
    await vi.advanceTimersByTimeAsync(limitMs - 1)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    const [error] = ended.mock.calls[0] ?? []
    expect(isWalletTimeout(new Error('failed', { cause: error }))).toBe(true)
    expect(isPromptTimeout(error)).toBe(isPrompt)
  })

  test('has no end where its caller waits by itself', async () => {
    const wallet = createTestWallet({ personal_sign: never })
    const provider = limitProvider(wallet, { ...walletTimes, promptMs: Infinity })
    const ended = vi.fn()
    provider.request({ method: 'personal_sign' }).then(ended, ended)
    await vi.advanceTimersByTimeAsync(10 * walletTimes.promptMs)
    expect(ended).not.toHaveBeenCalled()
  })
})

test('an answer and an error arrive as they are, and leave no timer', async () => {
  const error = new Error('no')
  const wallet = createTestWallet({
    eth_chainId: () => '0x1',
    personal_sign: () => Promise.reject(error),
    eth_call: () => null,
  })
  const provider = limitProvider(wallet)
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
  expect(await provider.request({ method: 'eth_call' })).toBeNull()
  await expect(provider.request({ method: 'personal_sign' })).rejects.toBe(error)
  expect(vi.getTimerCount()).toBe(0)
})

test.each(declinedErrors)(
  'a declined request has the code 4001: %s',
  async (_, error) => {
    const provider = limitProvider(
      createTestWallet({ personal_sign: () => Promise.reject(error) }),
    )
    await expect(provider.request({ method: 'personal_sign' })).rejects.toMatchObject({
      code: 4001,
      cause: error,
    })
  },
)

test.each(undeclinedErrors)('another error is passed on: %s', async (_, error) => {
  const provider = limitProvider(
    createTestWallet({ personal_sign: () => Promise.reject(error) }),
  )
  await expect(provider.request({ method: 'personal_sign' })).rejects.toBe(error)
})

test.each([null, undefined, false, {}, '0x1'])(
  'accounts of %o are none',
  async (answer) => {
    const provider = limitProvider(
      createTestWallet({ eth_accounts: () => answer, eth_requestAccounts: () => answer }),
    )
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([])
  },
)

test('a frozen provider with private fields keeps its events and properties', async () => {
  class Wallet {
    readonly isRabby = true
    readonly #listeners = new Set<(value: unknown) => void>()
    request(_: unknown) {
      for (const listener of this.#listeners) listener('0x2')
      // Not a promise, as some old wallets answer.
      return '0x2' as unknown as Promise<unknown>
    }
    on(_: string, listener: (value: unknown) => void) {
      this.#listeners.add(listener)
    }
    removeListener(_: string, listener: (value: unknown) => void) {
      this.#listeners.delete(listener)
    }
  }
  const provider: Provider & { isRabby: boolean } = limitProvider(
    Object.freeze(new Wallet()),
  )
  const heeded = vi.fn()
  provider.on?.('chainChanged', heeded)
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0x2')
  provider.removeListener?.('chainChanged', heeded)
  await provider.request({ method: 'eth_chainId' })
  expect(heeded).toHaveBeenCalledTimes(1)
  expect(provider.isRabby).toBe(true)
})

test('a provider that throws at once rejects', async () => {
  const provider = limitProvider({
    request() {
      throw new Error('gone')
    },
  })
  await expect(provider.request({ method: 'eth_chainId' })).rejects.toThrow('gone')
})
