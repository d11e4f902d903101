import { type Address, numberToHex } from 'viem'
import { chunk, mapConcurrent } from './concurrency.ts'
import {
  type CachedLogs,
  RangeTooLargeError,
  type RpcEndpoint,
  type RpcLog,
  RpcUnavailableError,
} from './endpoint.ts'
import { createJsonRpc, type JsonRpc, type JsonRpcOptions } from './json-rpc.ts'
import type { RpcCall } from './json-rpc-message.ts'
import { RpcError } from './rpc-error.ts'
import {
  inChainOrder,
  toChainId,
  toCode,
  toHeader,
  toLogs,
} from './validate-responses.ts'

type EndpointOptions = JsonRpcOptions & {
  /** Told each time that it does not want to give so many logs at once. */
  onRefusal?: (() => void) | undefined
}

/** An endpoint that can be asked until a signal is aborted. */
export type HttpEndpoint = RpcEndpoint & {
  within(signal: AbortSignal): RpcEndpoint
}

// Nodes and the gateways before them refuse long address lists.
const MAX_ADDRESSES_PER_CALL = 500

// Each answer may be as long as one may be, and all of a range are in memory together.
const MAX_CONCURRENT_PARTS = 4
const MAX_LOGS = 50_000

/** Opens the endpoint at `url`; nothing is asked yet. */
export function createHttpEndpoint(
  url: string,
  options: EndpointOptions & { name?: string },
): HttpEndpoint {
  const rpc = createJsonRpc(url, options)
  const readLogs = logReader(rpc, options)
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
      const answers = await rpc.callAll(numbers.map(headerCall), signal)
      return numbers.map((number, index) => toHeader(answers[index], number))
    },
    async readCode(address) {
      const call = { method: 'eth_getCode', params: [address, 'latest'] }
      return toCode(await rpc.call(call, signal))
    },
    readLogs: (addresses, from, to, heard) =>
      readLogs({ addresses, from, to }, signal, heard),
  })
  return { ...within(new AbortController().signal), within }
}

/** Paths and credentials are secrets of the operator. */
export function urlOrigin(url: string): string {
  return new URL(url).origin
}

function headerCall(number: number | 'latest'): RpcCall {
  const block = number === 'latest' ? number : numberToHex(number)
  return { method: 'eth_getBlockByNumber', params: [block, false] }
}

type LogQuery = { addresses: Address[]; from: number; to: number }

function logReader(rpc: JsonRpc, { onRefusal }: EndpointOptions) {
  // So many blocks the endpoint did not manage when it was last asked for as many.
  let tooMany = Number.POSITIVE_INFINITY

  return async (wanted: LogQuery, signal: AbortSignal, heard?: CachedLogs) => {
    const blocks = wanted.to - wanted.from + 1
    try {
      if (blocks > 1 && blocks >= tooMany) {
        tooMany = Number.POSITIVE_INFINITY
        throw new RangeTooLargeError('So many blocks were too many.')
      }
      return inChainOrder(await readParts(rpc, wanted, signal, heard))
    } catch (error) {
      if (error instanceof RangeTooLargeError) onRefusal?.()
      if (mayBeTooLarge(error)) tooMany = blocks
      throw error
    }
  }
}

async function readParts(
  rpc: JsonRpc,
  wanted: LogQuery,
  signal: AbortSignal,
  heard?: CachedLogs,
): Promise<RpcLog[]> {
  const parts = chunk(wanted.addresses, MAX_ADDRESSES_PER_CALL)
  let logs: RpcLog[] = []
  for (const some of chunk(parts, MAX_CONCURRENT_PARTS)) {
    if (logs.length > MAX_LOGS && wanted.to > wanted.from) {
      throw new RangeTooLargeError('Its answers are too long together.')
    }
    const found = await mapConcurrent(signal, some, (addresses, ended) =>
      readPart(rpc, { ...wanted, addresses }, ended, heard),
    )
    logs = logs.concat(...found)
  }
  return logs
}

async function readPart(
  rpc: JsonRpc,
  { addresses, from, to }: LogQuery,
  signal: AbortSignal,
  heard?: CachedLogs,
): Promise<RpcLog[]> {
  const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
  const call = { method: 'eth_getLogs', params: [{ address: addresses, ...range }] }
  const question = JSON.stringify(call)
  const before = heard?.get(question)
  const answer = await rpc.callAgain(call, signal, before).catch((error: unknown) => {
    // One block cannot be made less, so that a node which refuses everything is found out.
    throw to > from && isRangeRefusal(error)
      ? new RangeTooLargeError('Too many logs at once.')
      : error
  })
  if (before && !answer) return before.logs
  if (!answer || answer.result === null)
    throw new RpcError('other', 'It has no logs of these blocks.')
  const asked = new Set(addresses.map((address) => address.toLowerCase()))
  const logs = toLogs(answer.result, { addresses: asked, from, to })
  heard?.set(question, { ...answer.heard, logs })
  return logs
}

function isRangeRefusal(error: unknown): boolean {
  return error instanceof RpcError && (error.kind === 'range' || error.kind === 'unknown')
}

/** Whether it was perhaps the length of the answer that made it fail. */
function mayBeTooLarge(error: unknown): boolean {
  if (error instanceof RpcError) return error.kind === 'burden'
  return error instanceof RpcUnavailableError
}
