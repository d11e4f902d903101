import type { Address, Hex } from 'viem'
import { createRecordStore } from '../record-store.ts'

/** A registration that a person began in this browser. */
export type PendingName = {
  account: Address
  chainId: number
  /** The registry. */
  contract: Address
  /** Label without the suffix. */
  name: string
  /** The name becomes the primary name of the account. */
  isPrimary: boolean
  /** 32 random bytes that the commitment hides the name with; null where none is needed. */
  secret: Hex | null
  /** Transaction that registered it, once it is mined. */
  hash: Hex | null
}

export type NameScope = Pick<PendingName, 'account' | 'chainId' | 'contract'>

// In IndexedDB, because logging out clears the local storage: a lost secret costs a new commitment.
const store = createRecordStore<PendingName>('platemark names', 'pending names')

/** Registrations begun in this browser, each under its account, registry and name. */
export const pendingNames = {
  find: (scope: NameScope, name: string): Promise<PendingName | undefined> =>
    store.get(toKey(scope, name)),
  list: (scope: NameScope): Promise<PendingName[]> => store.list(toKey(scope, '')),
  save: (pending: PendingName): Promise<void> =>
    store.put(toKey(pending, pending.name), pending),
  remove: (pending: PendingName): Promise<void> =>
    store.delete(toKey(pending, pending.name)),
}

function toKey({ account, chainId, contract }: NameScope, name: string): string {
  return `${account}:${chainId}:${contract}:${name}`.toLowerCase()
}
