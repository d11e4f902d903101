import { nameRegistryAbi as abi } from '@platemark/abi/name-registry'
import { transferData } from '@platemark/mint/names/name-calls'
import { reportRefusal } from '@platemark/mint/refusal'
import { isContractCode } from '@platemark/rules/account-code'
import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { useAppConfig } from '../../../components/app-config.ts'
import { createChainRpc } from '../../../lib/chain-rpc.ts'
import { walletConfig } from '../../../lib/wagmi.ts'
import type { NameHome } from '../use-name-home.ts'

type Transfer = { owner: Address; name: string; home: NameHome }

/** Returns why an account cannot receive a name, before the wallet is asked; undefined: it can. */
export function useReceiverCheck(
  account: Address | null,
  { owner, name, home }: Transfer,
): string | undefined {
  const wagmi = walletConfig(useAppConfig())
  const { chain_id: chainId, registry, network } = home
  const check = useQuery({
    queryKey: ['name receiver', chainId, name, owner, account],
    enabled: account !== null,
    queryFn: async () => {
      if (!account) return null
      const rpc = createChainRpc(wagmi.getClient({ chainId }))
      const tag = network.is_demo ? 'pending' : 'latest'
      const code = await rpc('eth_getCode', [account, tag])
      if (!isContractCode(String(code))) return null
      const call = { from: owner, to: registry, data: transferData(name, owner, account) }
      try {
        await rpc('eth_call', [call, tag])
        return null
      } catch (error) {
        const refusal = reportRefusal(error, abi)
        return refusal.kind === 'contract' ? refusal.error : null
      }
    },
  })
  return check.data
    ? 'This contract cannot receive names. Use a wallet address.'
    : undefined
}
