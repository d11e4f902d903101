import type {
  Collection,
  ListEntry,
  Phase,
  updateCollection as update,
} from '@platemark/api/collections'
import type { Parsed } from '@platemark/api/endpoint'
import { Problem } from '@platemark/api/problem'
import { LIST_PIECE_SIZE, siblingPlaces } from '@platemark/rules/allowlist'
import { type Hex, toHex } from 'viem'
import type { Chain } from '../../configuration/chains.ts'
import type { Database } from '../../database/database.ts'
import type { AppContext } from '../../http/app-context.ts'
import { isSessionOfChain, isSessionWallet, type Session } from '../../http/session.ts'
import { collectionsChannel, parseNotification } from '../indexing/notifications.ts'
import { blockedProblem, listOwnerBlocks } from '../moderation/service.ts'
import { toChecksumAddress, toPhase } from './cards.ts'
import { findAccountChain, findChain } from './chains.ts'
import { toCollection } from './collection.ts'
import {
  holdsAlias,
  isAliasOfCollection,
  isAliasOfPreparedDraft,
  isHeldAlias,
  isTakenAlias,
  lockAlias,
} from './queries/aliases.ts'
import {
  type CollectionRow,
  findCollection,
  listPhases,
  listWalletEntryRows,
  markListed,
} from './queries/collections.ts'
import { listContractAccountChains } from './queries/collector.ts'
import { findCommitment } from './queries/commitment.ts'
import { findCreation } from './queries/creation.ts'
import { listHolderRows, readHoldersAt } from './queries/holders.ts'
import {
  findOwn,
  findSales,
  listEditedRows,
  listOwnRows,
  markDeleted,
  type OwnChanges,
  type Owner,
  type OwnRow,
  type Rights,
  updateOwn,
} from './queries/own.ts'
import { isHidden, shownAlias } from './queries/visible.ts'
import { isOtherVersion, refuseChangedElsewhere } from './refuse-changed-elsewhere.ts'

export type { Rights }

export {
  collectionsChannel,
  findAccountChain,
  findChain,
  findCommitment,
  findCreation,
  findSales,
  holdsAlias,
  isAliasOfCollection,
  isHidden,
  isOtherVersion,
  isTakenAlias,
  listContractAccountChains,
  listHolderRows,
  lockAlias,
  markDeleted,
  parseNotification,
  readHoldersAt,
  refuseChangedElsewhere,
  shownAlias,
  toChecksumAddress,
}

/** Path parameters of a collection: network alias, and address or slug. */
export type CollectionPath = { chain_alias: string; contract_address: string }

/**
 * Returns a collection, hidden or not. Throws `unknown_chain`, `not_found`, and `blocked`
 * for everyone but its owner.
 */
export async function getCollection(
  context: AppContext,
  place: CollectionPath,
  session: Session | undefined,
): Promise<Collection> {
  const { chain, row } = await locateCollection(context, place, session)
  // A collection deployed without this site is listed once its owner opens its page.
  const role = await findRole(context.database, session, row)
  const isOpened = role === 'owner' && row.is_unlisted
  if (isOpened) await markListed(context.database, row.id)

  const [details, own] = await Promise.all([
    toCollection(context, chain, isOpened ? { ...row, is_unlisted: false } : row),
    role && ownerView(context.database, row, role),
  ])
  return { ...details, ...(own && { own, alias: row.alias }) }
}

/** Returns the caller's right to change the page of a collection; undefined for none. */
async function findRole(
  database: Database,
  session: Session | undefined,
  row: CollectionRow,
): Promise<Rights | undefined> {
  if (!session || !isSessionOfChain(session, row.chain_id)) return undefined
  if (isOwnedBy(session, row)) return 'owner'
  return (await findOwn(database, session, row.id, 'editor')) && 'editor'
}

/** Returns the fields that only the owner and co-editors may read. */
async function ownerView(
  database: Database,
  row: CollectionRow,
  role: Rights,
): Promise<NonNullable<Collection['own']>> {
  const blocks = await listOwnerBlocks(database, [row])
  return {
    contract_id: row.id,
    role,
    updated_at: row.updated_at.toISOString(),
    updated_by: row.updated_by && toChecksumAddress(row.updated_by),
    block: blocks.get(row.id) ?? null,
  }
}

/**
 * Updates the page of a collection, with `if_updated_at` only the version of that time. Throws
 * `not_yours`, `alias_taken`, `metadata_frozen`, `blocked`, `unknown_chain`, `not_found`, and
 * `changed_elsewhere` with the present page.
 */
export async function updateCollection(
  context: AppContext,
  session: Session,
  place: CollectionPath,
  { if_updated_at, ...changes }: Parsed<typeof update>['body'],
): Promise<Collection> {
  const { chain, row } = await locateCollection(context, place, session)
  const role = await findRole(context.database, session, row)
  if (!role) throw new Problem('not_yours')
  const { alias: wanted = row.alias } = changes
  if (role === 'editor' && wanted !== row.alias) {
    const alias = ['Only the owner can change the page address.']
    throw new Problem('validation_failed', undefined, { fields: { alias } })
  }
  if (row.blocked_at) throw await blockedProblem(context.database, chain, row)
  const { alias, description = row.description } = changes
  // Token metadata includes the description, so frozen metadata freezes the page's
  // description too.
  if (row.is_metadata_frozen && description !== row.description) {
    throw new Problem('metadata_frozen')
  }
  const readPresent = () =>
    getCollection(context, { ...place, contract_address: row.address }, session)
  if (isOtherVersion(row, if_updated_at)) await refuseChangedElsewhere(readPresent)
  if (alias) await refuseReserved(context, row, alias)
  await changeOwnCollection(context, session, row.id, changes, {
    ifUpdatedAt: if_updated_at,
    readPresent,
    rights: 'editor',
  })
  return readPresent()
}

async function refuseReserved(
  context: AppContext,
  row: CollectionRow,
  alias: string,
): Promise<void> {
  if (await isReserved(context, row, alias)) throw new Problem('alias_taken')
}

/**
 * A prepared draft may claim the alias, and another collection may have released it
 * recently.
 */
async function isReserved(
  { database, clock }: AppContext,
  { chain_id, address }: { chain_id: number; address: string },
  alias: string,
): Promise<boolean> {
  const wanted = { chainId: chain_id, alias, exceptDraft: null, now: clock() }
  return (
    (await isAliasOfPreparedDraft(database, wanted)) ||
    (await isHeldAlias(database, wanted, address))
  )
}

/**
 * Returns whether `updateCollection` would take an alias for a collection of the caller. Throws
 * `not_found`.
 */
export async function isFreeAlias(
  context: AppContext,
  session: Session,
  id: string,
  alias: string,
): Promise<boolean> {
  const row = await findOwn(context.database, session, id, 'owner')
  if (!row) throw new Problem('not_found')
  const wanted = { chainId: row.chain_id, alias, exceptDraft: id }
  if (await isAliasOfCollection(context.database, wanted)) return false
  return !(await isReserved(context, row, alias))
}

/** Collection as its owner manages it. */
export type OwnCollection = OwnRow & {
  /** Ordered by start. */
  phases: Phase[]
}

/** Lists an owner's newest collections, including those deployed without this site. */
export async function listOwnCollections(
  { database }: AppContext,
  owner: Owner,
  most: number,
): Promise<OwnCollection[]> {
  return withPhases(database, await listOwnRows(database, owner, most))
}

/** Lists the newest collections whose page an account may edit and that it does not own. */
export async function listEditedCollections(
  { database }: AppContext,
  editor: Owner,
  most: number,
): Promise<OwnCollection[]> {
  return withPhases(database, await listEditedRows(database, editor, most))
}

/** Finds a collection by id that the caller has rights to; undefined for others. */
export async function findOwnCollection(
  { database }: AppContext,
  caller: Owner,
  id: string,
  rights: Rights = 'owner',
): Promise<OwnCollection | undefined> {
  const row = await findOwn(database, caller, id, rights)
  const [found] = await withPhases(database, row ? [row] : [])
  return found
}

/**
 * The version that a change is made to (undefined: any), and the least right for it.
 * `readPresent` returns the present version.
 */
export type Precondition = {
  ifUpdatedAt: string | undefined
  readPresent: () => Promise<unknown>
  rights?: Rights | undefined
}

/**
 * Updates a collection that the caller has rights to. Throws `not_found`, `alias_taken`, and
 * `changed_elsewhere` with what `readPresent` returns.
 */
export async function changeOwnCollection(
  { database, clock }: AppContext,
  caller: Owner,
  id: string,
  changes: OwnChanges,
  { ifUpdatedAt, readPresent, rights }: Precondition,
): Promise<void> {
  const terms = { now: clock(), ifUpdatedAt, rights }
  const result = await updateOwn(database, caller, id, changes, terms)
  if (result === 'gone') throw new Problem('not_found')
  if (result === 'taken') throw new Problem('alias_taken')
  if (result === 'changed') await refuseChangedElsewhere(readPresent)
}

async function withPhases(database: Database, rows: OwnRow[]): Promise<OwnCollection[]> {
  const found = await listPhases(
    database,
    rows.map(({ id }) => id),
  )
  const phases = Map.groupBy(found, ({ collection_id }) => collection_id)
  return rows.map((row) => ({ ...row, phases: (phases.get(row.id) ?? []).map(toPhase) }))
}

/**
 * Returns a wallet's entries on the lists in force, with their proofs. Throws
 * `not_on_list`, `unknown_chain` and `not_found`.
 */
export async function getListEntries(
  context: AppContext,
  place: CollectionPath,
  wallet: string,
): Promise<ListEntry[]> {
  const { row } = await locateCollection(context, place)
  const entries = await listWalletEntries(context, row.id, wallet)
  if (entries.length === 0) throw new Problem('not_on_list')
  return entries
}

/**
 * Lists a wallet's entries; empty if it is on no list. Their proofs are read from the stored levels
 * of a piece, some twenty nodes; to hash them instead would take 255 hashes for each entry.
 */
export async function listWalletEntries(
  { database, clock }: AppContext,
  collectionId: string,
  wallet: string,
): Promise<ListEntry[]> {
  const found = await listWalletEntryRows(
    database,
    collectionId,
    wallet.toLowerCase(),
    clock(),
  )
  return found.map(({ position, entries, nodes, proof, ...entry }) => {
    const place = position % LIST_PIECE_SIZE
    const leaves = Math.min(LIST_PIECE_SIZE, entries - position + place)
    const siblings = siblingPlaces(leaves, place).map((at) => nodeAt(nodes, at))
    return { ...entry, proof: [...siblings, ...splitNodes(proof)] }
  })
}

/**
 * Finds a collection by address in any letter case, or by slug; a hidden one by its slug
 * for its owner only (`isHidden`). Throws `unknown_chain`, `not_found`, and `blocked` for
 * everyone but its owner. Every call and page that is given a slug passes through here.
 */
export async function locateCollection(
  context: AppContext,
  { chain_alias, contract_address }: CollectionPath,
  session?: Session,
): Promise<{ chain: Chain; row: CollectionRow }> {
  const chain = findChain(context, chain_alias)
  const isProven = session !== undefined && isSessionOfChain(session, chain.id)
  const owner = isProven ? session.address : null
  const row = await findCollection(context.database, chain.id, contract_address, owner)
  if (!row) throw new Problem('not_found')
  if (row.blocked_at && !isOwnedBy(session, row)) {
    throw await blockedProblem(context.database, chain, row)
  }
  return { chain, row }
}

function isOwnedBy(session: Session | undefined, row: CollectionRow): boolean {
  const owner = { chain_id: row.chain_id, address: row.owner }
  return session !== undefined && isSessionWallet(session, owner)
}

const NODE_BYTES = 32

/** Splits stored nodes of a tree. */
function splitNodes(bytes: Uint8Array): Hex[] {
  return Array.from({ length: bytes.length / NODE_BYTES }, (_, at) => nodeAt(bytes, at))
}

function nodeAt(bytes: Uint8Array, at: number): Hex {
  return toHex(bytes.subarray(at * NODE_BYTES, (at + 1) * NODE_BYTES))
}
