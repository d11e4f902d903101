import { httpRpc } from '@platemark/mint/rpc'
import { isContractCode } from '@platemark/rules/account-code'
import { useQuery } from '@tanstack/react-query'
import { useNetwork } from '../app-config.ts'

/** Hint that an address is a contract, which must be able to take the money. */
export function ContractHint({ address, network }: { address: string; network: string }) {
  const found = useNetwork(network)
  const { data: isContract } = useQuery({
    queryKey: ['is-contract', network, address.toLowerCase()],
    staleTime: 300_000,
    queryFn: async ({ signal }) => {
      const rpc = httpRpc(found?.rpc_urls ?? [], { signal })
      const code = await rpc('eth_getCode', [address, 'latest'])
      return isContractCode(typeof code === 'string' ? code : undefined)
    },
  })
  if (!isContract) return null
  return (
    <span className="hint">
      A contract on {found?.name}. Check that it can receive{' '}
      {found?.native_currency.symbol}, a wallet contract such as a Safe can.
    </span>
  )
}
