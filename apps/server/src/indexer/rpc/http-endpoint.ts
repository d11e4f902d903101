import { type Address, numberToHex } from 'viem'
import { chunk, mapConcurrent } from './concurrency.ts'
import {
  type CachedLogs,
  RangeTooLargeError,
  type RpcEndpoint,
  type RpcLog,
  RpcUnavailableError,
} from './endpoint.ts'
import {
  createJsonRpc,
  type JsonRpc,
  type JsonRpcOptions,
  type RpcCall,
} from './json-rpc.ts'
import { RpcError } from './rpc-error.ts'
import {
  inChainOrder,
  toChainId,
  toCode,
  toHeader,
  toLogs,
} from './validate-responses.ts'

type EndpointOptions = JsonRpcOptions & {
  /** Called each time the node refuses a range as too large. */
  onRefusal?: (() => void) | undefined
}

/** An endpoint whose requests can be bound to an abort signal. */
export type HttpEndpoint = RpcEndpoint & {
  within(signal: AbortSignal): RpcEndpoint
}

// Nodes and the gateways before them refuse long address lists.
const MAX_ADDRESSES_PER_CALL = 500

// All responses of a range are in memory together, each up to the size limit.
const MAX_CONCURRENT_PARTS = 4
const MAX_LOGS = 50_000

/** Creates the endpoint at `url` without a request. */
export function createHttpEndpoint(
  url: string,
  options: EndpointOptions & { name?: string },
): HttpEndpoint {
  const rpc = createJsonRpc(url, options)
  const readLogs = createLogReader(rpc, options)
  const name = options.name ?? urlOrigin(url)
  const within = (signal: AbortSignal): RpcEndpoint => ({
    name,
    async readChainId() {
      return toChainId(await rpc.call({ method: 'eth_chainId', params: [] }, signal))
    },
    async readHeader(number) {
      return toHeader(await rpc.call(headerCall(number), signal), number)
    },
    async readHeaders(numbers) {
      const results = await rpc.callAll(numbers.map(headerCall), signal)
      return numbers.map((number, index) => toHeader(results[index], number))
    },
    async readCode(address) {
      const call = { method: 'eth_getCode', params: [address, 'latest'] }
      return toCode(await rpc.call(call, signal))
    },
    readLogs: (addresses, from, to, cache) =>
      readLogs({ addresses, from, to }, signal, cache),
  })
  return { ...within(new AbortController().signal), within }
}

/** Returns the origin alone: paths and credentials are secrets of the operator. */
export function urlOrigin(url: string): string {
  return new URL(url).origin
}

function headerCall(number: number | 'latest'): RpcCall {
  const block = number === 'latest' ? number : numberToHex(number)
  return { method: 'eth_getBlockByNumber', params: [block, false] }
}

type LogQuery = { addresses: Address[]; from: number; to: number }

function createLogReader(rpc: JsonRpc, { onRefusal }: EndpointOptions) {
  // Number of blocks at which the last request failed, perhaps because of its size.
  let failedBlocks = Number.POSITIVE_INFINITY

  return async (query: LogQuery, signal: AbortSignal, cache?: CachedLogs) => {
    const blocks = query.to - query.from + 1
    try {
      if (blocks > 1 && blocks >= failedBlocks) {
        failedBlocks = Number.POSITIVE_INFINITY
        throw new RangeTooLargeError('A range of this size has just failed.')
      }
      return inChainOrder(await readParts(rpc, query, signal, cache))
    } catch (error) {
      if (error instanceof RangeTooLargeError) onRefusal?.()
      if (mayBeTooLarge(error)) failedBlocks = blocks
      throw error
    }
  }
}

async function readParts(
  rpc: JsonRpc,
  query: LogQuery,
  signal: AbortSignal,
  cache?: CachedLogs,
): Promise<RpcLog[]> {
  const parts = chunk(query.addresses, MAX_ADDRESSES_PER_CALL)
  let logs: RpcLog[] = []
  for (const some of chunk(parts, MAX_CONCURRENT_PARTS)) {
    if (logs.length > MAX_LOGS && query.to > query.from) {
      throw new RangeTooLargeError('Responses of the range are too large together.')
    }
    const found = await mapConcurrent(signal, some, (addresses, ended) =>
      readPart(rpc, { ...query, addresses }, ended, cache),
    )
    logs = logs.concat(...found)
  }
  return logs
}

async function readPart(
  rpc: JsonRpc,
  { addresses, from, to }: LogQuery,
  signal: AbortSignal,
  cache?: CachedLogs,
): Promise<RpcLog[]> {
  const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
  const call = { method: 'eth_getLogs', params: [{ address: addresses, ...range }] }
  const key = JSON.stringify(call)
  const cached = cache?.get(key)
  const response = await rpc
    .callIfChanged(call, signal, cached)
    .catch((error: unknown) => {
      // One block cannot be split: a node that refuses every range must fail.
      throw to > from && isRangeRefusal(error)
        ? new RangeTooLargeError('The node refused the range.')
        : error
    })
  if (cached && !response) return cached.logs
  if (!response || response.result === null)
    throw new RpcError('other', 'Logs of these blocks are missing.')
  const requested = new Set(addresses.map((address) => address.toLowerCase()))
  const logs = toLogs(response.result, { addresses: requested, from, to })
  cache?.set(key, { ...response.cached, logs })
  return logs
}

function isRangeRefusal(error: unknown): boolean {
  return (
    error instanceof RpcError && (error.kind === 'tooLarge' || error.kind === 'unknown')
  )
}

/** Returns whether the size of the response may be why it failed. */
function mayBeTooLarge(error: unknown): boolean {
  if (error instanceof RpcError) return error.kind === 'overloaded'
  return error instanceof RpcUnavailableError
}
