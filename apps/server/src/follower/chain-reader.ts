import {
  type Address,
  BaseError,
  type Hash,
  HttpRequestError,
  hexToNumber,
  numberToHex,
  type RpcLog,
  RpcRequestError,
} from 'viem'
import type { Chain } from '../platform/chains.ts'
import type { FollowedLog } from '../platform/projection.ts'

export type Header = { number: number; hash: Hash; time: Date }

/** The node answered, and does not want to give so many logs at once. */
export class RangeRefused extends Error {
  override readonly name = 'RangeRefused'
}

// Nodes and the gateways before them refuse long address lists.
const ADDRESSES_A_CALL = 500

export async function readChainId(chain: Chain): Promise<number> {
  return hexToNumber(await chain.client.request({ method: 'eth_chainId' }))
}

/** The header of a block, or undefined where the chain has no such block. */
export async function readHeader(
  chain: Chain,
  number: number | 'latest',
): Promise<Header | undefined> {
  const block = await chain.client.request({
    method: 'eth_getBlockByNumber',
    params: [number === 'latest' ? number : numberToHex(number), false],
  })
  if (!block?.hash || block.number === null) return undefined
  return {
    number: hexToNumber(block.number),
    hash: block.hash,
    time: secondsToDate(block.timestamp),
  }
}

/** Headers of several blocks, in one batch of requests. */
export function readHeaders(
  chain: Chain,
  numbers: number[],
): Promise<(Header | undefined)[]> {
  return Promise.all(numbers.map((number) => readHeader(chain, number)))
}

/**
 * All logs of `addresses` in blocks `from` to `to`, in their order on the chain.
 * Throws `RangeRefused` when a shorter range may succeed.
 */
export async function readLogs(
  chain: Chain,
  addresses: Address[],
  from: number,
  to: number,
): Promise<FollowedLog[]> {
  const calls = []
  for (let start = 0; start < addresses.length; start += ADDRESSES_A_CALL) {
    calls.push(
      chain.client.request({
        method: 'eth_getLogs',
        params: [
          {
            address: addresses.slice(start, start + ADDRESSES_A_CALL),
            fromBlock: numberToHex(from),
            toBlock: numberToHex(to),
          },
        ],
      }),
    )
  }
  const logs = (await Promise.all(calls).catch(refuseRange)).flat()
  return withTimes(
    chain,
    logs.filter((log) => !log.removed),
  )
}

function refuseRange(error: unknown): never {
  const isRefusal =
    error instanceof BaseError &&
    error.walk(
      (cause) =>
        cause instanceof RpcRequestError ||
        (cause instanceof HttpRequestError &&
          (cause.status === 400 || cause.status === 413)),
    )
  if (isRefusal) throw new RangeRefused('Too many logs at once.', { cause: error })
  throw error
}

async function withTimes(chain: Chain, logs: RpcLog[]): Promise<FollowedLog[]> {
  const times = new Map<number, Date>()
  const unknown = new Set<number>()
  for (const log of logs) {
    const number = Number(log.blockNumber)
    if (log.blockTimestamp) times.set(number, secondsToDate(log.blockTimestamp))
    else unknown.add(number)
  }
  const missing = [...unknown].filter((number) => !times.has(number))
  for (const header of await readHeaders(chain, missing)) {
    if (header) times.set(header.number, header.time)
  }
  return logs
    .map((log) => followedLog(log, times))
    .sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
}

function followedLog(log: RpcLog, times: Map<number, Date>): FollowedLog {
  const blockNumber = Number(log.blockNumber)
  const blockTime = times.get(blockNumber)
  if (!blockTime || !log.blockHash || !log.transactionHash || log.logIndex === null) {
    throw new Error(`Block ${blockNumber} was replaced while its logs were read.`)
  }
  return {
    // Safe: lower-casing hex digits keeps an address an address.
    address: log.address.toLowerCase() as Address,
    topics: log.topics,
    data: log.data,
    blockNumber,
    blockHash: log.blockHash,
    blockTime,
    transactionHash: log.transactionHash,
    logIndex: hexToNumber(log.logIndex),
  }
}

function secondsToDate(seconds: `0x${string}`): Date {
  return new Date(hexToNumber(seconds) * 1000)
}
