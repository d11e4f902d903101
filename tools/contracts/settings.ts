import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import { type Deployment, deployedAddresses } from '@platemark/abi/deploy'
import { platformAbi } from '@platemark/abi/platform'
import {
  type Address,
  encodeFunctionData,
  formatUnits,
  type Hex,
  isAddressEqual,
  zeroAddress,
} from 'viem'
import { readContract } from 'viem/actions'
import type { Node } from './node.ts'

/** Settings of an installation that its owner can change. */
export type Settings = {
  owner: Address
  /** Account that may accept ownership; 0 for none. */
  pendingOwner: Address
  /** 0 for none: the platform's share then stays in the collections. */
  feeRecipient: Address
  mintFeeWei: bigint
}

/** Reads the settings of the contracts at the addresses of the plan. */
export async function readSettings(
  { client }: Node,
  plan: readonly Deployment[],
): Promise<Settings> {
  const { platform, factory } = deployedAddresses(plan)
  const at = { address: platform, abi: platformAbi } as const
  const [owner, pendingOwner, feeRecipient, mintFeeWei] = await Promise.all([
    readContract(client, { ...at, functionName: 'owner' }),
    readContract(client, { ...at, functionName: 'pendingOwner' }),
    readContract(client, { ...at, functionName: 'feeRecipient' }),
    readContract(client, {
      address: factory,
      abi: collectionFactoryAbi,
      functionName: 'mintFee',
    }),
  ])
  return { owner, pendingOwner, feeRecipient, mintFeeWei }
}

/** A transaction of the owner. */
export type OwnerCall = { what: string; to: Address; data: Hex }

/** Returns the transactions that change the settings to the wished ones. */
export function planOwnerCalls(
  node: Node,
  plan: readonly Deployment[],
  settings: Pick<Settings, 'feeRecipient' | 'mintFeeWei'>,
  wished: { feeRecipient: Address | undefined; mintFeeWei: bigint | undefined },
): OwnerCall[] {
  const { platform, factory } = deployedAddresses(plan)
  const calls: OwnerCall[] = []
  const { feeRecipient, mintFeeWei } = wished
  if (feeRecipient && !isAddressEqual(feeRecipient, settings.feeRecipient)) {
    calls.push({
      what: `setFeeRecipient(${feeRecipient})`,
      to: platform,
      data: encodeFunctionData({
        abi: platformAbi,
        functionName: 'setFeeRecipient',
        args: [feeRecipient],
      }),
    })
  }
  if (mintFeeWei !== undefined && mintFeeWei !== settings.mintFeeWei) {
    calls.push({
      what: `setMintFee(${mintFeeWei}), which is ${formatAmount(node, mintFeeWei)} for each token`,
      to: factory,
      data: encodeFunctionData({
        abi: collectionFactoryAbi,
        functionName: 'setMintFee',
        args: [mintFeeWei],
      }),
    })
  }
  return calls
}

/** Returns one line for each setting. */
export function formatSettings(node: Node, settings: Settings): string[] {
  const { owner, pendingOwner, feeRecipient, mintFeeWei } = settings
  const isUnset = feeRecipient === zeroAddress
  return [
    `Owner:         ${owner}`,
    ...(pendingOwner === zeroAddress ? [] : [`Offered to:    ${pendingOwner}`]),
    `Fee recipient: ${isUnset ? 'none; the share of the platform stays in the collections' : feeRecipient}`,
    `Mint fee:      ${formatAmount(node, mintFeeWei)} for each token of new collections`,
  ]
}

/** Returns an amount in wei in the chain's coin. */
export function formatAmount({ coin }: Node, wei: bigint): string {
  return `${formatUnits(wei, coin.decimals)} ${coin.symbol}`
}
