import type { Address } from 'viem'
import { abortableSleep } from './backoff.ts'
import {
  type CachedLogs,
  MAX_ADDRESSES_PER_REQUEST,
  MalformedResponseError,
  type RpcEndpoint,
  type RpcLog,
  RpcUnavailableError,
} from './rpc/endpoint.ts'
import { RpcError } from './rpc/rpc-error.ts'

/**
 * The sizes of the log requests that an endpoint takes, found by what it does and not by what its
 * errors contain: nodes limit `eth_getLogs` by blocks, addresses, results, bytes or time, and refuse
 * with any status, code, text or none.
 *
 * 1. Any failed request for more than one block or more than one address may have been too large.
 *    A probe for one block and one address follows. If that fails, too, size is not the reason: the
 *    sizes stay, and the pool backs off. A dead node costs at most two calls for each backoff.
 * 2. After a successful probe the failed request is halved until the node takes it: the blocks
 *    first, then the addresses. The failure of one block and one address is the endpoint's error.
 * 3. The text and status of an error only decide how long to wait. A refusal is followed at once; a
 *    rate limit, an overload or a timeout by a pause: in the pool, where other endpoints are
 *    requested meanwhile, or here, where that would lose logs that were read already.
 * 4. Sizes grow again, by doubling or by half the distance to the refused size. A refused size is
 *    tried again after some requests, and later each time: a failure that passes, or a limit that
 *    is raised, shrinks requests for a while only.
 */
export type LogLimits = {
  blocks: SizeLimit
  addresses: SizeLimit
  /** The last request failed and a pause followed: the next one is a probe. */
  isSuspected: boolean
}

type SizeLimit = {
  /** Size of the next request. */
  size: number
  max: number
  /** Largest size that was taken; 0: none. */
  taken: number
  /** Smallest size that was refused; Infinity: none. */
  refused: number
  /** Requests of the full size since the size last changed. */
  successes: number
  /** As many of them until the refused size is tried again. */
  patience: number
  /** The size was raised and no request of it was taken yet. */
  isOnTrial: boolean
}

const START_BLOCKS = 1000
const MAX_BLOCKS = 20_000
const MIN_PATIENCE = 8
const MAX_PATIENCE = 512
/** A longer Retry-After is left to the pool. */
const MAX_PAUSE_MS = 10_000
const MAX_LOGS_PER_RESPONSE = 8000

/** Returns the limits of an endpoint that was not requested yet. */
export function newLogLimits(): LogLimits {
  return {
    blocks: newLimit(START_BLOCKS, MAX_BLOCKS),
    addresses: newLimit(MAX_ADDRESSES_PER_REQUEST, MAX_ADDRESSES_PER_REQUEST),
    isSuspected: false,
  }
}

function newLimit(size: number, max: number): SizeLimit {
  return {
    size,
    max,
    taken: 0,
    refused: Number.POSITIVE_INFINITY,
    successes: 0,
    patience: MIN_PATIENCE,
    isOnTrial: false,
  }
}

export type LogQuery = { addresses: Address[]; first: number; last: number }

type ReadOptions = {
  cache?: CachedLogs | undefined
  signal: AbortSignal
  /** Pause after a failure, in milliseconds. */
  pauseMs: number
  /** Logs of one response from which the range grows no further. */
  goal: number
  /** Called each time a request is halved. */
  onHalved: () => void
}

/** Size of a request: its blocks, and its addresses in one call. */
type Size = { blocks: number; addresses: number }

/**
 * Returns the logs of a range in requests that the endpoint takes, and adapts its limits as
 * `LogLimits` describes. Throws `RpcUnavailableError` when one block and one address fail, and
 * `InvalidRpcResponseError`.
 */
export async function readLogsInParts(
  endpoint: RpcEndpoint,
  limits: LogLimits,
  { addresses, first, last }: LogQuery,
  { cache, signal, pauseMs, goal, onHalved }: ReadOptions,
): Promise<RpcLog[]> {
  const parts: RpcLog[][] = []
  let hasSucceeded = false
  let isProbed = false
  for (let from = first; from <= last; ) {
    const to = Math.min(last, from + limits.blocks.size - 1)
    const size = {
      blocks: to - from + 1,
      addresses: Math.min(limits.addresses.size, addresses.length),
    }
    if (!limits.isSuspected || isSmallest(size)) {
      try {
        const options = { cache, addressesPerRequest: size.addresses }
        const logs = await endpoint.readLogs(addresses, from, to, options)
        grow(limits, size, logs.length, goal)
        limits.isSuspected = false
        hasSucceeded = true
        isProbed = false
        parts.push(logs)
        from = to + 1
        continue
      } catch (error) {
        if (isSmallest(size) || !mayBeTooLarge(error)) throw atSmallest(error)
        const waitMs = waitAfter(error, pauseMs)
        // Before the first success there is nothing to lose: the pool requests the others.
        limits.isSuspected = waitMs > (hasSucceeded ? MAX_PAUSE_MS : 0)
        if (limits.isSuspected) throw error
        await abortableSleep(waitMs, signal)
        signal.throwIfAborted()
      }
    }
    if (!isProbed) await probe(endpoint, addresses.slice(0, 1), from)
    limits.isSuspected = false
    hasSucceeded = true
    isProbed = true
    halve(limits, size)
    onHalved()
  }
  return parts.flat()
}

function isSmallest({ blocks, addresses }: Size): boolean {
  return blocks <= 1 && addresses <= 1
}

/** Requests the logs of one block and one address, to learn whether they can be read at all. */
async function probe(
  endpoint: RpcEndpoint,
  addresses: Address[],
  block: number,
): Promise<void> {
  await endpoint.readLogs(addresses, block, block).catch((error: unknown) => {
    throw atSmallest(error)
  })
}

function atSmallest(error: unknown): unknown {
  if (!(error instanceof RpcUnavailableError)) return error
  const { message, retryAfterMs } = error
  const text = `Logs of one block and one address cannot be read: ${message}`
  return new RpcUnavailableError(text, retryAfterMs, { cause: error })
}

/** Returns whether a smaller request may succeed: not after logs that cannot be right. */
function mayBeTooLarge(error: unknown): boolean {
  return error instanceof RpcUnavailableError || error instanceof MalformedResponseError
}

/** Returns the milliseconds until the next request; 0 where the node refused this one only. */
function waitAfter(error: unknown, pauseMs: number): number {
  if (!(error instanceof RpcUnavailableError)) return 0
  const isRefusal =
    error instanceof RpcError && (error.kind === 'tooLarge' || error.kind === 'unknown')
  return isRefusal ? 0 : Math.max(1, pauseMs, error.retryAfterMs ?? 0)
}

/** Halves the blocks of a refused request, or its addresses where it has one block. */
function halve({ blocks, addresses }: LogLimits, size: Size): void {
  // What was raised last is taken back first.
  const isTrial = addresses.isOnTrial && size.addresses > addresses.taken
  if (size.blocks > 1 && !isTrial) {
    lower(blocks, size.blocks)
    return
  }
  lower(addresses, size.addresses)
  // Fewer blocks did not help, so their number was not the reason.
  if (size.blocks === 1) blocks.refused = Number.POSITIVE_INFINITY
}

function lower(limit: SizeLimit, refused: number): void {
  // A size that was taken earlier: the limit is new.
  if (limit.taken >= refused) limit.taken = 0
  limit.size = Math.max(1, limit.taken, refused >> 1)
  limit.refused = refused
  limit.successes = 0
  limit.isOnTrial = false
}

function grow({ blocks, addresses }: LogLimits, size: Size, logs: number, goal: number) {
  raise(addresses, size.addresses, addresses.max)
  raise(blocks, size.blocks, Math.floor((size.blocks * goal) / Math.max(1, logs)))
  if (logs > MAX_LOGS_PER_RESPONSE) blocks.size = Math.max(1, size.blocks >> 1)
}

/** Raises a limit after a request of `taken`, up to `wanted`. */
function raise(limit: SizeLimit, taken: number, wanted: number): void {
  limit.taken = Math.max(limit.taken, taken)
  if (limit.taken >= limit.refused) limit.refused = Number.POSITIVE_INFINITY
  // A smaller request shows nothing about this size.
  if (taken < limit.size) return
  limit.isOnTrial = false
  const max = Math.min(limit.max, wanted)
  if (limit.size >= max) return
  if (limit.refused === Number.POSITIVE_INFINITY) limit.patience = MIN_PATIENCE
  let next = Math.min(limit.size * 2, nextBelow(limit))
  if (next <= limit.size) {
    limit.successes += 1
    if (limit.successes < limit.patience) return
    limit.successes = 0
    limit.patience = Math.min(MAX_PATIENCE, limit.patience * 2)
    next = limit.refused
  }
  limit.size = Math.min(next, max)
  limit.isOnTrial = true
}

/** Returns the size between the taken and the refused one, until they are close together. */
function nextBelow({ taken, refused }: SizeLimit): number {
  const step = Math.floor((refused - taken) / 2)
  return step >= taken / 4 ? taken + step : taken
}
