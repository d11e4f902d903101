import type { Address, Hash, Hex } from 'viem'
import {
  type BlockHeader,
  InvalidRpcResponseError,
  MalformedResponseError,
  type RpcLog,
} from './endpoint.ts'

// Hand-written: a schema library takes several times as long as parsing the JSON itself.

/*
 * The rule for every field: nodes may write a right value in any form, and no form makes a wrong
 * value right. Hexadecimal text may be upper case and begin with 0X, and is lower case from here
 * on; quantities may have leading zeros, be decimal text or numbers; `removed` may be null or
 * text, and empty data null or ''. Unknown fields are ignored. Values that are missing, of another
 * length, not hexadecimal, or of another block or address than requested are refused.
 */

const WORD_LENGTH = 66
const MAX_TOPICS = 4
/** Hexadecimal up to 64 bits, with the zeros of a whole word, or decimal. */
const QUANTITY = /^(?:0x0{0,63}[0-9a-f]{1,16}|\d{1,16})$/i
const MAX_LOGS_PER_BLOCK = 2 ** 31
/** Seconds that a `Date` can hold. */
const MAX_SECONDS = 8_640_000_000_000

export function toChainId(value: unknown): number {
  return toQuantity(value, 'The chain id')
}

export function toCode(value: unknown): Hex {
  return toHex(value, 'The code')
}

/** Returns undefined where the node has no such block. */
export function toHeader(
  value: unknown,
  requested: number | 'latest',
): BlockHeader | undefined {
  if (value === null) return undefined
  const block = toRecord(value, 'The block')
  const number = toQuantity(block.number, 'The block number')
  if (requested !== 'latest' && number !== requested)
    throw new InvalidRpcResponseError(
      `Block number is not the requested one: got ${number}, expected ${requested}.`,
    )
  return {
    number,
    hash: toHash(block.hash, 'The block hash'),
    parentHash: toHash(block.parentHash, 'The hash of the parent block'),
    time: toTime(block.timestamp),
  }
}

type LogFilter = { addresses: ReadonlySet<string>; from: number; to: number }

/** Validates the logs of one response, in the order of the response. */
export function toLogs(value: unknown, requested: LogFilter): RpcLog[] {
  if (!Array.isArray(value)) throw new MalformedResponseError('The logs are no list.')
  const toLog = logReader(requested)
  return value.map(toLog)
}

/** Returns the logs in chain order, each once; throws where two contradict each other. */
export function inChainOrder(logs: RpcLog[]): RpcLog[] {
  const sorted = logs.every((log, at) => isInOrder(logs[at - 1], log))
    ? logs
    : logs.toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
  const repeated = new Set<RpcLog>()
  for (const [at, log] of sorted.entries()) {
    if (isRepeated(sorted[at - 1], log)) repeated.add(log)
  }
  return repeated.size > 0 ? sorted.filter((log) => !repeated.has(log)) : sorted
}

function isInOrder(before: RpcLog | undefined, log: RpcLog): boolean {
  if (!before || before.blockNumber < log.blockNumber) return true
  return before.blockNumber === log.blockNumber && before.logIndex <= log.logIndex
}

/** Returns whether the log repeats the one before it. */
function isRepeated(before: RpcLog | undefined, log: RpcLog): boolean {
  if (before?.blockNumber !== log.blockNumber) return false
  const isSameTime =
    before.blockTime === log.blockTime ||
    +(before.blockTime ?? 0) === +(log.blockTime ?? 0)
  if (before.blockHash !== log.blockHash || !isSameTime) {
    throw new InvalidRpcResponseError('Logs of one block name different blocks.')
  }
  if (before.logIndex !== log.logIndex) return false
  if (!isSameLog(before, log))
    throw new InvalidRpcResponseError('Two logs are at the same place.')
  return true
}

/** Checks log after log. */
function logReader({ addresses, from, to }: LogFilter): (value: unknown) => RpcLog {
  const readAddress = memoizeLast((value) => toRequestedAddress(value, addresses))
  const readNumber = memoizeLast((value) => {
    const number = toQuantity(value, 'The block number of a log')
    if (number >= from && number <= to) return number
    throw new InvalidRpcResponseError('A log is outside the requested blocks.')
  })
  const readBlock = memoizeLast((value) => toHash(value, 'The block hash of a log'))
  const readTime = memoizeLast((value) => {
    const isMissing = value === undefined || value === null || value === ''
    const time = isMissing ? null : toTime(value)
    // Nodes that do not know the time write 0.
    return time && +time > 0 ? time : null
  })
  const readTransaction = memoizeLast((value) =>
    toHash(value, 'The transaction hash of a log'),
  )
  const topicReaders = Array.from({ length: MAX_TOPICS }, () => memoizeLast(toTopic))
  return (value) => {
    const log = toRecord(value, 'A log')
    if (!isKept(log.removed)) {
      throw new InvalidRpcResponseError('A log was removed from the chain.')
    }
    return {
      address: readAddress(log.address),
      topics: toTopics(log.topics, topicReaders),
      data: toData(log.data),
      blockNumber: readNumber(log.blockNumber),
      blockHash: readBlock(log.blockHash),
      transactionHash: readTransaction(log.transactionHash),
      logIndex: toLogIndex(log.logIndex),
      blockTime: readTime(log.blockTimestamp),
    }
  }
}

/** Returns whether `removed` of a log marks it as part of the chain. */
function isKept(removed: unknown): boolean {
  return removed === false || (removed ?? 'false') === 'false'
}

/** Validates a value once while consecutive logs repeat it. */
function memoizeLast<T>(check: (value: unknown) => T): (value: unknown) => T {
  let last: { value: unknown; checked: T } | undefined
  return (value) => {
    if (last && last.value === value) return last.checked
    const checked = check(value)
    last = { value, checked }
    return checked
  }
}

function toRequestedAddress(value: unknown, addresses: ReadonlySet<string>): Address {
  const address = typeof value === 'string' ? value.toLowerCase() : ''
  if (!addresses.has(address)) {
    throw new InvalidRpcResponseError('A log has an address that was not requested.')
  }
  // Safe: it is one of the requested addresses.
  return address as Address
}

function toTopics(value: unknown, readers: ((value: unknown) => Hash)[]): Hex[] {
  if (!Array.isArray(value) || value.length < 1 || value.length > MAX_TOPICS) {
    throw new InvalidRpcResponseError('The topics of a log are not one to four.')
  }
  return value.map((topic: unknown, at) => (readers[at] ?? toTopic)(topic))
}

function toTopic(value: unknown): Hash {
  return toHash(value, 'A topic of a log')
}

function toData(value: unknown): Hex {
  return value === null || value === '' ? '0x' : toHex(value, 'The data of a log')
}

function toLogIndex(value: unknown): number {
  const index = toQuantity(value, 'The index of a log')
  if (index >= MAX_LOGS_PER_BLOCK)
    throw new InvalidRpcResponseError('The index of a log is too high.')
  return index
}

function isSameLog(a: RpcLog, b: RpcLog): boolean {
  return (
    a.address === b.address &&
    a.transactionHash === b.transactionHash &&
    a.data === b.data &&
    a.topics.join() === b.topics.join()
  )
}

function toRecord(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidRpcResponseError(`${what} is no object.`)
  }
  // Safe: any object that is no list can be read by name.
  return value as Record<string, unknown>
}

function toQuantity(value: unknown, what: string): number {
  const isText = typeof value === 'string' && QUANTITY.test(value)
  const number = isText || typeof value === 'number' ? Number(value) : -1
  if (!Number.isSafeInteger(number) || number < 0) {
    throw new InvalidRpcResponseError(`${what} is no quantity.`)
  }
  return number
}

function toTime(value: unknown): Date {
  const seconds = toQuantity(value, 'The time of a block')
  if (seconds > MAX_SECONDS)
    throw new InvalidRpcResponseError('The time of a block is too far away.')
  return new Date(seconds * 1000)
}

function toHash(value: unknown, what: string): Hash {
  const hash = toLowerHex(value)
  if (hash?.length !== WORD_LENGTH) {
    throw new InvalidRpcResponseError(`${what} is not 32 bytes.`)
  }
  return hash
}

function toHex(value: unknown, what: string): Hex {
  const hex = toLowerHex(value)
  if (!hex || hex.length % 2 === 1) {
    throw new InvalidRpcResponseError(`${what} is not in bytes.`)
  }
  return hex
}

/** Returns hexadecimal text in lower case; undefined for anything else. */
function toLowerHex(value: unknown): Hex | undefined {
  if (typeof value !== 'string') return undefined
  let isLower = value.startsWith('0x')
  if (!isLower && !value.startsWith('0X')) return undefined
  // A pattern takes three times as long.
  for (let at = 2; at < value.length; at += 1) {
    const code = value.charCodeAt(at)
    if ((code >= 48 && code <= 57) || (code >= 97 && code <= 102)) continue
    if (code < 65 || code > 70) return undefined
    isLower = false
  }
  // Safe: the prefix and the digits were checked.
  return (isLower ? value : value.toLowerCase()) as Hex
}
