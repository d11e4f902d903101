import { type Address, numberToHex } from 'viem'
import { chunk, mapConcurrent } from './concurrency.ts'
import {
  type CachedLogs,
  MAX_ADDRESSES_PER_REQUEST,
  type RpcEndpoint,
  type RpcLog,
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

/** An endpoint whose requests can be bound to an abort signal. */
export type HttpEndpoint = RpcEndpoint & {
  within(signal: AbortSignal): RpcEndpoint
}

// All responses of a range are in memory together, each up to the size limit.
const MAX_CONCURRENT_PARTS = 4
const MAX_LOGS = 50_000

/** Creates the endpoint at `url` without a request. */
export function createHttpEndpoint(
  url: string,
  options: JsonRpcOptions & { name?: string },
): HttpEndpoint {
  const rpc = createJsonRpc(url, options)
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
    readLogs: (addresses, from, to, { cache, addressesPerRequest } = {}) =>
      readLogs(
        rpc,
        { addresses, from, to, cache },
        addressesPerRequest ?? MAX_ADDRESSES_PER_REQUEST,
        signal,
      ),
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

type LogQuery = {
  addresses: Address[]
  from: number
  to: number
  cache?: CachedLogs | undefined
}

async function readLogs(
  rpc: JsonRpc,
  query: LogQuery,
  addressesPerRequest: number,
  signal: AbortSignal,
): Promise<RpcLog[]> {
  const parts = chunk(query.addresses, addressesPerRequest)
  let logs: RpcLog[] = []
  for (const some of chunk(parts, MAX_CONCURRENT_PARTS)) {
    if (logs.length > MAX_LOGS && query.to > query.from) {
      throw new RpcError('tooLarge', 'Responses of the range are too large together.')
    }
    const found = await mapConcurrent(signal, some, (addresses, ended) =>
      readPart(rpc, { ...query, addresses }, ended),
    )
    logs = logs.concat(...found)
  }
  return inChainOrder(logs)
}

async function readPart(
  rpc: JsonRpc,
  { addresses, from, to, cache }: LogQuery,
  signal: AbortSignal,
): Promise<RpcLog[]> {
  const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
  const call = { method: 'eth_getLogs', params: [{ address: addresses, ...range }] }
  const key = JSON.stringify(call)
  const cached = cache?.get(key)
  const response = await rpc.callIfChanged(call, signal, cached)
  if (cached && !response) return cached.logs
  if (!response || response.result === null)
    throw new RpcError('other', 'Logs of these blocks are missing.')
  const requested = new Set(addresses.map((address) => address.toLowerCase()))
  const logs = toLogs(response.result, { addresses: requested, from, to })
  cache?.set(key, { ...response.cached, logs })
  return logs
}
