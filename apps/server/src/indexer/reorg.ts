import type { ChainSync } from './chain-sync.ts'
import { InconsistentRpcError } from './errors.ts'
import {
  type Cursor,
  deleteBlocksAbove,
  deleteCursor,
  listBlocksDescending,
  type StoredBlock,
  saveCursor,
} from './queries.ts'
import {
  InvalidRpcResponseError,
  type RpcEndpoint,
  RpcUnavailableError,
} from './rpc/endpoint.ts'
import { transact } from './write-batches.ts'

/**
 * Goes back to the newest stored block that is still on the chain of `endpoint`, however deep,
 * and takes back what was read above it. Answers whether there was anything to take back. Below
 * what is confirmed one endpoint alone is not believed.
 */
export async function rollbackReorg(
  sync: ChainSync,
  endpoint: RpcEndpoint,
): Promise<boolean> {
  const { chain, cursor, log, metrics } = sync
  if (!cursor) return false
  const ancestor = await findAncestor(sync, cursor, endpoint)
  if (ancestor?.hash === cursor.hash) return false

  const to = ancestor?.number ?? -1
  const isDeep = to < cursor.confirmedNumber && chain.confirmations > 0
  if (isDeep) await requireSecondRpc(sync, cursor, endpoint)
  const depth = cursor.number - to
  const facts = { chain: chain.alias, depth, from: cursor.number, to }
  if (isDeep) log.error(facts, 'the chain was reorganised below what was confirmed')
  else log.info(facts, 'the chain was reorganised')
  metrics.reorg(chain.alias, depth, isDeep)
  await rollbackTo(sync, ancestor)
  return true
}

/** Takes back every row above `block`; undefined: all of them. */
export async function rollbackTo(
  sync: ChainSync,
  block: StoredBlock | undefined,
): Promise<void> {
  const { chain, projection, clock, cursor, database } = sync
  if (!cursor) return
  const after: Cursor | undefined = block && {
    ...cursor,
    number: block.number,
    hash: block.hash,
    time: block.time,
    confirmedNumber: Math.min(cursor.confirmedNumber, block.number),
  }
  await transact(sync, async (transaction) => {
    await projection.revert(transaction, chain, block?.number ?? -1, clock())
    await deleteBlocksAbove(transaction, chain.id, block?.number ?? -1)
    if (after) await saveCursor(transaction, chain.id, after, after.number, clock())
    else await deleteCursor(transaction, chain.id)
  })
  sync.cursor = after
  sync.prefetched = undefined
  sync.addresses = new Set(await projection.listAddresses(database, chain.id))
  sync.onApplied?.(chain.id)
}

/** The newest stored block below `number`: where to read again from when `number` is doubtful. */
export async function findStoredBlockBelow(
  { database, chain }: ChainSync,
  number: number,
): Promise<StoredBlock | undefined> {
  const [block] = await listBlocksDescending(database, chain.id, number - 1, 1)
  return block
}

/** The newest stored block that the endpoint has too; undefined when it denies all of them. */
async function findAncestor(
  { chain, database }: ChainSync,
  cursor: Cursor,
  endpoint: RpcEndpoint,
): Promise<StoredBlock | undefined> {
  const head = await endpoint.readHeader('latest')
  if (!head) throw new InvalidRpcResponseError('It has no newest block.')
  let isDenied = chain.isDemo
  // Small at first, because most reorganisations are shallow.
  let page = 8
  for (let below = cursor.number; ; page = Math.min(page * 2, 100)) {
    const stored = await listBlocksDescending(database, chain.id, below, page)
    const last = stored.at(-1)
    if (!last) break
    const found = await endpoint.readHeaders(stored.map(({ number }) => number))
    const ancestor = stored.find((block, at) => found[at]?.hash === block.hash)
    if (ancestor) return ancestor
    if (stored.some(({ number }, at) => !found[at] && number <= head.number)) {
      throw new RpcUnavailableError('It lacks a block below its head.')
    }
    isDenied ||= found.some((header) => header !== undefined)
    below = last.number - 1
  }
  // A block that is absent is not denied: the endpoint may not have it yet.
  if (!isDenied)
    throw new RpcUnavailableError('It has none of the blocks that were read.')
  return undefined
}

/**
 * Asks another endpoint for the newest confirmed block that is stored. Throws `Doubtful` when it
 * still stands there, and `Unreachable` when that endpoint has no such block.
 */
async function requireSecondRpc(
  sync: ChainSync,
  cursor: Cursor,
  endpoint: RpcEndpoint,
): Promise<void> {
  const { rpcPool, signal } = sync
  const stored = await findStoredBlockBelow(sync, cursor.confirmedNumber + 1)
  if (!stored) return
  const { answer } = await rpcPool.request((other) => other.readHeader(stored.number), {
    signal,
    exclude: endpoint,
  })
  if (!answer)
    throw new RpcUnavailableError('No other endpoint has a block that one denies.')
  if (answer.hash === stored.hash) {
    throw new InconsistentRpcError(
      endpoint,
      'It denies a confirmed block that others still have.',
    )
  }
}
