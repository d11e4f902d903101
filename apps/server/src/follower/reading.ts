import type { Apply, BadLog, FollowedLog } from '../platform/projection.ts'
import type { Endpoint, Header, HeardLogs } from './endpoints/endpoint.ts'
import type { ReadBlock } from './queries.ts'

/** What an endpoint says comes after the block that was read last. */
export type Reading =
  | { kind: 'range'; range: Range; endpoint: Endpoint }
  /** Nothing: the head is that very block. */
  | { kind: 'idle'; head: Header; endpoint: Endpoint }
  /** The head lies below it. */
  | { kind: 'below'; head: Header; endpoint: Endpoint }
  /** That block is not on the chain, or was replaced while the range was read. */
  | { kind: 'replaced'; endpoint: Endpoint }

/** All logs up to and with block `last`, and the blocks that are to be remembered, in order. */
export type Range = {
  first: number
  logs: FollowedLog[]
  blocks: ReadBlock[]
  last: Header
  head: Header
  /** By the head that its endpoint told, none of it can still be replaced. */
  isDeep: boolean
  /** Nothing of it is provisional: a second endpoint has said the same. */
  isConfirmed: boolean
  /** Of a deep range, until it was read a second time. */
  heard: HeardLogs | undefined
  /** What its first batch means, where that was worked out before its turn. */
  understood?: Understood | undefined
}

/** What the first logs of a range mean, at least `size` of them. */
export type Understood = { size: number; meaning: Apply | BadLog }

/** What another endpoint says of the same blocks; no logs where it has another at their end. */
export type Witness = { head: Header; logs: FollowedLog[] | undefined }

/** A block that further ones are joined to. */
export type Joint = { number: number; hash: string }
