import { createRecordStore } from '@platemark/mint/record-store'
import type { Hex } from 'viem'

/** Data that the demo wallet stores in this browser. */
export type Kept = {
  privateKey: Hex
  chainId: number
  /** True while the page may see the account: connected and not disconnected since. */
  isShared: boolean
}

const row = 'only'
const store = createRecordStore<unknown>('platemark-demo-wallet', 'wallet')

/**
 * Reads the stored data, or undefined at the first visit. Logging out does not clear it.
 */
export async function readKept(): Promise<Kept | undefined> {
  const value = await store.get(row)
  return isKept(value) ? value : undefined
}

export async function writeKept(kept: Kept): Promise<void> {
  await store.put(row, kept)
}

function isKept(value: unknown): value is Kept {
  return (
    typeof value === 'object' &&
    value !== null &&
    'privateKey' in value &&
    typeof value.privateKey === 'string' &&
    'chainId' in value &&
    typeof value.chainId === 'number' &&
    'isShared' in value &&
    typeof value.isShared === 'boolean'
  )
}
