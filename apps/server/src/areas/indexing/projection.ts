import { isFactoryCode } from '@platemark/abi/deploy'
import type { Address } from 'viem'
import type { Chain } from '../../configuration/chains.ts'
import type { Database } from '../../database/database.ts'
import { executeAsOne } from '../../database/rows.ts'
import { liftStatementTimeout } from '../../database/statement-timeout.ts'
import {
  type Apply,
  InvalidLogError,
  type Projection,
  type UnreadableLog,
} from '../../indexer/projection.ts'
import { deleteRoyaltiesAbove } from '../earnings/service/read-royalties.ts'
import {
  type CollectionEvent,
  type DecodedLogs,
  decodeEvents,
} from './collection-events.ts'
import { createCollections } from './create-collections.ts'
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
  listAddresses,
  listCreatedAbove,
  listExisting,
  preferIndexScans,
} from './queries/projection.ts'
import {
  decrementRankings,
  incrementRankings,
  lockRankings,
  rebuildRankings,
} from './queries/rankings.ts'
import { rebuildStats } from './queries/rebuild-stats.ts'
import { asInvalidLog, inSavepoint } from './queries/refused-values.ts'
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
import {
  deleteUnreadableAbove,
  listSetAside,
  setAside,
} from './queries/unreadable-logs.ts'
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
import { isActivity } from './reducer/is-activity.ts'
import { splitTransferred } from './reducer/token-ranges.ts'
import { assertValidEvent } from './reducer/validate-event.ts'

/** Projects logs of the factory and its collections into the tables. */
export const collectionProjection: Projection = {
  isFactoryCode: isFactoryCode,

  listAddresses: listAddresses,

  findChildren: (chain, logs) => findCreated(factoriesOf(chain), logs),

  decode(chain, logs) {
    const decoded = decodeEvents(factoriesOf(chain), logs)
    return (transaction, options) => apply(transaction, chain, decoded, options)
  },

  async finishBackfill(transaction, chain) {
    await liftStatementTimeout(transaction)
    await rebuildRankings(transaction, { chain_id: chain.id })
    await rebuildStats(transaction, chain.id)
    await notifyChain(transaction, chain.id)
  },

  async confirm(transaction, chain, blocks) {
    const ids = await listCreatedAbove(transaction, chain.id, blocks)
    await notifyCollections(transaction, chain.id, ids)
  },

  async revert(transaction, chain, blockNumber, now = new Date()) {
    await liftStatementTimeout(transaction)
    await lockRankings(transaction)
    await deleteCollectionsAbove(transaction, chain.id, blockNumber)
    await deleteUnreadableAbove(transaction, chain.id, blockNumber)
    await deleteRoyaltiesAbove(transaction, chain.id, blockNumber)
    const first = await revertAbove(transaction, chain, blockNumber, now)
    await deleteEventsAbove(transaction, chain.id, blockNumber)
    if (first) await correctPrices(transaction, chain.id, first.time)
    await notifyChain(transaction, chain.id)
  },
}

/** Events per page while reverting. */
const PAGE_SIZE = 2000

type ApplyOptions = Parameters<Apply>[1]

/**
 * Applies decoded logs. Logs of collections that are set aside already are ignored. Without
 * `setsAside` throws `InvalidLogError` for the first unreadable log; with it that log ends
 * the events of its collection, all others are applied, and the log is stored.
 */
async function apply(
  transaction: Database,
  chain: Chain,
  decoded: DecodedLogs,
  options: ApplyOptions,
): Promise<UnreadableLog[]> {
  await preferIndexScans(transaction)
  const { events, unreadable } = await withoutSetAside(transaction, chain, {
    events: await withoutStored(transaction, chain, decoded.events),
    unreadable: decoded.unreadable,
  })
  const [first] = unreadable
  if (!options.setsAside) {
    if (first) throw new InvalidLogError(first.reason)
    return asInvalidLog(() => applyEvents(transaction, chain, events, options))
  }
  const refused = await applyReadable(transaction, chain, events, options)
  const found = firstOfEach([...refused, ...unreadable])
  await setAside(transaction, chain.id, found)
  const states = await loadCollectionStates(
    transaction,
    chain.id,
    found.flatMap(({ address }) => address ?? []),
  )
  const ids = [...states.values()].map(({ id }) => id)
  if (ids.length > 0) await notifyCollections(transaction, chain.id, ids)
  return found
}

/** Leaves out what is of collections that were set aside, or skipped, before. */
async function withoutSetAside(
  transaction: Database,
  chain: Chain,
  { events, unreadable }: DecodedLogs,
): Promise<DecodedLogs> {
  const addresses = new Set([
    ...events.map(({ collection }) => collection),
    ...unreadable.flatMap(({ address }) => address ?? []),
  ])
  const aside = await listSetAside(transaction, chain.id, [...addresses])
  if (aside.size === 0) return { events, unreadable }
  return {
    events: events.filter(({ collection }) => !aside.has(collection)),
    unreadable: unreadable.filter(({ address }) => !address || !aside.has(address)),
  }
}

/** Keeps the first log of each collection, and each log without one. */
function firstOfEach(logs: UnreadableLog[]): UnreadableLog[] {
  const sorted = logs.toSorted(
    (a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex,
  )
  const seen = new Set<Address>()
  return sorted.filter(({ address }) => {
    if (!address) return true
    const isFirst = !seen.has(address)
    seen.add(address)
    return isFirst
  })
}

/**
 * Applies events, and returns those that cannot be applied; none of the same collection
 * follows one. Where a batch fails as a whole, its halves are tried, each in a savepoint.
 */
async function applyReadable(
  transaction: Database,
  chain: Chain,
  events: CollectionEvent[],
  options: ApplyOptions,
): Promise<UnreadableLog[]> {
  const [first] = events
  if (!first) return []
  try {
    return await inSavepoint(transaction, () =>
      asInvalidLog(() => applyEvents(transaction, chain, events, options)),
    )
  } catch (error) {
    if (!(error instanceof InvalidLogError)) throw error
    if (events.length === 1) {
      return [await toUnreadable(transaction, chain, first, error.message)]
    }
  }
  const middle = events.length >> 1
  const refused = await applyReadable(
    transaction,
    chain,
    events.slice(0, middle),
    options,
  )
  const aside = new Set(refused.map(({ address }) => address))
  const rest = events.slice(middle).filter(({ collection }) => !aside.has(collection))
  return [...refused, ...(await applyReadable(transaction, chain, rest, options))]
}

async function toUnreadable(
  transaction: Database,
  chain: Chain,
  event: CollectionEvent,
  reason: string,
): Promise<UnreadableLog> {
  // A second creation at an address changes nothing of the first.
  const isSecond =
    event.kind === 'created' &&
    (await listExisting(transaction, chain.id, [event.collection])).length > 0
  return {
    address: isSecond ? null : event.collection,
    blockNumber: event.block,
    blockTime: event.time,
    transactionHash: event.transaction,
    logIndex: event.logIndex,
    reason,
  }
}

/**
 * Applies the events that are activity; with `setsAside` returns those that a check refuses,
 * else throws.
 */
async function applyEvents(
  transaction: Database,
  chain: Chain,
  events: CollectionEvent[],
  { isBackfilling, meanwhile, setsAside = false, now = new Date() }: ApplyOptions,
): Promise<UnreadableLog[]> {
  if (events.length === 0) return []
  const created = await createCollections(transaction, chain, events)
  const states = await loadStates(transaction, chain, events)
  const changes = await loadChangeSet(transaction, states, events, created)
  const before = [...states.values()].map(copyState)
  const createdIds = [...states].flatMap(([address, { id }]) =>
    created.has(address) ? [id] : [],
  )
  const refused = new Map<Address, [CollectionEvent, reason: string]>()
  const applied: CollectionEvent[] = []
  for (const event of events) {
    if (event.kind === 'created') {
      // Its row is written already: only a savepoint takes it away again.
      if (refused.has(event.collection))
        throw new InvalidLogError('CollectionCreated follows a log of its collection')
      created.delete(event.collection)
    }
    if (refused.has(event.collection)) continue
    const state = states.get(event.collection)
    try {
      assertCreated(event, state, created)
      assertValidEvent(state, changes, event)
    } catch (error) {
      const isSkipped = setsAside && event.kind !== 'created'
      if (!isSkipped || !(error instanceof InvalidLogError)) throw error
      refused.set(event.collection, [event, error.message])
      continue
    }
    if (!isActivity(event)) continue
    applyEvent(state, changes, event)
    applied.push(event)
  }
  const { ranges, others } = splitTransferred(changes)
  const writing = executeAsOne(transaction, [
    ...insertRanges(ranges),
    ...saveChangeSet(changes),
    ...insertMints(chain.id, changes.mints),
    ...(isBackfilling ? [] : addToStats(changes)),
    ...saveCollectionStates(changesOf(before, states, new Set(createdIds)), now),
    ...(applied.length > 0 ? [insertEvents(chain.id, states, applied)] : []),
    ...saveTokens(others),
  ])
  meanwhile?.()
  assertTokensChanged(others, await writing)
  if (!isBackfilling) {
    await deleteEmptyRows(transaction, allRows(changes.holdings))
    await incrementRankings(transaction, rankedOf(changes))
    const ids = new Set(
      applied.flatMap(({ collection }) => states.get(collection)?.id ?? []),
    )
    await notifyCollections(transaction, chain.id, [...ids])
  }
  return Promise.all(
    [...refused.values()].map(([event, reason]) =>
      toUnreadable(transaction, chain, event, reason),
    ),
  )
}

function assertCreated(
  { kind, collection }: CollectionEvent,
  state: CollectionState | undefined,
  created: ReadonlySet<Address>,
): asserts state is CollectionState {
  if (state && !created.has(collection)) return
  throw new InvalidLogError(
    `${kind} precedes the creation of its collection: got ${collection}`,
  )
}

/** Reverts all events above a block, newest first; returns the one reverted last. */
async function revertAbove(
  transaction: Database,
  chain: Chain,
  blockNumber: number,
  now: Date,
): Promise<CollectionEvent | undefined> {
  let before: CollectionEvent | undefined
  for (;;) {
    const events = await listEventsDescending(
      transaction,
      chain.id,
      blockNumber,
      before,
      PAGE_SIZE,
    )
    const last = events.at(-1)
    if (!last) return before
    await revertPage(transaction, chain, events, now)
    before = last
  }
}

/** Reverts a page of events, newest first. */
async function revertPage(
  transaction: Database,
  chain: Chain,
  events: CollectionEvent[],
  now: Date,
): Promise<void> {
  const states = await loadStates(transaction, chain, events)
  const changes = await loadChangeSet(transaction, states, events)
  const before = [...states.values()].map(copyState)
  for (const event of events) {
    const state = states.get(event.collection)
    if (state) revertEvent(state, changes, event)
  }
  const tokens = allRows(changes.tokens)
  assertTokensChanged(tokens, await executeAsOne(transaction, saveTokens(tokens)))
  // Ranges are deleted last, with all other changes to their tokens.
  await deleteRanges(transaction, changes.ranges)
  await executeAsOne(transaction, [
    ...saveChangeSet(changes),
    ...saveCollectionStates(changesOf(before, states), now),
  ])
  await subtractFromStats(transaction, chain.id, changes)
  await decrementRankings(transaction, rankedOf(changes))
}

function loadStates(
  transaction: Database,
  chain: Chain,
  events: CollectionEvent[],
): Promise<Map<Address, CollectionState>> {
  const addresses = [...new Set(events.map(({ collection }) => collection))]
  return loadCollectionStates(transaction, chain.id, addresses)
}

/** Pairs states; `created` are the ids of the collections that had no offer before. */
function changesOf(
  before: CollectionState[],
  states: Map<Address, CollectionState>,
  created: ReadonlySet<string> = new Set(),
) {
  const after = [...states.values()]
  return before.flatMap((former, place) => {
    const state = after[place]
    return state ? [{ before: former, after: state, isNew: created.has(state.id) }] : []
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

async function withoutStored(
  transaction: Database,
  chain: Chain,
  events: CollectionEvent[],
): Promise<CollectionEvent[]> {
  const first = events[0]
  const last = events.at(-1)
  if (!first || !last) return []
  const stored = await findEventKeys(transaction, chain.id, first.block, last.block)
  if (stored.size === 0) return events
  return events.filter(({ block, logIndex }) => !stored.has(`${block} ${logIndex}`))
}

type Pair = { collection_id: string; owner: string }

/**
 * Loads the rows that these events can change, except those of `created`, which do not
 * exist yet.
 */
async function loadChangeSet(
  transaction: Database,
  states: Map<Address, CollectionState>,
  events: CollectionEvent[],
  created: ReadonlySet<Address> = new Set(),
): Promise<ChangeSet> {
  const owners: KeyedRows<Pair> = new Map()
  const minters: KeyedRows<Pair> = new Map()
  const listed = new Set<string>()
  const roots = new Set<string>()
  for (const { collection, kind, data } of events) {
    const id = states.get(collection)?.id
    if (!id) continue
    if (kind === 'list_added' || kind === 'list_removed') {
      listed.add(id)
      roots.add(data.root)
    }
    if (created.has(collection)) continue
    const note = (keyed: KeyedRows<Pair>, owner: string) => {
      if (!findRow(keyed, id, owner))
        putRow(keyed, id, owner, { collection_id: id, owner })
    }
    if (kind === 'transfer' || kind === 'burn') note(owners, data.from)
    if (kind === 'transfer' || kind === 'mint' || kind === 'airdrop')
      note(owners, data.to)
    if (kind === 'mint') note(minters, data.to)
  }
  const [holdings, minterRows, lists, listPhases] = await Promise.all([
    loadHoldings(transaction, allRows(owners)),
    loadMinters(transaction, allRows(minters)),
    loadLists(transaction, [...listed], [...roots]),
    loadListPhases(transaction, [...roots]),
  ])
  return { ...emptyChangeSet(), holdings, minters: minterRows, lists, listPhases }
}

function factoriesOf(chain: Chain): readonly Address[] {
  if (!chain.contracts) throw new Error(`chain ${chain.alias} has no factory`)
  return chain.contracts.factories
}
