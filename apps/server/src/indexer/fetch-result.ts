import type { Apply, IndexedLog, InvalidLogError } from './projection.ts'
import type { IndexedBlock } from './queries.ts'
import type { BlockHeader, CachedLogs, RpcEndpoint } from './rpc/endpoint.ts'

/** The blocks after the cursor, by the response of one endpoint. */
export type FetchResult =
  | { kind: 'range'; range: FetchedRange; endpoint: RpcEndpoint }
  /** The head is the cursor's block. */
  | { kind: 'upToDate'; head: BlockHeader; endpoint: RpcEndpoint }
  /** The head is below the cursor's block. */
  | { kind: 'headBehind'; head: BlockHeader; endpoint: RpcEndpoint }
  /** The cursor's block is not on the chain, or was replaced during the fetch. */
  | { kind: 'reorg'; endpoint: RpcEndpoint }

/** All logs from block `first` to `last`, and the blocks to store, in order. */
export type FetchedRange = {
  first: number
  logs: IndexedLog[]
  blocks: IndexedBlock[]
  last: BlockHeader
  head: BlockHeader
  /** By the head of its endpoint, every block has the required confirmations. */
  isDeep: boolean
  /** A second endpoint returned the same, so that no row is provisional. */
  isConfirmed: boolean
  /** Responses of a deep range, kept until its cross-check. */
  responseCache: CachedLogs | undefined
  /** The first batch, where it was decoded before its turn. */
  decoded?: DecodedBatch | undefined
}

/** The decoded first logs of a range, at least `size` of them. */
export type DecodedBatch = { size: number; apply: Apply | InvalidLogError }

/** The same blocks from another endpoint; logs are undefined where it has another last block. */
export type CrossCheck = { head: BlockHeader; logs: IndexedLog[] | undefined }

/** The block that the next range must follow. */
export type ParentBlock = { number: number; hash: string }
