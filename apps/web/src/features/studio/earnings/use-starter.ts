import { skipToken, useQuery } from '@tanstack/react-query'
import { useAppConfig } from '../../../components/app-config.ts'
import { createChainRpc } from '../../../lib/chain-rpc.ts'
import { walletConfig } from '../../../lib/wagmi.ts'
import type { PaymentGroup } from './group-payments.ts'

/**
 * Returns the account that sent the transaction of a payment, as a node of the network has it;
 * undefined while it is read, null where no node returned it.
 */
export function useStarter({
  chain_alias,
  transaction_hash,
}: PaymentGroup): string | null | undefined {
  const config = useAppConfig()
  const network = config.networks.find(({ alias }) => alias === chain_alias)
  const { data, isError } = useQuery({
    queryKey: ['sender', chain_alias, transaction_hash],
    queryFn: network
      ? async () => {
          const client = walletConfig(config).getClient({ chainId: network.id })
          const sent = await createChainRpc(client)('eth_getTransactionByHash', [
            transaction_hash,
          ])
          return readSender(sent)
        }
      : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return isError || !network ? null : data
}

function readSender(sent: unknown): string | null {
  const from = typeof sent === 'object' && sent !== null && 'from' in sent && sent.from
  return typeof from === 'string' ? from : null
}
