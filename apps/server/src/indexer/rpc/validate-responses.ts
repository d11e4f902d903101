import type { Address, Hash, Hex } from 'viem'
import { type BlockHeader, InvalidRpcResponseError, type RpcLog } from './endpoint.ts'

// Hand-written: a schema library takes several times as long as parsing the JSON itself.

const WORD_LENGTH = 66
const MAX_TOPICS = 4
const QUANTITY = /^0x[0-9a-f]{1,16}$/i
const MAX_LOGS_PER_BLOCK = 2 ** 31
/** Seconds that a `Date` can hold. */
const MAX_SECONDS = 8_640_000_000_000

export function toChainId(answer: unknown): number {
  return toQuantity(answer, 'The chain id')
}

export function toCode(answer: unknown): Hex {
  return toHex(answer, 'The code')
}

/** Undefined where the node says that it has no such block. */
export function toHeader(
  answer: unknown,
  asked: number | 'latest',
): BlockHeader | undefined {
  if (answer === null) return undefined
  const block = toRecord(answer, 'The block')
  const number = toQuantity(block.number, 'The block number')
  if (asked !== 'latest' && number !== asked)
    throw new InvalidRpcResponseError('It is another block.')
  return {
    number,
    hash: toHash(block.hash, 'The block hash'),
    parentHash: toHash(block.parentHash, 'The hash of the parent block'),
    time: toTime(block.timestamp),
  }
}

type LogFilter = { addresses: ReadonlySet<string>; from: number; to: number }

/** The logs of one answer, in the order of the answer. */
export function toLogs(answer: unknown, asked: LogFilter): RpcLog[] {
  if (!Array.isArray(answer)) throw new InvalidRpcResponseError('The logs are no list.')
  const toLog = logReader(asked)
  return answer.map(toLog)
}

/** In the order of the chain, each once; throws where two cannot both be true. */
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

/** Whether it is the log before it once more. */
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
function logReader({ addresses, from, to }: LogFilter): (answer: unknown) => RpcLog {
  const readAddress = memoizeLast((answer) => toAskedAddress(answer, addresses))
  const readNumber = memoizeLast((answer) => {
    const number = toQuantity(answer, 'The block number of a log')
    if (number >= from && number <= to) return number
    throw new InvalidRpcResponseError(
      'A log lies outside the blocks that were asked for.',
    )
  })
  const readBlock = memoizeLast((answer) => toHash(answer, 'The block hash of a log'))
  const readTime = memoizeLast((answer) => {
    const time = answer === undefined || answer === null ? null : toTime(answer)
    // Nodes that do not know the time write 0.
    return time && +time > 0 ? time : null
  })
  const readTransaction = memoizeLast((answer) =>
    toHash(answer, 'The transaction hash of a log'),
  )
  const topicReaders = Array.from({ length: MAX_TOPICS }, () => memoizeLast(toTopic))
  return (answer) => {
    const log = toRecord(answer, 'A log')
    if (log.removed !== undefined && log.removed !== false) {
      throw new InvalidRpcResponseError('A log was removed from the chain.')
    }
    return {
      address: readAddress(log.address),
      topics: toTopics(log.topics, topicReaders),
      data: toHex(log.data, 'The data of a log'),
      blockNumber: readNumber(log.blockNumber),
      blockHash: readBlock(log.blockHash),
      transactionHash: readTransaction(log.transactionHash),
      logIndex: toLogIndex(log.logIndex),
      blockTime: readTime(log.blockTimestamp),
    }
  }
}

/** Most logs say of their place what the log before them said: that is checked once. */
function memoizeLast<T>(check: (answer: unknown) => T): (answer: unknown) => T {
  let last: { answer: unknown; checked: T } | undefined
  return (answer) => {
    if (last && last.answer === answer) return last.checked
    const checked = check(answer)
    last = { answer, checked }
    return checked
  }
}

function toAskedAddress(answer: unknown, addresses: ReadonlySet<string>): Address {
  const address = typeof answer === 'string' ? answer.toLowerCase() : ''
  if (!addresses.has(address)) {
    throw new InvalidRpcResponseError('A log is of an address that was not asked for.')
  }
  // Safe: it is one of the addresses that were asked for.
  return address as Address
}

function toTopics(answer: unknown, readers: ((answer: unknown) => Hash)[]): Hex[] {
  if (!Array.isArray(answer) || answer.length < 1 || answer.length > MAX_TOPICS) {
    throw new InvalidRpcResponseError('The topics of a log are not one to four.')
  }
  return answer.map((topic: unknown, at) => (readers[at] ?? toTopic)(topic))
}

function toTopic(answer: unknown): Hash {
  return toHash(answer, 'A topic of a log')
}

function toLogIndex(answer: unknown): number {
  const index = toQuantity(answer, 'The index of a log')
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

function toRecord(answer: unknown, what: string): Record<string, unknown> {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    throw new InvalidRpcResponseError(`${what} is no object.`)
  }
  // Safe: any object that is no list can be read by name.
  return answer as Record<string, unknown>
}

function toQuantity(answer: unknown, what: string): number {
  const number = typeof answer === 'string' && QUANTITY.test(answer) ? Number(answer) : -1
  if (!Number.isSafeInteger(number) || number < 0) {
    throw new InvalidRpcResponseError(`${what} is no quantity.`)
  }
  return number
}

function toTime(answer: unknown): Date {
  const seconds = toQuantity(answer, 'The time of a block')
  if (seconds > MAX_SECONDS)
    throw new InvalidRpcResponseError('The time of a block is too far away.')
  return new Date(seconds * 1000)
}

function toHash(answer: unknown, what: string): Hash {
  if (typeof answer !== 'string' || answer.length !== WORD_LENGTH || !isHex(answer)) {
    throw new InvalidRpcResponseError(`${what} is not 32 bytes.`)
  }
  return answer
}

function toHex(answer: unknown, what: string): Hex {
  if (typeof answer !== 'string' || answer.length % 2 === 1 || !isHex(answer)) {
    throw new InvalidRpcResponseError(`${what} is not in bytes.`)
  }
  return answer
}

// A pattern takes three times as long.
function isHex(text: string): text is Hex {
  if (!text.startsWith('0x')) return false
  for (let at = 2; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const isDigit = code >= 48 && code <= 57
    if (!isDigit && (code < 97 || code > 102)) return false
  }
  return true
}
