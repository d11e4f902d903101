import type { AppConfig } from '@platemark/api/config'
import { localStore } from '@platemark/mint/browser-store'
import { createAbstractProvider } from '@platemark/wallet/connectors/abstract'
import { openConnectionStore } from '@platemark/wallet/cross-app/connection-store'
import { abstractWalletId } from '@platemark/wallet/wallets'
import { announceWallet } from '../announce-wallet.ts'

let isAnnounced = false

/**
 * Announces the Abstract wallet where the instance has a network for it, so that the page treats it
 * like an extension. Its code loads when it connects.
 */
export function announceAbstractWallet(config: AppConfig): void {
  const wallet = config.cross_app_wallet
  if (isAnnounced || !wallet) return
  isAnnounced = true
  const store = openConnectionStore(localStore, {
    appId: wallet.app_id,
    isSmart: wallet.is_smart,
  })
  const provider = createAbstractProvider({
    opener: window,
    hasConnection: () => store.read(Date.now()) !== undefined,
    load: async () => {
      const { openAbstractWallet } = await import('./open-abstract-wallet.ts')
      return openAbstractWallet(config, wallet)
    },
  })
  const uuid = '0f3b1c52-6a0e-4d0e-8f27-5b6f0a9c3e11'
  announceWallet({ uuid, rdns: abstractWalletId, name: 'Abstract' }, provider)
}
