import { Doubtful } from './doubt.ts'
import { BadAnswer, type Endpoint, Unreachable } from './endpoints/endpoint.ts'
import type { Following } from './following.ts'
import {
  type Cursor,
  deleteBlocksAbove,
  deleteCursor,
  listBlocksDown,
  type StoredBlock,
  saveCursor,
} from './queries.ts'
import { transact } from './write-range.ts'

/**
 * Goes back to the newest stored block that is still on the chain of `endpoint`, however deep,
 * and takes back what was read above it. Answers whether there was anything to take back. Below
 * what is confirmed one endpoint alone is not believed.
 */
export async function reorganise(
  following: Following,
  endpoint: Endpoint,
): Promise<boolean> {
  const { chain, cursor, log, measures } = following
  if (!cursor) return false
  const ancestor = await findAncestor(following, cursor, endpoint)
  if (ancestor?.hash === cursor.hash) return false

  const to = ancestor?.number ?? -1
  const isDeep = to < cursor.confirmedNumber && chain.confirmations > 0
  if (isDeep) await demandSecondWitness(following, cursor, endpoint)
  const depth = cursor.number - to
  const facts = { chain: chain.alias, depth, from: cursor.number, to }
  if (isDeep) log.error(facts, 'the chain was reorganised below what was confirmed')
  else log.info(facts, 'the chain was reorganised')
  measures.reorganisation(chain.alias, depth, isDeep)
  await goBackTo(following, ancestor)
  return true
}

/** Takes back every row above `block`; undefined: all of them. */
export async function goBackTo(
  following: Following,
  block: StoredBlock | undefined,
): Promise<void> {
  const { chain, projection, clock, cursor, database } = following
  if (!cursor) return
  const after: Cursor | undefined = block && {
    ...cursor,
    number: block.number,
    hash: block.hash,
    time: block.time,
    confirmedNumber: Math.min(cursor.confirmedNumber, block.number),
  }
  await transact(following, async (transaction) => {
    await projection.revert(transaction, chain, block?.number ?? -1, clock())
    await deleteBlocksAbove(transaction, chain.id, block?.number ?? -1)
    if (after) await saveCursor(transaction, chain.id, after, after.number, clock())
    else await deleteCursor(transaction, chain.id)
  })
  following.cursor = after
  following.ahead = undefined
  following.addresses = new Set(await projection.addressesOf(database, chain.id))
  following.onApplied?.(chain.id)
}

/** The newest stored block below `number`: where to read again from when `number` is doubtful. */
export async function findBlockBelow(
  { database, chain }: Following,
  number: number,
): Promise<StoredBlock | undefined> {
  const [block] = await listBlocksDown(database, chain.id, number - 1, 1)
  return block
}

/** The newest stored block that the endpoint has too; undefined when it denies all of them. */
async function findAncestor(
  { chain, database }: Following,
  cursor: Cursor,
  endpoint: Endpoint,
): Promise<StoredBlock | undefined> {
  const head = await endpoint.readHeader('latest')
  if (!head) throw new BadAnswer('It has no newest block.')
  let isDenied = chain.isDemo
  // Small at first, because most reorganisations are shallow.
  let page = 8
  for (let below = cursor.number; ; page = Math.min(page * 2, 100)) {
    const stored = await listBlocksDown(database, chain.id, below, page)
    const last = stored.at(-1)
    if (!last) break
    const found = await endpoint.readHeaders(stored.map(({ number }) => number))
    const ancestor = stored.find((block, at) => found[at]?.hash === block.hash)
    if (ancestor) return ancestor
    if (stored.some(({ number }, at) => !found[at] && number <= head.number)) {
      throw new Unreachable('It lacks a block below its head.')
    }
    isDenied ||= found.some((header) => header !== undefined)
    below = last.number - 1
  }
  // A block that is absent is not denied: the endpoint may not have it yet.
  if (!isDenied) throw new Unreachable('It has none of the blocks that were read.')
  return undefined
}

/**
 * Asks another endpoint for the newest confirmed block that is stored. Throws `Doubtful` when it
 * still stands there, and `Unreachable` when that endpoint has no such block.
 */
async function demandSecondWitness(
  following: Following,
  cursor: Cursor,
  endpoint: Endpoint,
): Promise<void> {
  const { endpoints, signal } = following
  const stored = await findBlockBelow(following, cursor.confirmedNumber + 1)
  if (!stored) return
  const { answer } = await endpoints.ask((other) => other.readHeader(stored.number), {
    signal,
    besides: endpoint,
  })
  if (!answer) throw new Unreachable('No other endpoint has a block that one denies.')
  if (answer.hash === stored.hash) {
    throw new Doubtful(endpoint, 'It denies a confirmed block that others still have.')
  }
}
