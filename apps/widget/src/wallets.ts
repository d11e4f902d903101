import type { Signer } from '@platemark/mint/send-mint'

/** EIP-1193 provider of a wallet. */
export type Provider = Signer & {
  on?(event: string, listener: (value: unknown) => void): unknown
  removeListener?(event: string, listener: (value: unknown) => void): unknown
}

export type FoundWallet = {
  /** Announced reverse domain name; `injected` for a wallet without announcement. */
  id: string
  name: string
  /** Data URI of the icon, or null. */
  icon: string | null
  provider: Provider
}

/**
 * Discovers wallets by EIP-6963; `window.ethereum` counts only when none is announced.
 * `onFound` receives all wallets after each addition; returns a function that stops it.
 */
export function discoverWallets(onFound: (wallets: FoundWallet[]) => void): () => void {
  const found = new Map<string, FoundWallet>()
  const listen = (event: Event) => {
    const wallet = walletIn((event as CustomEvent<unknown>).detail)
    if (!wallet || found.has(wallet.id)) return
    found.set(wallet.id, wallet)
    onFound([...found.values()])
  }
  addEventListener('eip6963:announceProvider', listen)
  dispatchEvent(new Event('eip6963:requestProvider'))
  if (found.size === 0) onFound(unannounced())
  return () => removeEventListener('eip6963:announceProvider', listen)
}

function walletIn(detail: unknown): FoundWallet | undefined {
  if (!isRecord(detail) || !isRecord(detail.info) || !isProvider(detail.provider)) {
    return undefined
  }
  const { rdns, name, icon } = detail.info
  if (typeof rdns !== 'string' || typeof name !== 'string') return undefined
  const isPicture = typeof icon === 'string' && /^data:image\//.test(icon)
  return { id: rdns, name, icon: isPicture ? icon : null, provider: detail.provider }
}

/** Returns the wallet of browsers in which none is announced. */
function unannounced(): FoundWallet[] {
  const provider = (window as { ethereum?: unknown }).ethereum
  if (!isProvider(provider)) return []
  return [{ id: 'injected', name: 'Browser wallet', icon: null, provider }]
}

function isProvider(value: unknown): value is Provider {
  return isRecord(value) && typeof value.request === 'function'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
