import type { Hash, Hex } from 'viem'
import type { RpcCall } from '../json-rpc.ts'
import type { Random } from '../random.ts'
import type { RawBlock, RawLog } from './stale-view.ts'

/** Wrong results of `eth_getLogs`. */
export const logFaults = [
  'missing_logs',
  'repeated_logs',
  'foreign_logs',
  'invented_log',
  'altered_log',
  'absurd_log',
] as const

/** Wrong results of any method. */
export const allByzantineFaults = [
  ...logFaults,
  'wrong_chain',
  'wrong_block',
  'absurd_block',
  'null_block',
  'swapped_blocks',
] as const

export type ByzantineFault = (typeof allByzantineFaults)[number]

/** A call with its true result, which a fault replaces. */
export type Exchange = { call: RpcCall; result: unknown }

type MayChange = (hash: Hash, number: number) => boolean

/** Replaces results; returns false where the fault does not apply to these exchanges. */
export function injectByzantineFault(
  kind: ByzantineFault,
  exchanges: Exchange[],
  random: Random,
  mayChange: MayChange,
): boolean {
  if (kind === 'wrong_chain') {
    const matching = exchanges.filter(({ call }) => call.method === 'eth_chainId')
    for (const exchange of matching)
      exchange.result = random.oneOf(['0x1', '0x2105', '0x0'])
    return matching.length > 0
  }
  const change = logChanges[kind]
  if (!change) return changeBlocks(kind, exchanges, random, mayChange)
  for (const exchange of exchanges) {
    if (exchange.call.method !== 'eth_getLogs') continue
    // Safe: the true result of this method.
    const logs = exchange.result as RawLog[]
    const own = logs.filter((log) => mayChange(log.blockHash, Number(log.blockNumber)))
    const log = random.anyOf(own)
    if (!log) continue
    exchange.result = change(logs, own, log, random)
    return true
  }
  return false
}

/** Changes of a list of logs; `own` may be changed, `log` is one of them. */
const logChanges: Partial<
  Record<
    ByzantineFault,
    (logs: RawLog[], own: RawLog[], log: RawLog, random: Random) => unknown[]
  >
> = {
  missing_logs(logs, own, log, random) {
    const lost = new Set(random.isLucky(30) ? [log] : own)
    return logs.filter((one) => !lost.has(one))
  },
  // Harmless: the indexer sorts logs and removes duplicates.
  repeated_logs: (logs, own) => [...own, ...logs].toReversed(),
  foreign_logs: (logs, _own, log, random) => [
    ...logs,
    { ...log, address: randomHex(20, random), logIndex: freeIndex(logs, log) },
  ],
  invented_log: (logs, _own, log, random) => [
    ...logs,
    { ...alterLog(log, random), logIndex: freeIndex(logs, log) },
  ],
  altered_log: (logs, _own, log, random) => replaceLog(logs, log, alterLog(log, random)),
  absurd_log: (logs, _own, log, random) => {
    const absurd = random.oneOf<Record<string, unknown>>([
      { blockNumber: huge },
      { blockNumber: null },
      { blockHash: randomHex(32, random) },
      { logIndex: huge },
      { address: '0x12' },
      { topics: null },
      { topics: [huge, huge, huge, huge, huge] },
      { data: '0x123' },
      { removed: true },
    ])
    return replaceLog(logs, log, { ...log, ...absurd })
  },
}

function replaceLog(logs: RawLog[], log: RawLog, other: object): object[] {
  return logs.map((one) => (one === log ? other : one))
}

function changeBlocks(
  kind: ByzantineFault,
  exchanges: Exchange[],
  random: Random,
  mayChange: MayChange,
): boolean {
  const own = exchanges.filter(
    ({ result }) => isBlock(result) && mayChange(result.hash, Number(result.number)),
  )
  const exchange = random.anyOf(own)
  if (!exchange) return false
  // Safe: only blocks were kept.
  const block = exchange.result as RawBlock
  if (kind === 'swapped_blocks') {
    const other = own.find(({ result }) => result !== block)
    if (!other) return false
    exchange.result = other.result
    other.result = block
    return true
  }
  const [hash, parentHash] = [randomHex(32, random), randomHex(32, random)]
  const wrong = random.oneOf<object>([{ parentHash }, { hash }, { hash, parentHash }])
  const absurd = random.oneOf<object>([
    { number: huge },
    { number: null },
    { hash: '0x12' },
    { timestamp: huge },
    { parentHash: 'none' },
  ])
  const change = kind === 'wrong_block' ? wrong : absurd
  exchange.result = kind === 'null_block' ? null : { ...block, ...change }
  return true
}

function isBlock(result: unknown): result is RawBlock {
  return typeof result === 'object' && result !== null && 'parentHash' in result
}

/** Returns a plausible log of the same contract and event with another value. */
function alterLog(log: RawLog, random: Random): object {
  if (log.data.length >= 66) {
    // The last word is an amount in most events.
    const last = BigInt(`0x${log.data.slice(-64)}`) ^ BigInt(random.between(1, 7))
    const word = last.toString(16).padStart(64, '0')
    return { ...log, data: `0x${log.data.slice(2, -64)}${word}` }
  }
  const topics: readonly Hex[] = log.topics
  const at = Math.min(2, topics.length - 1)
  if (at < 1) return { ...log, data: `0x${'01'.padStart(64, '0')}` }
  // The recipient of a transfer.
  const recipient: Hex = `0x${randomHex(20, random).slice(2).padStart(64, '0')}`
  return { ...log, topics: topics.with(at, recipient) }
}

function freeIndex(logs: RawLog[], { blockHash }: RawLog): Hex {
  const taken = logs
    .filter((log) => log.blockHash === blockHash)
    .map(({ logIndex }) => Number(logIndex))
  return `0x${(Math.max(...taken) + 1).toString(16)}`
}

function randomHex(bytes: number, random: Random): Hex {
  const byte = () => random.between(0, 255).toString(16).padStart(2, '0')
  return `0x${Array.from({ length: bytes }, byte).join('')}`
}

const huge = `0x${'f'.repeat(64)}`
