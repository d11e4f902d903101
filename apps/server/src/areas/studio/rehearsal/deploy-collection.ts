import { collectionAbi } from '@platemark/abi/collection'
import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import { planContracts, platformRuntime } from '@platemark/abi/deploy'
import { platformAbi } from '@platemark/abi/platform'
import { Problem } from '@platemark/api/problem'
import { type Address, encodeFunctionData, type Hex, pad, toHex } from 'viem'
import { readContract } from 'viem/actions'
import type { Chain } from '../../../configuration/chains.ts'
import { withChainErrors } from '../deployment.ts'
import type { ThrowawayChain } from './throwaway-chain.ts'

/** Contracts of a network, as far as a rehearsal needs them. */
export type NetworkContracts = {
  factory: Address
  platform: Address
  owner: Address
  feeRecipient: Address
}

/** Reads the contracts of a network. Throws `chain_unavailable`. */
export function readNetworkContracts(
  chain: Chain,
  factory: Address,
): Promise<NetworkContracts> {
  return withChainErrors(chain, async () => {
    const platform = await readContract(chain.client, {
      ...{ address: factory, abi: collectionFactoryAbi, functionName: 'platform' },
    })
    const at = { address: platform, abi: platformAbi } as const
    const [owner, feeRecipient] = await Promise.all([
      readContract(chain.client, { ...at, functionName: 'owner' }),
      readContract(chain.client, { ...at, functionName: 'feeRecipient' }),
    ])
    return { factory, platform, owner, feeRecipient }
  })
}

/** Slots of the storage of `Platform.sol`. */
const OWNER_SLOT = toHex(0, { size: 32 })
const FEE_RECIPIENT_SLOT = toHex(2, { size: 32 })

/** Deploys the contracts of a network at the same addresses, with the same owner and mint fee. */
export async function deployNetworkContracts(
  chain: ThrowawayChain,
  { factory, platform, owner, feeRecipient }: NetworkContracts,
  { time, mintFeeWei }: { time: number; mintFeeWei: bigint },
): Promise<void> {
  const { client } = chain
  // The address of a platform follows from its first owner, who may have passed it on.
  await client.setCode({ address: platform, bytecode: platformRuntime() })
  await client.setStorageAt({ address: platform, index: OWNER_SLOT, value: pad(owner) })
  await client.setStorageAt({
    ...{ address: platform, index: FEE_RECIPIENT_SLOT, value: pad(feeRecipient) },
  })
  const setFee = encodeFunctionData({
    ...{ abi: collectionFactoryAbi, functionName: 'setMintFee', args: [mintFeeWei] },
  })
  const calls = planContracts(platform).map(({ to, data }) => ({ from: owner, to, data }))
  const receipts = await chain.mineAt(time, [
    ...calls,
    { from: owner, to: factory, data: setFee },
  ])
  const code = await client.getCode({ address: factory })
  if (!code || receipts.some(({ isSuccess }) => !isSuccess)) {
    throw new Problem(
      'internal',
      'The contracts of this network are of another version than this site can rehearse.',
    )
  }
}

/** Sends a creation and returns whether the collection is at its address. */
export async function createCollection(
  chain: ThrowawayChain,
  time: number,
  creation: { from: Address; to: Address; data: Hex; address: Address },
): Promise<boolean> {
  const { address, ...call } = creation
  const [receipt] = await chain.mineAt(time, [call])
  if (!receipt?.isSuccess) return false
  const code = await chain.client.getCode({ address })
  return code !== undefined
}

/** Reads the state of a collection. */
export function readOverview(chain: ThrowawayChain, address: Address) {
  return chain.client.readContract({
    ...{ address, abi: collectionAbi, functionName: 'overview' },
  })
}
