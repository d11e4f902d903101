import type { Network } from '@platemark/api/config'
import type { Rpc } from '@platemark/mint/rpc'
import { createChainRpc } from '../lib/chain-rpc.ts'
import { walletConfig } from '../lib/wagmi.ts'
import { useAppConfig } from './app-config.ts'

/** Returns the nodes of a network. */
export function useNetworkRpc({ id: chainId }: Pick<Network, 'id'>): Rpc {
  return createChainRpc(walletConfig(useAppConfig()).getClient({ chainId }))
}
