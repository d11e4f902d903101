import { collectionAbi } from '@platemark/abi/collection'
import type { CallRequest } from '@platemark/mint/call-context'
import {
  type ContractFunctionArgs,
  type ContractFunctionName,
  encodeFunctionData,
} from 'viem'

type Setter = ContractFunctionName<typeof collectionAbi, 'nonpayable'>

/**
 * Returns the transaction that calls a setter of a collection; `label` names it on the page, and
 * `done` once it is in a block.
 */
export function encodeChange<N extends Setter>(
  functionName: N,
  args: ContractFunctionArgs<typeof collectionAbi, 'nonpayable', N>,
  label: string,
  done: string,
): CallRequest {
  // Safe: the parameters pair each function with its arguments; viem cannot see the pair.
  const call = { abi: collectionAbi, functionName, args } as never
  return { data: encodeFunctionData(call), label, done }
}
