import { isSameAddress } from '@platemark/rules/addresses'
import type { Address, Hex } from 'viem'
import { formatQuantity } from './read-contract.ts'
import { isHexData, isRecord, type Rpc } from './rpc.ts'

type LogQuery = {
  contract: Address
  /** The topics of each request; null stands for any. */
  filters: readonly (readonly (Hex | null)[])[]
  /** The first and the last block. */
  from: bigint
  to: bigint
}

/** A log of a contract, as far as it is read here. */
export type ContractLog = {
  topics: readonly Hex[]
  data: Hex
  transactionHash: Hex
  blockNumber: Hex
}

/** Rounds of one read, refused ones too: the bound of what a page asks of a node. */
const MAX_ROUNDS = 100

/**
 * Reads the logs of a contract in parts, the oldest first; `next` is the first block after a part.
 * Nodes limit `eth_getLogs` by blocks, results or time, each in its own words, so the words do not
 * count: where a request fails and one of a single block does not, the range is halved. Rejects
 * like `rpc` where a single block fails, and ends before `to` after some requests.
 */
export async function* readLogs(
  rpc: Rpc,
  query: LogQuery,
): AsyncGenerator<{ logs: ContractLog[]; next: bigint }> {
  const { from, to } = query
  let span = to - from + 1n
  let isProbed = false
  for (let at = from, rounds = 0; at <= to && rounds < MAX_ROUNDS; rounds += 1) {
    const last = at + span - 1n < to ? at + span - 1n : to
    const logs = await readPart(rpc, query, at, last).catch((error: unknown) => {
      if (at === last) throw error
    })
    if (logs) {
      isProbed = false
      at = last + 1n
      yield { logs, next: at }
      continue
    }
    if (!isProbed) await readPart(rpc, query, at, at)
    isProbed = true
    span = (last - at + 1n) / 2n
  }
}

async function readPart(
  rpc: Rpc,
  { contract, filters }: LogQuery,
  first: bigint,
  last: bigint,
): Promise<ContractLog[]> {
  const range = { fromBlock: formatQuantity(first), toBlock: formatQuantity(last) }
  const results = await Promise.all(
    filters.map((topics) =>
      rpc('eth_getLogs', [{ address: contract, ...range, topics }]),
    ),
  )
  return results.flatMap((logs) => {
    if (!Array.isArray(logs)) throw new TypeError('eth_getLogs result is not an array')
    return logs.filter((log: unknown) => isLogOf(contract, log))
  })
}

function isLogOf(contract: Address, log: unknown): log is ContractLog {
  return (
    isRecord(log) &&
    log.removed !== true &&
    isSameAddress(String(log.address), contract) &&
    Array.isArray(log.topics) &&
    isHexData(log.data) &&
    isHexData(log.transactionHash) &&
    isHexNumber(log.blockNumber)
  )
}

function isHexNumber(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value)
}
