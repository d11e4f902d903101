import type { AppConfig } from '@platemark/api/config'
import { createListeners } from '@platemark/wallet/listeners'
import type { Provider, ProviderCall } from '@platemark/wallet/provider'
import { demoWallet } from '@platemark/wallet/wallets'
import { announceWallet } from '../announce-wallet.ts'

let isAnnounced = false

/**
 * Announces the demo wallet by EIP-6963, so that the page treats it like an extension.
 * Its code loads on the first request.
 */
export function announceDemoWallet(config: AppConfig): void {
  if (isAnnounced) return
  isAnnounced = true
  // A fixed id is enough: there is one per page.
  const uuid = '6d0c5a8e-3f0b-4c1e-9a57-2b8f4d7e1c90'
  const { id: rdns, name } = demoWallet
  announceWallet({ uuid, rdns, name }, createProvider(config))
}

function createProvider(config: AppConfig): Provider {
  const { on, removeListener, emit } = createListeners()
  let engine: Promise<Provider> | undefined
  const load = () => {
    engine ??= import('./engine.tsx').then(({ openDemoWallet }) =>
      openDemoWallet(config, emit),
    )
    return engine
  }
  return {
    request: async (call: ProviderCall) => (await load()).request(call),
    on,
    removeListener,
  }
}
