import { isFactoryCode } from '@platemark/abi/deploy'
import type { Address } from 'viem'
import type { Chain } from '../../configuration/chains.ts'
import type { Database } from '../../database/database.ts'
import { executeAsOne } from '../../database/rows.ts'
import { type Apply, InvalidLogError, type Projection } from '../../indexer/projection.ts'
import { type CollectionEvent, decodeEvents } from './collection-events.ts'
import { createCollections } from './create-collections.ts'
import { toLowerAddress } from './decode-collection-log.ts'
import { findCreated } from './decode-factory-log.ts'
import { notifyChain, notifyCollections } from './notifications.ts'
import {
  insertMints,
  loadHoldings,
  loadListPhases,
  loadLists,
  loadMinters,
  saveChangeSet,
} from './queries/change-set.ts'
import {
  copyState,
  loadCollectionStates,
  saveCollectionStates,
} from './queries/collection-states.ts'
import {
  deleteEventsAbove,
  findEventKeys,
  insertEvents,
  listEventsDescending,
} from './queries/events.ts'
import {
  deleteCollectionsAbove,
  disableStatementTimeout,
  listAddresses,
  listCreatedAbove,
  preferIndexScans,
} from './queries/projection.ts'
import {
  decrementRankings,
  incrementRankings,
  lockRankings,
  rebuildRankings,
} from './queries/rankings.ts'
import { rebuildStats } from './queries/rebuild-stats.ts'
import {
  addToStats,
  correctPrices,
  deleteEmptyRows,
  subtractFromStats,
} from './queries/stats.ts'
import {
  assertTokensChanged,
  deleteRanges,
  insertRanges,
  saveTokens,
} from './queries/token-rows.ts'
import { applyEvent, revertEvent } from './reducer/apply-event.ts'
import {
  allRows,
  type ChangeSet,
  emptyChangeSet,
  findRow,
  type KeyedRows,
  putRow,
} from './reducer/change-set.ts'
import type { CollectionState } from './reducer/collection-state.ts'
import { splitTransferred } from './reducer/token-ranges.ts'
import { assertValidEvent } from './reducer/validate-event.ts'

/** Makes the index of collections from the logs of the factory and what it made. */
export const collectionProjection: Projection = {
  isFactoryCode: isFactoryCode,

  listAddresses: listAddresses,

  findChildren: (chain, logs) => findCreated(factoryOf(chain), logs),

  decode(chain, logs) {
    const happenings = decodeEvents(factoryOf(chain), logs)
    return (transaction, options) => apply(transaction, chain, happenings, options)
  },

  async finishBackfill(transaction, chain) {
    await disableStatementTimeout(transaction)
    await rebuildRankings(transaction, { chain_id: chain.id })
    await rebuildStats(transaction, chain.id)
    await notifyChain(transaction, chain.id)
  },

  async confirm(transaction, chain, blocks) {
    const ids = await listCreatedAbove(transaction, chain.id, blocks)
    await notifyCollections(transaction, chain.id, ids)
  },

  async revert(transaction, chain, blockNumber, now = new Date()) {
    await disableStatementTimeout(transaction)
    await lockRankings(transaction)
    await deleteCollectionsAbove(transaction, chain.id, blockNumber)
    const first = await undoAbove(transaction, chain, blockNumber, now)
    await deleteEventsAbove(transaction, chain.id, blockNumber)
    if (first) await correctPrices(transaction, chain.id, first.time)
    await notifyChain(transaction, chain.id)
  },
}

/** Events that are read back at once when they are undone. */
const PAGE = 2000

async function apply(
  transaction: Database,
  chain: Chain,
  read: CollectionEvent[],
  { isBackfilling, meanwhile, now = new Date() }: Parameters<Apply>[1],
): Promise<void> {
  await preferIndexScans(transaction)
  const happenings = await notStored(transaction, chain, read)
  if (happenings.length === 0) return
  const born = await createCollections(transaction, chain, happenings)
  const accounts = await openAccounts(transaction, chain, happenings)
  const books = await openBooks(transaction, accounts, happenings, born)
  const before = [...accounts.values()].map(copyState)
  for (const happening of happenings) {
    if (happening.kind === 'created') born.delete(happening.collection)
    const account = accounts.get(happening.collection)
    if (!account || born.has(happening.collection)) {
      throw new InvalidLogError('Something happened to a collection before it was made.')
    }
    assertValidEvent(account, books, happening)
    applyEvent(account, books, happening)
  }
  const { runs, others } = splitTransferred(books)
  const writing = executeAsOne(transaction, [
    ...insertRanges(runs),
    ...saveChangeSet(books),
    ...insertMints(chain.id, books.mints),
    ...(isBackfilling ? [] : addToStats(books)),
    ...saveCollectionStates(changesOf(before, accounts), now),
    insertEvents(chain.id, accounts, happenings),
    ...saveTokens(others),
  ])
  meanwhile?.()
  assertTokensChanged(others, await writing)
  if (isBackfilling) return
  await deleteEmptyRows(transaction, allRows(books.holdings))
  await incrementRankings(transaction, rankedOf(books))
  const ids = [...accounts.values()].map(({ id }) => id)
  await notifyCollections(transaction, chain.id, ids)
}

/** Undoes everything above a block, the newest first; answers what was undone last. */
async function undoAbove(
  transaction: Database,
  chain: Chain,
  blockNumber: number,
  now: Date,
): Promise<CollectionEvent | undefined> {
  let before: CollectionEvent | undefined
  for (;;) {
    const happenings = await listEventsDescending(
      transaction,
      chain.id,
      blockNumber,
      before,
      PAGE,
    )
    const last = happenings.at(-1)
    if (!last) return before
    await undoAll(transaction, chain, happenings, now)
    before = last
  }
}

/** Undoes a page of happenings, the newest first. */
async function undoAll(
  transaction: Database,
  chain: Chain,
  happenings: CollectionEvent[],
  now: Date,
): Promise<void> {
  const accounts = await openAccounts(transaction, chain, happenings)
  const books = await openBooks(transaction, accounts, happenings)
  const before = [...accounts.values()].map(copyState)
  for (const happening of happenings) {
    const account = accounts.get(happening.collection)
    if (account) revertEvent(account, books, happening)
  }
  const tokens = allRows(books.tokens)
  assertTokensChanged(tokens, await executeAsOne(transaction, saveTokens(tokens)))
  // Last of the tokens: what else was undone of these is gone with them.
  await deleteRanges(transaction, books.ranges)
  await executeAsOne(transaction, [
    ...saveChangeSet(books),
    ...saveCollectionStates(changesOf(before, accounts), now),
  ])
  await subtractFromStats(transaction, chain.id, books)
  await decrementRankings(transaction, rankedOf(books))
}

function openAccounts(
  transaction: Database,
  chain: Chain,
  happenings: CollectionEvent[],
): Promise<Map<Address, CollectionState>> {
  const addresses = [...new Set(happenings.map(({ collection }) => collection))]
  return loadCollectionStates(transaction, chain.id, addresses)
}

function changesOf(before: CollectionState[], accounts: Map<Address, CollectionState>) {
  const after = [...accounts.values()]
  return before.flatMap((former, place) => {
    const account = after[place]
    return account ? [{ before: former, after: account }] : []
  })
}

function rankedOf({ mints }: ChangeSet) {
  return mints.map(
    ({ collection_id, is_creator, quantity, price_wei, time, previous_mint_at }) => ({
      collection_id,
      is_creator,
      quantity,
      price_wei,
      time,
      previous_mint_at,
    }),
  )
}

async function notStored(
  transaction: Database,
  chain: Chain,
  happenings: CollectionEvent[],
): Promise<CollectionEvent[]> {
  const first = happenings[0]
  const last = happenings.at(-1)
  if (!first || !last) return []
  const stored = await findEventKeys(transaction, chain.id, first.block, last.block)
  if (stored.size === 0) return happenings
  return happenings.filter(({ block, logIndex }) => !stored.has(`${block} ${logIndex}`))
}

type Pair = { collection_id: string; owner: string }

/** Reads the rows that these happenings can change; those of `born` are not there yet. */
async function openBooks(
  transaction: Database,
  accounts: Map<Address, CollectionState>,
  happenings: CollectionEvent[],
  born: ReadonlySet<Address> = new Set(),
): Promise<ChangeSet> {
  const owners: KeyedRows<Pair> = new Map()
  const minters: KeyedRows<Pair> = new Map()
  const listed = new Set<string>()
  const roots = new Set<string>()
  for (const { collection, kind, facts } of happenings) {
    const id = accounts.get(collection)?.id
    if (!id) continue
    if (kind === 'list_added' || kind === 'list_removed') {
      listed.add(id)
      roots.add(facts.root)
    }
    if (born.has(collection)) continue
    const note = (book: KeyedRows<Pair>, owner: string) => {
      if (!findRow(book, id, owner)) putRow(book, id, owner, { collection_id: id, owner })
    }
    if (kind === 'transfer' || kind === 'burn') note(owners, facts.from)
    if (kind === 'transfer' || kind === 'mint' || kind === 'airdrop')
      note(owners, facts.to)
    if (kind === 'mint') note(minters, facts.to)
  }
  const [holdings, minterRows, lists, listPhases] = await Promise.all([
    loadHoldings(transaction, allRows(owners)),
    loadMinters(transaction, allRows(minters)),
    loadLists(transaction, [...listed], [...roots]),
    loadListPhases(transaction, [...roots]),
  ])
  return { ...emptyChangeSet(), holdings, minters: minterRows, lists, listPhases }
}

function factoryOf(chain: Chain): Address {
  if (!chain.contracts) throw new Error(`${chain.alias} has no factory.`)
  return toLowerAddress(chain.contracts.factory)
}
