import type { IndexedLog } from '../../indexer/projection.ts'

/** A change that the registry emitted. Addresses are lower case, amounts wei. */
export type NamePayload =
  | { kind: 'transfer'; name: string; data: { from: string; to: string } }
  | { kind: 'registered'; name: string; data: { payer: string; price_wei: string } }
  | {
      kind: 'primary'
      /** Null: the account has no primary name any more. */
      name: string | null
      account: string
      /** The account gave its primary name away, which is no choice of another one. */
      data: { is_moved: boolean }
    }
  | { kind: 'text'; name: string; data: { key: string; value: string } }
  | { kind: 'address'; name: string; data: { coin_type: string; address: string } }
  | { kind: 'cleared'; name: string; data: object }
  | { kind: 'reserved'; name: string; data: { is_on: boolean } }
  | { kind: 'prices'; name: null; data: { wei: string[] } }

/** A change of a name with its place on the chain. */
export type NameEvent = NamePayload & {
  block: number
  logIndex: number
  transaction: string
  time: Date
}

/** Returns the place of a log, as events have it. */
export function placeOfLog(log: IndexedLog) {
  return {
    block: log.blockNumber,
    logIndex: log.logIndex,
    transaction: log.transactionHash,
    time: log.blockTime,
  }
}
