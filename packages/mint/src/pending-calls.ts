import { createPendingRequestStore, type PendingRequest } from './pending-requests.ts'

/** A transaction to a contract that this browser requested. */
export type PendingCall = PendingRequest & {
  /** Purpose of the transaction, like `royalty`. */
  topic: string
  /** Name of the change, in the words of the page that sent it. */
  label: string
  /** The same once it is in a block; absent where `label` serves. */
  done?: string
  /** It is in a block, which is not final yet. */
  isMined: boolean
}

export type CallScope = Pick<PendingCall, 'account' | 'chainId' | 'contract' | 'topic'>

/** Returns the key of the one transaction that a scope has on its way. */
export function callKey({ account, chainId, contract, topic }: CallScope): string {
  return `${account}:${chainId}:${contract}:${topic}`.toLowerCase()
}

/** The transactions to contracts that this browser requested, by `callKey`. */
export const pendingCalls = createPendingRequestStore<PendingCall>({
  database: 'platemark calls',
  name: 'pending calls',
  keyOf: callKey,
})
