import type { Address, Hash, Hex } from 'viem'

/** A block as an endpoint tells it. */
export type BlockHeader = { number: number; hash: Hash; parentHash: Hash; time: Date }

/** A log as an endpoint tells it; addresses are lower case. `blockTime` is null where it says none. */
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
 * Logs of a first reading by the question that they answer, with the answer as it came: where a
 * second reading hears the very same, it has the same logs without reading them again.
 */
export type CachedLogs = Map<string, { id: number; text: string; logs: RpcLog[] }>

/**
 * One RPC endpoint of a chain. Every answer is checked against what was asked; one that cannot
 * be true throws `BadAnswer`, one that does not come `Unreachable`.
 */
export type RpcEndpoint = {
  /** Its origin (with a number where two share it), safe to log: paths and credentials are secrets of the operator. */
  name: string
  readChainId(): Promise<number>
  /** Undefined where the chain has no such block. */
  readHeader(number: number | 'latest'): Promise<BlockHeader | undefined>
  /** Several headers in one request, in the order of `numbers`. */
  readHeaders(numbers: number[]): Promise<(BlockHeader | undefined)[]>
  /** The code at `address` in the newest block; `0x` where there is none. */
  readCode(address: Address): Promise<Hex>
  /**
   * All logs of `addresses` in blocks `from` to `to`, in their order on the chain, each once.
   * Throws `RangeRefused` when a shorter range may succeed. `heard` is added to.
   */
  readLogs(
    addresses: Address[],
    from: number,
    to: number,
    heard?: CachedLogs,
  ): Promise<RpcLog[]>
}

/** What a chain's endpoints are asked through: the healthy ones first, none beyond its rate. */
export type RpcPool = {
  names: readonly string[]
  /**
   * Lets one endpoint do the whole of `work`, the next best one when it fails, and so on. The
   * chain id of each is asked before its first use and every hour. The one named by `exclude`
   * (names are unique in a chain) is asked only where there is no other. Throws `RangeRefused`, `WrongChain` (all of them are of another chain) and
   * `NoEndpoint` (none answers now); what `work` itself throws passes through.
   */
  request<T>(
    work: (endpoint: RpcEndpoint) => Promise<T>,
    options: { signal: AbortSignal; exclude?: { name: string } | undefined },
  ): Promise<{ answer: T; endpoint: RpcEndpoint }>
  /** Lets it rest: what it answered was proved wrong. `what` goes to the log. */
  penalize(endpoint: { name: string }, what: string): void
}

/** The endpoint answered, and does not want to give so many logs at once. */
export class RangeTooLargeError extends Error {
  override readonly name = 'RangeRefused'
}

/** What was answered cannot be true. The message is ours and quotes nothing of the answer. */
export class InvalidRpcResponseError extends Error {
  override readonly name = 'BadAnswer'
}

/** No answer: refused connections, time-outs, 429, 5xx, cut-off bodies, JSON-RPC errors. */
export class RpcUnavailableError extends Error {
  override readonly name = 'Unreachable'
  /** Milliseconds the endpoint asked to be left alone. */
  readonly retryAfterMs: number | undefined
  constructor(message: string, retryAfterMs?: number, options?: ErrorOptions) {
    super(message, options)
    this.retryAfterMs = retryAfterMs
  }
}

/** It has not come as far as it would have to: no failure, but another one is to be asked. */
export class RpcBehindError extends Error {
  override readonly name = 'NotYet'
}

/** Every endpoint that answers is of another chain. */
export class ChainIdMismatchError extends Error {
  override readonly name = 'WrongChain'
  readonly found: number
  constructor(found: number) {
    super(`It is of chain ${found}.`)
    this.found = found
  }
}

/** None of the endpoints answers now. */
export class NoRpcAvailableError extends Error {
  override readonly name = 'NoEndpoint'
  /** Milliseconds until one of them may be asked again. */
  readonly retryAfterMs: number
  constructor(message: string, retryAfterMs = 0, options?: ErrorOptions) {
    super(message, options)
    this.retryAfterMs = retryAfterMs
  }
}
