import { toLowerAddress } from '@platemark/rules/addresses'
import {
  type Address,
  createPublicClient,
  getAddress,
  http,
  type Log,
  type PublicClient,
} from 'viem'
import type { IndexedLog } from '../../../indexer/projection.ts'

/** Addresses in one request for logs. */
const ADDRESSES = 100
/** Blocks in the first request for logs; a refused range is halved. */
const BLOCKS = 5000
/** Requests for blocks at a time. */
const PARALLEL = 8

/** Blocks of a network, both ends included. */
export type BlockRange = { from: number; to: number }

/** Connects to an endpoint of a network. Throws an `Error` with a sentence for another network. */
export async function connectTo(chainId: number, url: string): Promise<PublicClient> {
  const client = createPublicClient({ transport: http(url, { retryCount: 3 }) })
  const found = await client.getChainId().catch((cause: unknown) => {
    throw new Error(`The endpoint of network ${chainId} does not answer.`, { cause })
  })
  if (found !== chainId) {
    throw new Error(
      `The endpoint of network ${chainId} is one of network ${found}: name another one.`,
    )
  }
  return client
}

/** Reads all logs of contracts in these blocks in the order of the chain. */
export async function readLogs(
  client: PublicClient,
  addresses: readonly string[],
  range: BlockRange,
): Promise<IndexedLog[]> {
  const logs: Log[] = []
  for (let at = 0; at < addresses.length; at += ADDRESSES) {
    const some = addresses.slice(at, at + ADDRESSES).map((one) => getAddress(one))
    logs.push(...(await readRange(client, some, range)))
  }
  const mined = logs.flatMap(toMined)
  const times = await readTimes(client, [
    ...new Set(mined.map(({ blockNumber }) => blockNumber)),
  ])
  return mined
    .map((log) => ({ ...log, blockTime: times.get(log.blockNumber) ?? new Date(0) }))
    .sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
}

async function readRange(
  client: PublicClient,
  address: Address[],
  { from, to }: BlockRange,
): Promise<Log[]> {
  const logs: Log[] = []
  let size = BLOCKS
  for (let first = from; first <= to; ) {
    const last = Math.min(first + size - 1, to)
    try {
      const asked = { address, fromBlock: BigInt(first), toBlock: BigInt(last) }
      logs.push(...(await client.getLogs(asked)))
      first = last + 1
    } catch (error) {
      if (last === first) throw error
      // Nodes bound a request by blocks, results or time, each with another error.
      size = Math.max(1, Math.floor((last - first + 1) / 2))
    }
  }
  return logs
}

type Mined = Omit<IndexedLog, 'blockTime'>

function toMined(log: Log): Mined[] {
  const { blockNumber, blockHash, transactionHash, logIndex, topics, data } = log
  if (blockNumber === null || blockHash === null) return []
  if (transactionHash === null || logIndex === null) return []
  const address = toLowerAddress(log.address)
  const place = { blockNumber: Number(blockNumber), blockHash, transactionHash, logIndex }
  return [{ ...place, address, topics: [...topics], data }]
}

async function readTimes(
  client: PublicClient,
  numbers: readonly number[],
): Promise<Map<number, Date>> {
  const times = new Map<number, Date>()
  for (let at = 0; at < numbers.length; at += PARALLEL) {
    const some = numbers.slice(at, at + PARALLEL)
    const blocks = await Promise.all(
      some.map((number) => client.getBlock({ blockNumber: BigInt(number) })),
    )
    for (const { number, timestamp } of blocks)
      times.set(Number(number), new Date(Number(timestamp) * 1000))
  }
  return times
}
