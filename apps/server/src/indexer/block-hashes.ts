import { createHash } from 'node:crypto'
import type { IndexedLog } from './projection.ts'

/** Returns one hash for the logs of each block that has any. */
export function hashBlocks(logs: IndexedLog[]): Map<number, string> {
  const texts = new Map<number, string>()
  for (const log of logs) {
    texts.set(log.blockNumber, (texts.get(log.blockNumber) ?? '') + serializeLog(log))
  }
  return new Map([...texts].map(([number, text]) => [number, hashText(text)]))
}

/** Returns the lowest block whose logs differ; undefined when all are equal. */
export function firstDifference(
  one: IndexedLog[],
  other: IndexedLog[],
): number | undefined {
  const length = Math.max(one.length, other.length)
  for (let at = 0; at < length; at += 1) {
    const [left, right] = [one[at], other[at]]
    if (left && right && isSame(left, right)) continue
    return Math.min(left?.blockNumber ?? Infinity, right?.blockNumber ?? Infinity)
  }
  return undefined
}

function isSame(one: IndexedLog, other: IndexedLog): boolean {
  if (one === other) return true
  return (
    one.blockNumber === other.blockNumber &&
    one.logIndex === other.logIndex &&
    one.data === other.data &&
    one.address === other.address &&
    one.transactionHash === other.transactionHash &&
    one.blockHash === other.blockHash &&
    +one.blockTime === +other.blockTime &&
    one.topics.length === other.topics.length &&
    one.topics.every((topic, at) => topic === other.topics[at])
  )
}

/** Serializes the parts of a log that rows depend on, including its block. */
function serializeLog(log: IndexedLog): string {
  const { blockHash, blockTime, logIndex, transactionHash, address, topics, data } = log
  return `${blockHash} ${+blockTime} ${logIndex} ${transactionHash} ${address} ${topics.join(',')} ${data}\n`
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
