import type { Network } from '@platemark/api/config'
import { planWithdrawal, type Withdrawal } from '@platemark/mint/withdrawal'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { useAppConfig } from '../../../components/app-config.ts'
import { createChainRpc } from '../../../lib/chain-rpc.ts'
import { walletConfig } from '../../../lib/wagmi.ts'
import { type FeeJudgement, judgeFee } from './judge-fee.ts'

export type WithdrawalPlan = Withdrawal & FeeJudgement

type WithdrawalNeeds = {
  network: Network
  account: Address
  payouts: Address
  /** Contracts that owe something. */
  contracts: Address[]
  /** Amount that they owe by the API, in wei: another amount is another plan. */
  amount: string
}

/**
 * Tries the withdrawal on a node and judges its network fee; without a plan until it answered, and
 * where the network is silent.
 */
export function useWithdrawal(needs: WithdrawalNeeds) {
  const { network, account, payouts, contracts, amount } = needs
  const wagmi = walletConfig(useAppConfig())
  const { data: plan, isError } = useQuery({
    queryKey: ['withdrawal', network.id, account, amount, contracts.join()],
    queryFn:
      contracts.length === 0
        ? skipToken
        : async (): Promise<WithdrawalPlan> => {
            const rpc = createChainRpc(wagmi.getClient({ chainId: network.id }))
            const planned = await planWithdrawal(rpc, {
              ...{ payouts, account, contracts },
              blockTag: network.is_demo ? 'pending' : 'latest',
              stack: network.stack,
            })
            return { ...planned, ...judgeFee(planned.amountWei, planned.fee.wei) }
          },
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  })
  return { plan: isError ? undefined : plan, isSilent: isError }
}
