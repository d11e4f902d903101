import type { AppConfig } from '@platemark/api/config'
import type { Provider, ProviderCall } from '@platemark/wallet/provider'
import { demoWallet } from '@platemark/wallet/wallets'
import type { Emit } from '../provider.ts'

type Listener = (value: unknown) => void

let isAnnounced = false

/**
 * Announces the demo wallet by EIP-6963, so that the page treats it like an extension.
 * Its code loads on the first request.
 */
export function announceDemoWallet(config: AppConfig): void {
  if (isAnnounced) return
  isAnnounced = true
  const detail = Object.freeze({
    info: {
      // A fixed id is enough: there is one per page.
      uuid: '6d0c5a8e-3f0b-4c1e-9a57-2b8f4d7e1c90',
      rdns: demoWallet.id,
      name: demoWallet.name,
      // Its tile is a dashed letter.
      icon: '',
    },
    provider: createProvider(config),
  })
  const announce = () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', announce)
  announce()
}

function createProvider(config: AppConfig) {
  const listeners = new Map<string, Set<Listener>>()
  const of = (event: string) => {
    const known = listeners.get(event) ?? new Set()
    listeners.set(event, known)
    return known
  }
  const emit: Emit = (event, value) => {
    for (const listener of [...of(event)]) listener(value)
  }
  let engine: Promise<Provider> | undefined
  const load = () => {
    engine ??= import('./engine.tsx').then(({ openDemoWallet }) =>
      openDemoWallet(config, emit),
    )
    return engine
  }
  return {
    request: async (call: ProviderCall) => (await load()).request(call),
    on: (event: string, listener: Listener) => void of(event).add(listener),
    removeListener: (event: string, listener: Listener) =>
      void of(event).delete(listener),
  }
}
