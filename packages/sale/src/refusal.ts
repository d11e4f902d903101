import { collectionAbi } from '@platemark/abi/collection'
import { decodeErrorResult, type Hex } from 'viem'

/** Why a contract refused a mint, as `refusalSentence` of the rules takes it. */
export type ContractRefusal = {
  /** Name of the contract's error; the selector of one that is not known. */
  error: string
  values: readonly unknown[]
  data: Hex
}

/** Reads what a contract that reverted gave back. */
export function refusalOf(data: Hex): ContractRefusal {
  try {
    const { errorName, args } = decodeErrorResult({ abi: collectionAbi, data })
    return { error: errorName, values: args ?? [], data }
  } catch {
    return { error: data.slice(0, 10), values: [], data }
  }
}
