import { parseQuantity, readContract } from '@platemark/mint/read-contract'
import { httpRpc } from '@platemark/mint/rpc'
import { useQuery } from '@tanstack/react-query'
import { type Address, getAddress, parseAbi } from 'viem'
import { useNetwork } from '../../components/app-config.ts'

const factoryAbi = parseAbi(['function mintFee() view returns (uint256)'])

/** Gas of a creation with one phase and one payee, as the contracts' tests bound it. */
const CREATION_GAS = 125_000n

/** Fees that the network and its factory demand of a new collection, in wei. */
export type CreationTerms = {
  /** Mint fee that a collection created now would have. */
  mintFeeWei: bigint
  /** Network fee of creating it, roughly. */
  costWei: bigint
}

/** Reads the terms of creating on a network; undefined until they are known. */
export function useCreationTerms(alias: string): CreationTerms | undefined {
  const network = useNetwork(alias)
  const factory = network?.contracts?.factory
  const { data } = useQuery({
    queryKey: ['creation-terms', alias],
    enabled: factory !== undefined,
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      readTerms(network?.rpc_urls ?? [], getAddress(factory ?? ''), signal),
  })
  return data
}

async function readTerms(
  urls: readonly string[],
  factory: Address,
  signal: AbortSignal,
): Promise<CreationTerms> {
  const rpc = httpRpc(urls, { signal })
  const call = { abi: factoryAbi, functionName: 'mintFee', args: [] } as const
  const [mintFeeWei, gasPrice] = await Promise.all([
    readContract(rpc, factory, 'latest', call),
    rpc('eth_gasPrice', []).then(parseQuantity),
  ])
  return { mintFeeWei, costWei: CREATION_GAS * gasPrice }
}
