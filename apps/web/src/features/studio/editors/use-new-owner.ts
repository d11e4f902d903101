import type { Network } from '@platemark/api/config'
import type { Offer } from '@platemark/api/ownership'
import { isContractCode } from '@platemark/rules/account-code'
import { isSameAddress } from '@platemark/rules/addresses'
import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import {
  useWrittenAccount,
  type WrittenAccount,
} from '../../../components/accounts/use-written-account.ts'
import { useAppConfig } from '../../../components/app-config.ts'
import { createChainRpc } from '../../../lib/chain-rpc.ts'
import { walletConfig } from '../../../lib/wagmi.ts'

type NewOwner = WrittenAccount & {
  /** The account has code on the network; false while that is not known. */
  isContract: boolean
}

/** Resolves the written account of a new owner, and looks whether it is a contract. */
export function useNewOwner(written: string, network: Network, offer: Offer): NewOwner {
  const wagmi = walletConfig(useAppConfig())
  const found = useWrittenAccount(written, 'own a contract', network)
  const refused = found.account && refuseNewOwner(found.account, offer)
  const account = refused ? null : found.account
  const code = useQuery({
    queryKey: ['account code', network.id, account],
    enabled: account !== null,
    queryFn: async () => {
      const rpc = createChainRpc(wagmi.getClient({ chainId: network.id }))
      const answer = await rpc('eth_getCode', [account, 'latest'])
      return typeof answer === 'string' ? answer : '0x'
    },
  })
  return {
    ...found,
    account,
    problem: refused ?? found.problem,
    isContract: isContractCode(code.data),
  }
}

/** Returns why a collection cannot be offered to an account; undefined: it can. */
function refuseNewOwner(
  account: Address,
  { owner, contract_address }: Offer,
): string | undefined {
  if (isSameAddress(account, owner.address))
    return 'This is your own wallet. Enter the one of the new owner.'
  if (isSameAddress(account, contract_address))
    return 'This is the contract of the collection, which cannot accept it. Enter a wallet.'
  return undefined
}
