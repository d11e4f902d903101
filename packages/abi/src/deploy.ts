import { type Address, encodeDeployData, type Hex } from 'viem'
import { collectionFactoryAbi, collectionFactoryBytecode } from './collection-factory.ts'
import { payoutsBytecode } from './payouts.ts'

/** A contract to create: send `data` in a transaction without a recipient. */
export type Deployment = {
  contract: 'factory' | 'payouts'
  data: Hex
}

/**
 * The contracts of an instance in the order in which to deploy them. The factory makes the
 * implementations of drops and editions itself; its owner then sets fee and fee recipient with
 * `setMintFee` (wei per token) and `setFeeRecipient`.
 */
export function deploymentPlan(owner: Address): Deployment[] {
  const factory = encodeDeployData({
    abi: collectionFactoryAbi,
    bytecode: collectionFactoryBytecode,
    args: [owner],
  })
  return [
    { contract: 'factory', data: factory },
    { contract: 'payouts', data: payoutsBytecode },
  ]
}
