import { discoverWallets, type FoundWallet } from '@platemark/wallet/discover-wallets'
import type { Provider } from '@platemark/wallet/provider'
import { type Config, type Connector, injected } from 'wagmi'

/**
 * Keeps the connectors of a configuration equal to the wallets found in this browser; one
 * that is gone stays while it is connected. wagmi's own discovery knows only complete
 * announcements and no `window.ethereum`. Returns a function that looks again.
 */
export function connectFoundWallets(wagmi: Config): () => void {
  const { refresh } = discoverWallets((found) => updateConnectors(wagmi, found))
  return refresh
}

function updateConnectors(wagmi: Config, found: readonly FoundWallet[]) {
  // The only way to add a connector after the start; wagmi's own discovery does the same.
  const { setup, setState } = wagmi._internal.connectors
  const known = wagmi.connectors
  const added = found.filter(({ id }) => known.every((connector) => connector.id !== id))
  setState([
    ...known.filter(
      (connector) =>
        isInUse(wagmi, connector) || found.some(({ id }) => id === connector.id),
    ),
    ...added.map((wallet) => setup(injected({ target: toTarget(wallet) }))),
  ])
}

function isInUse({ state }: Config, { uid }: Connector): boolean {
  const isConnecting = state.status === 'connecting' || state.status === 'reconnecting'
  return isConnecting || state.connections.has(uid)
}

type Target = Exclude<
  NonNullable<Parameters<typeof injected>[0]>['target'],
  string | (() => unknown) | undefined
>

function toTarget({ id, name, icon, provider }: FoundWallet): Target {
  return {
    ...{ id, name },
    ...(icon && { icon }),
    // Safe: wagmi calls request, on and removeListener only.
    provider: withEvents(provider) as Target['provider'],
  }
}

/** Wraps a provider without events, as wagmi would add them to it, which may be frozen. */
function withEvents(provider: Provider): Provider {
  if (provider.on && provider.removeListener) return provider
  return {
    request: (call) => provider.request(call),
    on: (event, listener) => provider.on?.(event, listener),
    removeListener: () => {},
  }
}
