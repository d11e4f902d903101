import { listContractAccountChains } from '../collections/service.ts'
import {
  type CollectionReference,
  CommandRefusedError,
  chainAlias,
  type OperatorContext,
  resolveCollection,
  withAudit,
} from './operator-context.ts'
import {
  type CreatorKey,
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

/** Creator as the operator names it: with the network for a contract's account. */
type CreatorReference = { address: string; chain?: string | undefined }

/**
 * Blocks all present and future collections of a creator, on every network or on the named
 * one; returns how many exist. Throws `CommandRefusedError` for a contract's account
 * without its network, because elsewhere the address may be another owner's.
 */
export async function blockCreator(
  context: OperatorContext,
  { category, reason, ...named }: CreatorReference & Reason,
): Promise<{ collections: number }> {
  const creator = resolveCreator(context, named)
  if (creator.chain_id === null) await refuseContract(context, creator.address)
  const line = {
    action: 'block creator',
    address: creator.address,
    details: { category, reason, ...(named.chain && { chain: named.chain }) },
  }
  const collections = await withAudit(context, line, async (transaction, now) => {
    await lockBlocks(transaction)
    const block = { category, reason, blocked_by: context.by, blocked_at: now }
    return saveCreatorBlock(transaction, creator, block)
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
  named: CreatorReference,
): Promise<Record<string, never>> {
  const creator = resolveCreator(context, named)
  const line = {
    action: 'unblock creator',
    address: creator.address,
    ...(named.chain && { details: { chain: named.chain } }),
  }
  await withAudit(context, line, async (transaction) => {
    await lockBlocks(transaction)
    const isDone = await deleteCreatorBlock(transaction, creator)
    if (!isDone) throw new CommandRefusedError('This creator is not blocked.')
  })
  return {}
}

function resolveCreator(
  context: OperatorContext,
  { address, chain }: CreatorReference,
): CreatorKey {
  if (chain === undefined) return { address: address.toLowerCase(), chain_id: null }
  return resolveCollection(context, { address, chain })
}

async function refuseContract(context: OperatorContext, address: string): Promise<void> {
  const [first, ...others] = await listContractAccountChains(context.database, address)
  if (first === undefined) return
  const names = [first, ...others].map((id) => `${chainAlias(context, id)}/${address}`)
  throw new CommandRefusedError(
    `This is the account of a contract, and elsewhere the address may be another's. Name it with its network: ${names.join(' or ')}.`,
  )
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
    creators: creators.map(({ chain_id, blocked_at, ...block }) => ({
      chain: chain_id === null ? null : chainAlias(context, chain_id),
      ...block,
      blocked_at: blocked_at.toISOString(),
    })),
  }
}
