import {
  type CollectionReference,
  CommandRefusedError,
  chainAlias,
  type OperatorContext,
  resolveCollection,
  withAudit,
} from './operator-context.ts'
import {
  deleteCollectionBlock,
  deleteCreatorBlock,
  findByKey,
  listBlockedCollections,
  listBlockedCreators,
  lockBlocks,
  saveCollectionBlock,
  saveCreatorBlock,
} from './queries/blocks.ts'

/** Category of a block, and the reason shown to the owner. */
type Reason = { category: string; reason: string }

/** Bound on listed blocks, more than an operator reads. */
const MAX_BLOCKS = 1000

/** Blocks a collection, indexed or not. `name` is null where it is not. */
export async function blockCollection(
  context: OperatorContext,
  { category, reason, ...named }: CollectionReference & Reason,
): Promise<{ name: string | null }> {
  const place = resolveCollection(context, named)
  const line = { action: 'block collection', place, details: { category, reason } }
  await withAudit(context, line, async (transaction, now) => {
    await lockBlocks(transaction)
    const block = { category, reason, blocked_by: context.by, blocked_at: now }
    await saveCollectionBlock(transaction, place, block)
  })
  return { name: (await findByKey(context.database, place))?.name ?? null }
}

/**
 * Blocks all present and future collections of an address, on every network; returns how
 * many exist.
 */
export async function blockCreator(
  context: OperatorContext,
  { address: written, category, reason }: { address: string } & Reason,
): Promise<{ collections: number }> {
  const address = written.toLowerCase()
  const line = { action: 'block creator', address, details: { category, reason } }
  const collections = await withAudit(context, line, async (transaction, now) => {
    await lockBlocks(transaction)
    const block = { category, reason, blocked_by: context.by, blocked_at: now }
    return saveCreatorBlock(transaction, address, block)
  })
  return { collections }
}

/**
 * Removes a collection's own block. `is_blocked` is true if its creator is still blocked.
 */
export async function unblockCollection(
  context: OperatorContext,
  named: CollectionReference,
): Promise<{ is_blocked: boolean; creator: string | null }> {
  const place = resolveCollection(context, named)
  const known = await findByKey(context.database, place)
  await withAudit(
    context,
    { action: 'unblock collection', place },
    async (transaction) => {
      await lockBlocks(transaction)
      if (await deleteCollectionBlock(transaction, place)) return
      throw new CommandRefusedError(
        known?.blocked_at
          ? `It has no block of its own: its creator ${known.creator} is blocked. Unblock the creator.`
          : 'It is not blocked.',
      )
    },
  )
  const after = await findByKey(context.database, place)
  return { is_blocked: Boolean(after?.blocked_at), creator: after?.creator ?? null }
}

/** Removes a creator's block; collections with their own block stay blocked. */
export async function unblockCreator(
  context: OperatorContext,
  { address: written }: { address: string },
): Promise<Record<string, never>> {
  const address = written.toLowerCase()
  await withAudit(
    context,
    { action: 'unblock creator', address },
    async (transaction) => {
      await lockBlocks(transaction)
      const isDone = await deleteCreatorBlock(transaction, address)
      if (!isDone) throw new CommandRefusedError('This creator is not blocked.')
    },
  )
  return {}
}

/** Lists all blocks, newest first. */
export async function listBlocks(context: OperatorContext) {
  const [collections, creators] = await Promise.all([
    listBlockedCollections(context.database, MAX_BLOCKS),
    listBlockedCreators(context.database, MAX_BLOCKS),
  ])
  return {
    collections: collections.map(({ chain_id, blocked_at, ...block }) => ({
      chain: chainAlias(context, chain_id),
      ...block,
      blocked_at: blocked_at.toISOString(),
    })),
    creators: creators.map(({ blocked_at, ...block }) => ({
      ...block,
      blocked_at: blocked_at.toISOString(),
    })),
  }
}
