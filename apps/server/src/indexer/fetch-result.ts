import type { Apply, IndexedLog, InvalidLogError } from './projection.ts'
import type { IndexedBlock } from './queries.ts'
import type { BlockHeader, CachedLogs, RpcEndpoint } from './rpc/endpoint.ts'

/** What an endpoint says comes after the block that was read last. */
export type FetchResult =
  | { kind: 'range'; range: FetchedRange; endpoint: RpcEndpoint }
  /** Nothing: the head is that very block. */
  | { kind: 'upToDate'; head: BlockHeader; endpoint: RpcEndpoint }
  /** The head lies below it. */
  | { kind: 'headBehind'; head: BlockHeader; endpoint: RpcEndpoint }
  /** That block is not on the chain, or was replaced while the range was read. */
  | { kind: 'reorg'; endpoint: RpcEndpoint }

/** All logs up to and with block `last`, and the blocks that are to be remembered, in order. */
export type FetchedRange = {
  first: number
  logs: IndexedLog[]
  blocks: IndexedBlock[]
  last: BlockHeader
  head: BlockHeader
  /** By the head that its endpoint told, none of it can still be replaced. */
  isDeep: boolean
  /** Nothing of it is provisional: a second endpoint has said the same. */
  isConfirmed: boolean
  /** Of a deep range, until it was read a second time. */
  responseCache: CachedLogs | undefined
  /** What its first batch means, where that was worked out before its turn. */
  decoded?: DecodedBatch | undefined
}

/** What the first logs of a range mean, at least `size` of them. */
export type DecodedBatch = { size: number; apply: Apply | InvalidLogError }

/** What another endpoint says of the same blocks; no logs where it has another at their end. */
export type CrossCheck = { head: BlockHeader; logs: IndexedLog[] | undefined }

/** A block that further ones are joined to. */
export type ParentBlock = { number: number; hash: string }
