import type { FollowedLog } from '../platform/projection.ts'
import { digestsOf, firstDifference } from './digest.ts'
import { Disputed } from './doubt.ts'
import { type Endpoint, type Header, NoEndpoint, NotYet } from './endpoints/endpoint.ts'
import type { Following } from './following.ts'
import { listBlocksRead, type ReadBlock, saveConfirmed } from './queries.ts'
import { readAgain, readHead } from './read-range.ts'
import type { Range, Witness } from './reading.ts'
import { findBlockBelow, goBackTo } from './reorganise.ts'
import { transact } from './write-range.ts'

/**
 * Has another endpoint read a deep range too, and marks it as confirmed when both say the same of
 * it and of its depth. Throws `Disputed` when they differ.
 */
export async function crossCheck(
  following: Following,
  range: Range,
  reader: Endpoint,
): Promise<void> {
  const { first, last, heard } = range
  const found = await askBesides(following, reader, async (other) => {
    const head = await readHead(other)
    if (head.number < last.number) throw new NotYet('It has not come so far.')
    return { head, logs: await readAgain(following, other, { first, last, heard }) }
  })
  range.heard = undefined
  if (found) judge(following, range, reader, found)
}

/** A range to hold against a second reading later. */
export function withDigests(range: Range): Range {
  const digests = digestsOf(range.logs)
  const blocks = range.blocks.map((block) => ({
    ...block,
    digest: digests.get(block.number) ?? null,
  }))
  return { ...range, blocks }
}

function judge(
  following: Following,
  range: Range,
  reader: Endpoint,
  found: { answer: Witness; endpoint: Endpoint },
): void {
  const { last } = range
  const { logs, head } = found.answer
  const difference = logs ? firstDifference(range.logs, logs) : last.number
  if (difference !== undefined) {
    throw dispute(following, difference, [reader, found.endpoint])
  }
  range.isConfirmed = head.number - following.chain.confirmations >= last.number
}

/**
 * Moves the confirmed mark over blocks that have become deep, after another endpoint has read
 * them too. Where the readings differ, everything from there on is taken back and `Disputed` is
 * thrown. `head` is what `by` said. Answers whether nothing more can be confirmed now.
 */
export async function confirmWindow(
  following: Following,
  head: Header,
  by: Endpoint,
): Promise<boolean> {
  const { chain, database, signal } = following
  for (let step = 0; step < STEPS_AT_ONCE; step += 1) {
    const { cursor } = following
    if (!cursor || signal.aborted) return true
    const target = Math.min(cursor.number, head.number - chain.confirmations)
    const first = cursor.confirmedNumber + 1
    if (target < first) return true
    const stored = await listBlocksRead(database, chain.id, first, target, MANY_BLOCKS)
    const isMoved = await confirmBlocks(following, beginning(stored), by)
    if (!isMoved) return true
  }
  return false
}

// After a long time without a witness there is much to confirm: other work is due in between.
const STEPS_AT_ONCE = 10
const MANY_BLOCKS = 500
const MANY_LOGS = 5000
const LONGEST_SPAN = 2000

/** Blocks in a row that one endpoint told, no more than are read at once. */
function beginning(blocks: ReadBlock[]): ReadBlock[] {
  let logs = 0
  const end = blocks.findIndex((block, at) => {
    logs += block.logs
    const isLong =
      logs > MANY_LOGS || block.number - (blocks[0]?.number ?? 0) > LONGEST_SPAN
    return block.reader !== blocks[0]?.reader || (at > 0 && isLong)
  })
  return end === -1 ? blocks : blocks.slice(0, end)
}

/** Answers whether the mark was moved. */
async function confirmBlocks(
  following: Following,
  stored: ReadBlock[],
  by: Endpoint,
): Promise<boolean> {
  const { cursor, chain, clock, projection } = following
  const reader = { name: stored[0]?.reader ?? '' }
  if (!cursor || stored.length === 0) return false
  const first = cursor.confirmedNumber + 1
  const found = await askBesides(following, reader, async (other) => {
    const blocks = deepBlocks(following, await readHead(other), stored)
    const last = blocks.at(-1)
    if (!last) return undefined
    return { blocks, last, logs: await readAgain(following, other, { first, last }) }
  })
  if (!found?.answer) return false
  const { endpoint } = found
  const { blocks, last, logs } = found.answer
  const difference = logs ? firstDifferentBlock(blocks, logs) : last.number
  if (difference !== undefined) {
    await goBackTo(following, await findBlockBelow(following, difference))
    throw dispute(following, difference, [reader, endpoint])
  }
  if (!(await isDeepByAnother(following, last, { by, endpoint }))) return false
  const confirmed = { above: cursor.confirmedNumber, upTo: last.number }
  await transact(following, async (transaction) => {
    await saveConfirmed(transaction, chain.id, last.number, clock())
    await projection.confirm(transaction, chain, confirmed)
  })
  following.cursor = { ...cursor, confirmedNumber: last.number }
  return true
}

/** Those of the blocks that lie deep below the head that the witness tells. */
function deepBlocks(
  { chain }: Following,
  head: Header,
  blocks: ReadBlock[],
): ReadBlock[] {
  const deepest = head.number - chain.confirmations
  return blocks.filter(({ number }) => number <= deepest)
}

/** Whether somebody besides the witness says too how deep the block lies. */
async function isDeepByAnother(
  following: Following,
  { number }: { number: number },
  { by, endpoint }: { by: Endpoint; endpoint: Endpoint },
): Promise<boolean> {
  if (by.name !== endpoint.name || following.endpoints.names.length === 1) return true
  const found = await askBesides(following, endpoint, readHead)
  return (found?.answer.number ?? 0) - following.chain.confirmations >= number
}

/**
 * Asks another endpoint, or the same where there is only one; undefined while no other answers,
 * which is told.
 */
async function askBesides<T>(
  following: Following,
  besides: { name: string },
  work: (endpoint: Endpoint) => Promise<T>,
): Promise<{ answer: T; endpoint: Endpoint } | undefined> {
  const { endpoints, signal } = following
  try {
    const found = await endpoints.ask(work, { signal, besides })
    following.lacksWitness = false
    return found
  } catch (error) {
    if (!(error instanceof NoEndpoint)) throw error
    following.lacksWitness = true
    return undefined
  }
}

/** The lowest block whose stored logs are not these; undefined when all are. */
function firstDifferentBlock(
  blocks: ReadBlock[],
  logs: FollowedLog[],
): number | undefined {
  const digests = digestsOf(logs)
  const differing = blocks
    .filter(({ number, digest }) => (digests.get(number) ?? null) !== digest)
    .map(({ number }) => number)
  const stored = new Set(blocks.map(({ number }) => number))
  const unknown = [...digests.keys()].filter((number) => !stored.has(number))
  return [...differing, ...unknown].sort((a, b) => a - b)[0]
}

function dispute(
  { endpoints, measures, chain }: Following,
  block: number,
  readers: { name: string }[],
): Disputed {
  for (const name of new Set(readers.map((reader) => reader.name))) {
    endpoints.accuse({ name }, 'Its logs differ from those of another reading.')
    measures.failure(chain.alias, name, 'disagreement')
  }
  return new Disputed(block)
}
