import type { AppConfig, Network } from '@platemark/api/config'
import { queryOptions } from '@tanstack/react-query'
import { getBalance } from 'viem/actions'
import type { Wallet } from '../../lib/session.ts'
import { walletConfig } from '../../lib/wagmi.ts'

/** Query for the native balance of an address, in wei as a decimal string. */
export const balanceQuery = (
  config: AppConfig,
  network: Network,
  address: Wallet['address'],
) =>
  queryOptions({
    queryKey: ['balance', network.id, address.toLowerCase()],
    queryFn: async () => {
      const client = walletConfig(config).getClient({ chainId: network.id })
      return (await getBalance(client, { address })).toString()
    },
  })
