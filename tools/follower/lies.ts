import type { Hash, Hex } from 'viem'
import type { Random } from '../agreement/random.ts'
import type { RawBlock, RawLog, RpcCall } from './rpc.ts'

/** Ways to answer what is not so in `eth_getLogs`. */
export const liesAboutLogs = [
  'missing_log',
  'missing_logs',
  'duplicate_logs',
  'unordered_logs',
  'forged_address',
  'invented_log',
  'altered_log',
  'absurd_log',
  'foreign_block_hash',
] as const

/** Ways to answer what is not so. */
export const allLies = [
  ...liesAboutLogs,
  'wrong_chain',
  'wrong_parent',
  'other_fork',
  'unordered_blocks',
  'absurd_block',
  'null_block',
] as const

export type Lie = (typeof allLies)[number]

/** A call with its true result, which a lie replaces. */
export type Exchange = { call: RpcCall; result: unknown }

export type Liar = {
  random: Random
  /** Whether this endpoint may be wrong about the block. */
  mayLieAbout(hash: Hash, number: number): boolean
}

/** Replaces results. Answers false when these exchanges leave no room for the lie. */
export function lie(kind: Lie, exchanges: Exchange[], liar: Liar): boolean {
  return lies[kind](exchanges, liar)
}

const lies: Record<Lie, (exchanges: Exchange[], liar: Liar) => boolean> = {
  wrong_chain(exchanges, { random }) {
    const asked = exchanges.filter(({ call }) => call.method === 'eth_chainId')
    for (const exchange of asked) exchange.result = random.oneOf(['0x1', '0x2105', '0x0'])
    return asked.length > 0
  },

  missing_log: changeLogs((logs, own, { random }) => {
    const lost = own[random.between(0, own.length - 1)]
    return logs.filter((log) => log !== lost)
  }),

  missing_logs: changeLogs((logs, own) => {
    const lost = new Set(own)
    return logs.filter((log) => !lost.has(log))
  }),

  duplicate_logs: changeLogs((logs, own, { random }) => {
    if (random.isLucky(50)) return [...logs, ...own]
    return logs.flatMap((log) => (own.includes(log) ? [log, log] : [log]))
  }),

  unordered_logs: changeLogs((logs, _own, { random }) => {
    const first = logs[0]
    if (!first || logs.length < 2) return undefined
    return random.isLucky(50) ? logs.toReversed() : [...logs.slice(1), first]
  }),

  forged_address: changeLogs((logs, own, { random }) => {
    const log = pick(own, random)
    return [
      ...logs,
      { ...log, address: randomHex(20, random), logIndex: freeIndex(logs, log) },
    ]
  }),

  invented_log: changeLogs((logs, own, { random }) => {
    const log = pick(own, random)
    const invented = { ...changed(log, random), logIndex: freeIndex(logs, log) }
    return logs.toSpliced(logs.findLastIndex(sameBlock(log)) + 1, 0, invented)
  }),

  altered_log: changeLogs((logs, own, { random }) => {
    const log = pick(own, random)
    return logs.with(logs.indexOf(log), changed(log, random))
  }),

  absurd_log: changeLogs((logs, own, { random }) => {
    const log = pick(own, random)
    const absurd = random.oneOf(absurdLogs)
    return logs.with(logs.indexOf(log), { ...log, ...absurd })
  }),

  foreign_block_hash: changeLogs((logs, own, { random }) => {
    const log = pick(own, random)
    const other = logs.find(({ blockHash }) => blockHash !== log.blockHash)
    const blockHash =
      other && random.isLucky(50) ? other.blockHash : randomHex(32, random)
    return logs.with(logs.indexOf(log), { ...log, blockHash })
  }),

  wrong_parent: changeBlock((block, { random }) => ({
    ...block,
    parentHash: randomHex(32, random),
  })),

  other_fork: changeBlock((block, { random }) => ({
    ...block,
    hash: randomHex(32, random),
    parentHash: random.isLucky(50) ? block.parentHash : randomHex(32, random),
  })),

  unordered_blocks(exchanges, liar) {
    const blocks = exchanges.filter(
      ({ result }) => isBlock(result) && isOwnBlock(result, liar),
    )
    const [first, second] = blocks
    if (!first || !second || first.result === second.result) return false
    const swapped = first.result
    first.result = second.result
    second.result = swapped
    return true
  },

  absurd_block: changeBlock((block, { random }) => ({
    ...block,
    ...random.oneOf(absurdBlocks),
  })),

  null_block: changeBlock(() => null),
}

/** A lie about one answer of `eth_getLogs`; `own` are the logs that may be touched. */
function changeLogs(
  change: (logs: RawLog[], own: RawLog[], liar: Liar) => unknown[] | undefined,
) {
  return (exchanges: Exchange[], liar: Liar) => {
    for (const exchange of exchanges) {
      if (exchange.call.method !== 'eth_getLogs') continue
      // Safe: the true result of this method.
      const logs = exchange.result as RawLog[]
      const own = logs.filter((log) =>
        liar.mayLieAbout(log.blockHash, Number(log.blockNumber)),
      )
      const told = own.length > 0 ? change(logs, own, liar) : undefined
      if (!told) continue
      exchange.result = told
      return true
    }
    return false
  }
}

/** A lie about one block that was asked for. */
function changeBlock(change: (block: RawBlock, liar: Liar) => unknown) {
  return (exchanges: Exchange[], liar: Liar) => {
    const own = exchanges.filter(
      ({ result }) => isBlock(result) && isOwnBlock(result, liar),
    )
    if (own.length === 0) return false
    const exchange = pick(own, liar.random)
    // Safe: only exchanges whose result is a block were kept.
    exchange.result = change(exchange.result as RawBlock, liar)
    return true
  }
}

function isBlock(result: unknown): result is RawBlock {
  return typeof result === 'object' && result !== null && 'parentHash' in result
}

function isOwnBlock(block: RawBlock, liar: Liar): boolean {
  return liar.mayLieAbout(block.hash, Number(block.number))
}

/** A log of the same contract and event that says something else, as believable as can be. */
function changed(log: RawLog, random: Random): RawLog {
  if (log.data.length >= 66) {
    // The last word is an amount in most events.
    const last = BigInt(`0x${log.data.slice(-64)}`) ^ BigInt(random.between(1, 7))
    const word = last.toString(16).padStart(64, '0')
    return { ...log, data: `0x${log.data.slice(2, -64)}${word}` }
  }
  // Of a transfer the receiver: nobody misses a token that somebody else is said to have.
  const at = Math.min(2, log.topics.length - 1)
  if (at < 1) return { ...log, data: `0x${'01'.padStart(64, '0')}` }
  const somebody: Hex = `0x${randomHex(20, random).slice(2).padStart(64, '0')}`
  return { ...log, topics: log.topics.with(at, somebody) }
}

function freeIndex(logs: RawLog[], log: RawLog): Hex {
  const taken = logs.filter(sameBlock(log)).map(({ logIndex }) => Number(logIndex))
  return `0x${(Math.max(...taken) + 1).toString(16)}`
}

function sameBlock({ blockHash }: RawLog) {
  return (other: RawLog) => other.blockHash === blockHash
}

function randomHex(bytes: number, random: Random): Hex {
  const byte = () => random.between(0, 255).toString(16).padStart(2, '0')
  return `0x${Array.from({ length: bytes }, byte).join('')}`
}

function pick<T>(choices: T[], random: Random): T {
  const choice = choices[random.between(0, choices.length - 1)]
  if (choice === undefined) throw new Error('There is nothing to choose from.')
  return choice
}

const huge = `0x${'f'.repeat(64)}`

const absurdLogs: [Record<string, unknown>, ...Record<string, unknown>[]] = [
  { blockNumber: huge },
  { blockNumber: '-0x1' },
  { blockNumber: null },
  { blockNumber: 12 },
  { logIndex: huge },
  { logIndex: '0xffffffff' },
  { logIndex: null },
  { address: '0x12' },
  { address: null },
  { topics: ['0x12'] },
  { topics: null },
  { topics: [huge, huge, huge, huge, huge] },
  { data: '0x123' },
  { data: 'latest' },
  { blockHash: '0x' },
  { blockTimestamp: huge },
  { transactionHash: 7 },
  { removed: true },
]

const absurdBlocks: [Record<string, unknown>, ...Record<string, unknown>[]] = [
  { number: huge },
  { number: '0x' },
  { number: '0xffffffff' },
  { number: null },
  { hash: '0x12' },
  { hash: null },
  { timestamp: huge },
  { timestamp: '-1' },
  { timestamp: undefined },
  { parentHash: 'none' },
]
