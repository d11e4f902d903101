import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import type { Address, Hex } from 'viem'
import type { PreparedCollection } from './find-deployment.ts'
import { formatQuantity } from './read-contract.ts'
import { toRefusal } from './refusal.ts'
import type { TransactionCall } from './request-transaction.ts'

/** The transaction that deploys a draft, as the API prepared it. */
export type PreparedDeployment = PreparedCollection & {
  chainId: number
  data: Hex
  valueWei: bigint
}

export function deploymentCall(
  { contract, data, valueWei }: PreparedDeployment,
  account: Address,
): TransactionCall {
  return { from: account, to: contract, data, value: formatQuantity(valueWei) }
}

/** Returns whether the factory refused a deployment because its collection exists. */
export function isAlreadyCreated(error: unknown): boolean {
  const refusal = toRefusal(error, collectionFactoryAbi)
  return refusal.kind === 'contract' && refusal.error === 'AlreadyCreated'
}
