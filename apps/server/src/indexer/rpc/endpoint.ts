import type { Address, Hash, Hex } from 'viem'

/** The header of a block. */
export type BlockHeader = { number: number; hash: Hash; parentHash: Hash; time: Date }

/** A log; addresses are lower case. `blockTime` is null where the node sends none. */
export type RpcLog = {
  address: Address
  topics: Hex[]
  data: Hex
  blockNumber: number
  blockHash: Hash
  transactionHash: Hash
  logIndex: number
  blockTime: Date | null
}

/**
 * Logs of earlier responses by request, with the response text: an equal text from a second
 * endpoint needs no parsing and validation.
 */
export type CachedLogs = Map<string, { id: number; text: string; logs: RpcLog[] }>

/** Nodes and the gateways before them refuse longer address lists. */
export const MAX_ADDRESSES_PER_REQUEST = 500

/**
 * One RPC endpoint of a chain. Every response is validated against its request: an invalid one
 * throws `InvalidRpcResponseError`, a missing one `RpcUnavailableError`.
 */
export type RpcEndpoint = {
  /** Its origin (numbered where two share it): safe to log, as paths and credentials are secret. */
  name: string
  readChainId(): Promise<number>
  /** Returns undefined where the node has no such block. */
  readHeader(number: number | 'latest'): Promise<BlockHeader | undefined>
  /** Returns several headers in the order of `numbers`, in one request. */
  readHeaders(numbers: number[]): Promise<(BlockHeader | undefined)[]>
  /** Returns the code at `address` in the latest block; `0x` where there is none. */
  readCode(address: Address): Promise<Hex>
  /**
   * Returns all logs of `addresses` in blocks `from` to `to`, in chain order, each once, in one
   * request for each `addressesPerRequest`, and adds responses to `cache`. What to do where a node
   * refuses the request is up to `readLogsInParts`.
   */
  readLogs(
    addresses: Address[],
    from: number,
    to: number,
    options?: { cache?: CachedLogs | undefined; addressesPerRequest?: number },
  ): Promise<RpcLog[]>
}

/** The endpoints of a chain: healthy ones are requested first, each within its rate limit. */
export type RpcPool = {
  names: readonly string[]
  /**
   * Runs `work` on the best endpoint, then on the next one when it fails; `exclude` is used only
   * where there is no other. Throws `ChainIdMismatchError` when all are on another chain,
   * `NoRpcAvailableError` when none is available, and what `work` itself throws.
   */
  request<T>(
    work: (endpoint: RpcEndpoint) => Promise<T>,
    options: { signal: AbortSignal; exclude?: { name: string } | undefined },
  ): Promise<{ result: T; endpoint: RpcEndpoint }>
  /** Backs off from an endpoint whose response was proved wrong. `reason` is logged. */
  penalize(endpoint: { name: string }, reason: string): void
}

/** An invalid response. The message contains no text of the response. */
export class InvalidRpcResponseError extends Error {
  override readonly name: string = 'InvalidRpcResponseError'
}

/** A response without the expected result or an error; some nodes refuse requests like this. */
export class MalformedResponseError extends InvalidRpcResponseError {
  override readonly name = 'MalformedResponseError'
}

/** No usable response: refused connection, timeout, 429, 5xx, truncated body, JSON-RPC error. */
export class RpcUnavailableError extends Error {
  override readonly name = 'RpcUnavailableError'
  /** Milliseconds of the endpoint's Retry-After. */
  readonly retryAfterMs: number | undefined
  constructor(message: string, retryAfterMs?: number, options?: ErrorOptions) {
    super(message, options)
    this.retryAfterMs = retryAfterMs
  }
}

/** The endpoint has not reached the block yet: no failure, but the next endpoint is requested. */
export class RpcBehindError extends Error {
  override readonly name = 'RpcBehindError'
}

/** Every available endpoint is on another chain. */
export class ChainIdMismatchError extends Error {
  override readonly name = 'ChainIdMismatchError'
  readonly found: number
  constructor(found: number) {
    super(`Chain id is ${found}.`)
    this.found = found
  }
}

/** No endpoint is available now. */
export class NoRpcAvailableError extends Error {
  override readonly name = 'NoRpcAvailableError'
  /** Milliseconds until one of them may be requested again. */
  readonly retryAfterMs: number
  constructor(message: string, retryAfterMs = 0, options?: ErrorOptions) {
    super(message, options)
    this.retryAfterMs = retryAfterMs
  }
}
