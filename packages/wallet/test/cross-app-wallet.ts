import { privateKeyToAccount } from 'viem/accounts'
import { vi } from 'vitest'
import {
  type CrossAppChain,
  type CrossAppOptions,
  createCrossAppProvider,
} from '../src/cross-app/provider.ts'
import type { ProviderCall } from '../src/provider.ts'
import type { ProviderAccount, WindowRequest } from '../testing/provider/respond.ts'
import { type ProviderOptions, startProviderServer } from '../testing/provider/server.ts'
import { MemoryStorage, TestOpener } from './test-opener.ts'

const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`)

type Options = Partial<CrossAppOptions> & { server?: Partial<ProviderOptions> }

/**
 * Starts a cross-app provider, and the stand-in for the wallet provider behind it. Its account signs
 * messages, and records every request.
 */
export async function startCrossAppWallet({ server: own, ...options }: Options = {}) {
  const requests: WindowRequest[] = []
  const account: ProviderAccount = {
    address: signer.address,
    async respond(request) {
      requests.push(request)
      const { method, params } = request
      if (!/^personal_sign$|SmartWalletMessage$/.test(method)) return '0xfeed'
      // Safe: the tests sign hexadecimal messages.
      return signer.signMessage({ message: { raw: params[0] as `0x${string}` } })
    },
  }
  const server = await startProviderServer({ account, ...own })
  const reads: { chainId: number; call: ProviderCall }[] = []
  const chain = (id: number): CrossAppChain => ({
    id,
    request: async (call) => {
      reads.push({ chainId: id, call })
      return '0x1'
    },
  })
  const opener = new TestOpener()
  const storage = new MemoryStorage()
  const create = (changed: Partial<CrossAppOptions> = {}) =>
    createCrossAppProvider({
      appId: 'app',
      apiUrl: server.url,
      chains: [chain(11_124), chain(2_741)],
      isSmart: true,
      protocol: 'plain',
      ...{ storage, opener },
      ...options,
      ...changed,
    })
  const provider = create()

  /** Returns the address that the last window shows, once it shows one. */
  const navigated = async () => {
    const popup = opener.lastPopup
    await vi.waitFor(() => {
      if (popup.location.href === 'about:blank') throw new Error('window is empty')
    })
    return new URL(popup.location.href)
  }
  /** Returns the message that the window posts after a press of one of its buttons. */
  const respond = async (button: 'approve' | 'decline' = 'approve') => {
    const url = await navigated()
    const path = button === 'decline' ? 'decline' : url.pathname.split('/').at(-1)
    const response = await fetch(`${url.origin}/${path}${url.search}`, { method: 'POST' })
    return (await response.json()) as Record<string, unknown>
  }
  /** Delivers a message of the last window. */
  const deliver = (message: unknown) =>
    opener.receive(message, { source: opener.lastPopup, origin: server.url })
  const press = async (button: 'approve' | 'decline') => deliver(await respond(button))
  const connect = async () => {
    const connected = provider.request({ method: 'eth_requestAccounts' })
    await press('approve')
    return connected
  }
  return {
    ...{ provider, create, opener, storage, server, requests, reads, account },
    ...{ navigated, respond, deliver, press, connect },
  }
}
