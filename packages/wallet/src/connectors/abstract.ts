import { type Opener, openPopup } from '../cross-app/popup.ts'
import type { CrossAppProvider } from '../cross-app/provider.ts'
import { WalletError } from '../errors.ts'
import { createListeners } from '../listeners.ts'
import type { Provider } from '../provider.ts'

type Shell = {
  opener: Opener
  /** Returns whether a connection is stored in this browser. */
  hasConnection(): boolean
  /** Loads the wallet itself. */
  load(): Promise<CrossAppProvider>
}

/**
 * Creates the provider of the Abstract wallet without its code, which is loaded to connect, or for
 * a stored connection. The window opens before that, while the browser still allows it.
 */
export function createAbstractProvider(shell: Shell): Provider {
  const { opener, hasConnection, load } = shell
  const listeners = createListeners()
  let loaded: Promise<CrossAppProvider> | undefined
  const open = () => {
    loaded ??= load().then((provider) => {
      for (const event of ['accountsChanged', 'chainChanged', 'connect'])
        provider.on?.(event, (value) => listeners.emit(event, value))
      return provider
    })
    // A later click loads again.
    loaded.catch(() => {
      loaded = undefined
    })
    return loaded
  }
  const connect = async () => {
    const popup = openPopup(opener, 'connect')
    try {
      return await (await open()).connect(popup)
    } finally {
      popup.close()
    }
  }
  return {
    hasOwnLimits: true,
    async request(call) {
      if (!hasConnection()) {
        if (call.method === 'eth_requestAccounts') return connect()
        if (call.method === 'eth_accounts') return []
      }
      // Libraries that ask for this first open a second window after a failure.
      if (call.method === 'wallet_requestPermissions')
        throw new WalletError('unsupported_request', { values: { method: call.method } })
      return (await open()).request(call)
    },
    on: listeners.on,
    removeListener: listeners.removeListener,
  }
}
