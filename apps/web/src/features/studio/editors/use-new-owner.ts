import type { Network } from '@platemark/api/config'
import type { Offer } from '@platemark/api/ownership'
import { resolveAccount } from '@platemark/lists/resolve-account'
import { isContractCode } from '@platemark/rules/account-code'
import { isSameAddress } from '@platemark/rules/addresses'
import { useQuery } from '@tanstack/react-query'
import { type Address, getAddress } from 'viem'
import { useAppConfig } from '../../../components/app-config.ts'
import { createChainRpc } from '../../../lib/chain-rpc.ts'
import { walletConfig } from '../../../lib/wagmi.ts'

type NewOwner = {
  /** Null while the text is no account that can be offered the collection. */
  account: Address | null
  problem?: string | undefined
  /** The account has code on the network; false while that is not known. */
  isContract: boolean
}

/** Resolves the written account of a new owner, and looks whether it is a contract. */
export function useNewOwner(written: string, network: Network, offer: Offer): NewOwner {
  const wagmi = walletConfig(useAppConfig())
  const { account, problem } = checkNewOwner(written, offer)
  const code = useQuery({
    queryKey: ['account code', network.id, account],
    enabled: account !== null,
    queryFn: async () => {
      const rpc = createChainRpc(wagmi.getClient({ chainId: network.id }))
      const answer = await rpc('eth_getCode', [account, 'latest'])
      return typeof answer === 'string' ? answer : '0x'
    },
  })
  return { account, problem, isContract: isContractCode(code.data) }
}

function checkNewOwner(
  written: string,
  { owner, contract_address }: Offer,
): { account: Address | null; problem?: string } {
  const found = resolveAccount(written, 'own a contract')
  if (typeof found !== 'string') return { account: null, problem: `${found.sentence}.` }
  if (isSameAddress(found, owner.address)) {
    return { account: null, problem: 'This is your own wallet: the collection is yours.' }
  }
  if (isSameAddress(found, contract_address)) {
    const problem = 'This is the contract of the collection, which cannot accept.'
    return { account: null, problem }
  }
  // Safe: `resolveAccount` returns an address in lower case.
  return { account: getAddress(found as Address) }
}
