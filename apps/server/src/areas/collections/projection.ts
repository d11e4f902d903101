import { isFactoryCode } from '@platemark/abi/deploy'
import type { Address } from 'viem'
import type { Chain } from '../../platform/chains.ts'
import type { Database } from '../../platform/database.ts'
import {
  type Apply,
  InvalidLogError,
  type Projection,
} from '../../platform/projection.ts'
import { announceChain, announceCollections } from './announcements.ts'
import { lower } from './collection-log.ts'
import { createAll } from './creations.ts'
import { createdIn } from './factory-log.ts'
import { type Happening, readHappenings } from './happenings.ts'
import type { Account } from './ledger/account.ts'
import {
  type Book,
  type Books,
  emptyBooks,
  findRow,
  putRow,
  rowsOf,
} from './ledger/books.ts'
import { requirePossible } from './ledger/possible.ts'
import { record, undo } from './ledger/record.ts'
import { settleRuns } from './ledger/settle-runs.ts'
import { copyAccount, listAccounts, saveAccounts } from './queries/accounts.ts'
import {
  insertMints,
  listHoldings,
  listListedPhases,
  listLists,
  listMinters,
  saveBooks,
} from './queries/books.ts'
import {
  deleteEventsAbove,
  findEventKeys,
  insertEvents,
  listHappeningsDown,
} from './queries/events.ts'
import {
  deleteCollectionsAbove,
  liftTimeout,
  listAddresses,
  listMadeIn,
  planLookUps,
} from './queries/projection.ts'
import { addToRanks, holdRanks, rebuildRanks, takeFromRanks } from './queries/ranks.ts'
import { rebuildStats } from './queries/rebuild-stats.ts'
import { writeTogether } from './queries/rows.ts'
import { addToStats, forgetNobody, mendPrices, takeFromStats } from './queries/stats.ts'
import {
  deleteRuns,
  insertRuns,
  requireTokens,
  saveTokens,
} from './queries/token-rows.ts'

/** Makes the index of collections from the logs of the factory and what it made. */
export const collectionProjection: Projection = {
  isFactoryCode: isFactoryCode,

  listAddresses: listAddresses,

  findChildren: (chain, logs) => createdIn(factoryOf(chain), logs),

  decode(chain, logs) {
    const happenings = readHappenings(factoryOf(chain), logs)
    return (transaction, options) => apply(transaction, chain, happenings, options)
  },

  async finishBackfill(transaction, chain) {
    await liftTimeout(transaction)
    await rebuildRanks(transaction, { chain_id: chain.id })
    await rebuildStats(transaction, chain.id)
    await announceChain(transaction, chain.id)
  },

  async confirm(transaction, chain, blocks) {
    const ids = await listMadeIn(transaction, chain.id, blocks)
    await announceCollections(transaction, chain.id, ids)
  },

  async revert(transaction, chain, blockNumber, now = new Date()) {
    await liftTimeout(transaction)
    await holdRanks(transaction)
    await deleteCollectionsAbove(transaction, chain.id, blockNumber)
    const first = await undoAbove(transaction, chain, blockNumber, now)
    await deleteEventsAbove(transaction, chain.id, blockNumber)
    if (first) await mendPrices(transaction, chain.id, first.time)
    await announceChain(transaction, chain.id)
  },
}

/** Events that are read back at once when they are undone. */
const PAGE = 2000

async function apply(
  transaction: Database,
  chain: Chain,
  read: Happening[],
  { isBackfilling, meanwhile, now = new Date() }: Parameters<Apply>[1],
): Promise<void> {
  await planLookUps(transaction)
  const happenings = await notStored(transaction, chain, read)
  if (happenings.length === 0) return
  const born = await createAll(transaction, chain, happenings)
  const accounts = await openAccounts(transaction, chain, happenings)
  const books = await openBooks(transaction, accounts, happenings, born)
  const before = [...accounts.values()].map(copyAccount)
  for (const happening of happenings) {
    if (happening.kind === 'created') born.delete(happening.collection)
    const account = accounts.get(happening.collection)
    if (!account || born.has(happening.collection)) {
      throw new InvalidLogError('Something happened to a collection before it was made.')
    }
    requirePossible(account, books, happening)
    record(account, books, happening)
  }
  const { runs, others } = settleRuns(books)
  const writing = writeTogether(transaction, [
    ...insertRuns(runs),
    ...saveBooks(books),
    ...insertMints(chain.id, books.mints),
    ...(isBackfilling ? [] : addToStats(books)),
    ...saveAccounts(changesOf(before, accounts), now),
    insertEvents(chain.id, accounts, happenings),
    ...saveTokens(others),
  ])
  meanwhile?.()
  requireTokens(others, await writing)
  if (isBackfilling) return
  await forgetNobody(transaction, rowsOf(books.holdings))
  await addToRanks(transaction, rankedOf(books))
  const ids = [...accounts.values()].map(({ id }) => id)
  await announceCollections(transaction, chain.id, ids)
}

/** Undoes everything above a block, the newest first; answers what was undone last. */
async function undoAbove(
  transaction: Database,
  chain: Chain,
  blockNumber: number,
  now: Date,
): Promise<Happening | undefined> {
  let before: Happening | undefined
  for (;;) {
    const happenings = await listHappeningsDown(
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
  happenings: Happening[],
  now: Date,
): Promise<void> {
  const accounts = await openAccounts(transaction, chain, happenings)
  const books = await openBooks(transaction, accounts, happenings)
  const before = [...accounts.values()].map(copyAccount)
  for (const happening of happenings) {
    const account = accounts.get(happening.collection)
    if (account) undo(account, books, happening)
  }
  const tokens = rowsOf(books.tokens)
  requireTokens(tokens, await writeTogether(transaction, saveTokens(tokens)))
  // Last of the tokens: what else was undone of these is gone with them.
  await deleteRuns(transaction, books.runs)
  await writeTogether(transaction, [
    ...saveBooks(books),
    ...saveAccounts(changesOf(before, accounts), now),
  ])
  await takeFromStats(transaction, chain.id, books)
  await takeFromRanks(transaction, rankedOf(books))
}

function openAccounts(
  transaction: Database,
  chain: Chain,
  happenings: Happening[],
): Promise<Map<Address, Account>> {
  const addresses = [...new Set(happenings.map(({ collection }) => collection))]
  return listAccounts(transaction, chain.id, addresses)
}

function changesOf(before: Account[], accounts: Map<Address, Account>) {
  const after = [...accounts.values()]
  return before.flatMap((former, place) => {
    const account = after[place]
    return account ? [{ before: former, after: account }] : []
  })
}

function rankedOf({ mints }: Books) {
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
  happenings: Happening[],
): Promise<Happening[]> {
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
  accounts: Map<Address, Account>,
  happenings: Happening[],
  born: ReadonlySet<Address> = new Set(),
): Promise<Books> {
  const owners: Book<Pair> = new Map()
  const minters: Book<Pair> = new Map()
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
    const note = (book: Book<Pair>, owner: string) => {
      if (!findRow(book, id, owner)) putRow(book, id, owner, { collection_id: id, owner })
    }
    if (kind === 'transfer' || kind === 'burn') note(owners, facts.from)
    if (kind === 'transfer' || kind === 'mint' || kind === 'airdrop')
      note(owners, facts.to)
    if (kind === 'mint') note(minters, facts.to)
  }
  const [holdings, minterRows, lists, listedPhases] = await Promise.all([
    listHoldings(transaction, rowsOf(owners)),
    listMinters(transaction, rowsOf(minters)),
    listLists(transaction, [...listed], [...roots]),
    listListedPhases(transaction, [...roots]),
  ])
  return { ...emptyBooks(), holdings, minters: minterRows, lists, listedPhases }
}

function factoryOf(chain: Chain): Address {
  if (!chain.contracts) throw new Error(`${chain.alias} has no factory.`)
  return lower(chain.contracts.factory)
}
