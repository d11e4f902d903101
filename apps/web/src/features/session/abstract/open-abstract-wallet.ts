import type { AppConfig } from '@platemark/api/config'
import { localStore } from '@platemark/mint/browser-store'
import { chainById } from '@platemark/wallet/chain-by-id'
import {
  type CrossAppChain,
  type CrossAppProvider,
  createCrossAppProvider,
} from '@platemark/wallet/cross-app/provider'
import { walletConfig } from '../../../lib/wagmi.ts'

/** Opens the Abstract wallet on its networks of this instance. Throws where it has none. */
export function openAbstractWallet(
  config: AppConfig,
  {
    url,
    app_id,
    protocol,
    is_smart,
    chain_ids,
  }: NonNullable<AppConfig['cross_app_wallet']>,
): CrossAppProvider {
  const [first, ...others] = chain_ids.map((id) => openChain(config, id))
  if (!first) throw new Error('instance has no network for the Abstract wallet')
  return createCrossAppProvider({
    appId: app_id,
    apiUrl: url,
    chains: [first, ...others],
    isSmart: is_smart,
    protocol,
    storage: localStore,
    opener: window,
  })
}

function openChain(config: AppConfig, id: number): CrossAppChain {
  const { id: chainId } = chainById(config.networks, id)
  const client = walletConfig(config).getClient({ chainId })
  // Safe: the call is forwarded unchanged, and the node validates it.
  return { id, request: (call) => client.request(call as never) }
}
