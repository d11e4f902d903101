import type { Database } from '../platform/database.ts'
import { readHeader, readHeaders } from './chain-reader.ts'
import type { Following } from './following.ts'
import { abortable } from './pace.ts'
import {
  type Cursor,
  deleteBlocksAbove,
  deleteCursor,
  listBlocksDown,
  type StoredBlock,
  saveCursor,
} from './queries.ts'
import { holdCursor, writeFailed } from './write-range.ts'

/**
 * Goes back to the newest stored block that is still on the chain, however deep, and takes
 * back what was read above it. Answers whether there is nothing to do but to wait: the block
 * of the cursor stands, and only the head was said to be below it.
 */
export async function reorganise(following: Following): Promise<boolean> {
  await checkGenesis(following)
  const { chain, cursor, log } = following
  if (!cursor) return false

  const ancestor = await findAncestor(following, cursor)
  if (ancestor?.hash === cursor.hash) return true
  const depth = cursor.number - (ancestor?.number ?? -1)
  const facts = { chain: chain.alias, depth, from: cursor.number }
  if (depth > chain.confirmations) log.warn(facts, 'the chain was reorganised')
  else log.info(facts, 'the chain was reorganised')

  if (!ancestor) return startAnew(following)
  await revertTo(following, { ...cursor, ...ancestor })
  return false
}

async function findAncestor(
  { chain, database, signal }: Following,
  cursor: Cursor,
): Promise<StoredBlock | undefined> {
  // Small at first, because most reorganisations are shallow.
  let page = 8
  for (let below = cursor.number; ; page = Math.min(page * 2, 128)) {
    const stored = await listBlocksDown(database, chain.id, below, page)
    const last = stored.at(-1)
    if (!last) return undefined
    const numbers = stored.map((block) => block.number)
    const found = await abortable(readHeaders(chain, numbers), signal)
    const ancestor = stored.find((block, index) => found[index]?.hash === block.hash)
    if (ancestor) return ancestor
    below = last.number - 1
  }
}

async function revertTo(following: Following, ancestor: Cursor): Promise<void> {
  const { chain, projection, clock } = following
  await changed(following, async (transaction) => {
    await projection.revert(transaction, chain, ancestor.number)
    await deleteBlocksAbove(transaction, chain.id, ancestor.number)
    await saveCursor(transaction, chain.id, ancestor, ancestor.number, clock())
  })
  following.cursor = ancestor
}

/** Another genesis or another factory: nothing of what was read is of this history. */
async function startAnew(following: Following): Promise<false> {
  const { chain, projection, log, cursor } = following
  log.warn(
    { chain: chain.alias, genesis: following.genesisHash, before: cursor?.genesisHash },
    'the history of the chain is another one; it is read again from the start',
  )
  await changed(following, async (transaction) => {
    await projection.revert(transaction, chain, -1)
    await deleteBlocksAbove(transaction, chain.id, -1)
    await deleteCursor(transaction, chain.id)
  })
  following.cursor = undefined
  return false
}

async function changed(
  following: Following,
  change: (transaction: Database) => Promise<void>,
): Promise<void> {
  const { chain, database, projection } = following
  await database
    .transaction()
    .execute(async (transaction) => {
      await holdCursor(transaction, following)
      await change(transaction)
    })
    .catch(writeFailed)
  following.addresses = new Set(await projection.addressesOf(database, chain.id))
  following.onApplied?.(chain.id)
}

/** A chain that was reset has another genesis: then nothing that was read counts. */
export async function checkGenesis(following: Following): Promise<void> {
  const { chain, signal, cursor } = following
  const genesis = await abortable(readHeader(chain, 0), signal)
  if (!genesis) throw new Error('The node has no genesis block.')
  following.genesisHash = genesis.hash
  const isSame =
    cursor?.genesisHash === genesis.hash && cursor.source === following.factory
  if (cursor && !isSame) await startAnew(following)
}
