import type { CallRequest } from '@platemark/mint/call-context'
import { estimateCallFee } from '@platemark/mint/network-fee'
import { formatQuantity } from '@platemark/mint/read-contract'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { createChainRpc } from '../../lib/chain-rpc.ts'
import { walletConfig } from '../../lib/wagmi.ts'
import { useAppConfig } from '../app-config.ts'
import type { Call } from './use-call.ts'

/**
 * Estimates the network fee of a transaction; null while unknown, and where it would fail, unless its
 * `usualGas` is known.
 */
export function useCallFee(
  call: Call,
  request: CallRequest | null,
  { usualGas }: { usualGas?: bigint } = {},
) {
  const { network, account: from, contract: to } = call
  const wagmi = walletConfig(useAppConfig())
  const { data = '0x', valueWei = 0n } = request ?? {}
  const { data: fee, isError } = useQuery({
    queryKey: ['network fee', network.id, to, from, data, String(valueWei)],
    queryFn: request
      ? () =>
          estimateCallFee(
            createChainRpc(wagmi.getClient({ chainId: network.id })),
            { from, to, data, value: formatQuantity(valueWei) },
            { stack: network.stack, ...(usualGas !== undefined && { usualGas }) },
          )
      : skipToken,
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  })
  return isError || !fee ? null : fee
}
