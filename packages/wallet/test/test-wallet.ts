import type { Provider, ProviderCall } from '../src/provider.ts'

type Response = (call: ProviderCall) => unknown

type TestWallet = Provider & {
  /** Methods that were requested, in order. */
  methods: string[]
  chainId: number
  /** Emits an event of EIP-1193. */
  emit(event: string, value: unknown): void
}

/**
 * Creates an EIP-1193 provider on network 1. `responses` replace what it does for a method: their
 * result is returned, what they throw is thrown.
 */
export function createTestWallet(responses: Record<string, Response> = {}): TestWallet {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const wallet: TestWallet = {
    methods: [],
    chainId: 1,
    async request(call) {
      wallet.methods.push(call.method)
      const respond = responses[call.method]
      if (respond) return respond(call)
      if (call.method === 'eth_chainId') return `0x${wallet.chainId.toString(16)}`
      if (call.method === 'wallet_switchEthereumChain') {
        wallet.chainId = readChainId(call)
        wallet.emit('chainChanged', `0x${wallet.chainId.toString(16)}`)
      }
      return null
    },
    emit(event, value) {
      for (const listener of listeners.get(event) ?? []) listener(value)
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener: (event, listener) => listeners.get(event)?.delete(listener),
  }
  return wallet
}

function readChainId({ params }: ProviderCall): number {
  // Safe: the tests request switches in this shape.
  const [{ chainId }] = params as [{ chainId: string }]
  return Number(chainId)
}
