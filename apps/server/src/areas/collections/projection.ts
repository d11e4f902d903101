import { createHash } from 'node:crypto'
import type { Address } from 'viem'
import type { Chain } from '../../platform/chains.ts'
import type { Database } from '../../platform/database.ts'
import type { FollowedLog, Projection } from '../../platform/projection.ts'
import { claimDeployment, markDeployed } from '../studio/service.ts'
import { lower } from './collection-log.ts'
import { createdIn, type Happening, readHappenings } from './happenings.ts'
import { type Account, type Books, bookKey, record } from './ledger.ts'
import { listAccounts, saveAccounts } from './queries/accounts.ts'
import {
  listHoldings,
  listListedPhases,
  listMinters,
  saveBooks,
} from './queries/books.ts'
import {
  deleteEventsAbove,
  findEventKeys,
  insertEvents,
  listHappenings,
} from './queries/events.ts'
import {
  clearCollection,
  deleteCollectionsAbove,
  insertCollection,
  listAddresses,
  listCollectionsAbove,
} from './queries/projection.ts'

/** Makes the index of collections from the logs of the factory and what it made. */
export const collectionProjection: Projection = {
  addressesOf: listAddresses,

  childrenIn: (chain, logs) => createdIn(factoryOf(chain), logs),

  async apply(transaction, chain, logs) {
    const happenings = await newHappenings(transaction, chain, logs)
    for (const happening of happenings) {
      if (happening.kind === 'created') await create(transaction, chain, happening)
    }
    const addresses = [...new Set(happenings.map(({ collection }) => collection))]
    const accounts = await listAccounts(transaction, chain.id, addresses)
    const known = happenings.filter(({ collection }) => accounts.has(collection))
    await recordAll(transaction, chain.id, accounts, known)
    await insertEvents(transaction, chain.id, accounts, known)
  },

  async revert(transaction, chain, blockNumber) {
    const touched = await listCollectionsAbove(transaction, chain.id, blockNumber)
    await deleteCollectionsAbove(transaction, chain.id, blockNumber)
    await deleteEventsAbove(transaction, chain.id, blockNumber)
    for (const address of touched) await rebuild(transaction, chain, address)
  },
}

/** Events of one collection that are read back at once when it is rebuilt. */
const PAGE = 2000

/**
 * Makes everything that is derived from a collection's events anew from those that remain:
 * slower than undoing, and exact whatever was undone.
 */
async function rebuild(transaction: Database, chain: Chain, address: Address) {
  await clearCollection(transaction, chain.id, address)
  let after = { block: -1, logIndex: -1 }
  for (;;) {
    const happenings = await listHappenings(transaction, chain.id, address, after, PAGE)
    const last = happenings.at(-1)
    if (!last) return
    const accounts = await listAccounts(transaction, chain.id, [address])
    await recordAll(transaction, chain.id, accounts, happenings)
    after = last
  }
}

async function newHappenings(
  transaction: Database,
  chain: Chain,
  logs: FollowedLog[],
): Promise<Happening[]> {
  const happenings = readHappenings(factoryOf(chain), logs)
  const first = happenings[0]
  const last = happenings.at(-1)
  if (!first || !last) return []
  const stored = await findEventKeys(transaction, chain.id, first.block, last.block)
  return happenings.filter(({ block, logIndex }) => !stored.has(`${block} ${logIndex}`))
}

async function create(
  transaction: Database,
  chain: Chain,
  happening: Happening & { kind: 'created' },
): Promise<void> {
  const { collection: address, facts } = happening
  const { creator, salt } = facts
  const draft = await claimDeployment(transaction, {
    chainId: chain.id,
    creator,
    salt,
    address,
  })
  facts.public_title = draft?.publicPhaseTitle ?? facts.public_title
  const id = draft?.id ?? idOf(chain.id, address)
  await insertCollection(transaction, {
    id,
    chain_id: chain.id,
    address,
    alias: draft?.alias ?? null,
    kind: facts.kind,
    name: facts.name,
    symbol: facts.symbol,
    description: draft?.description ?? '',
    links: JSON.stringify(draft?.links ?? {}),
    image_file: draft?.image_file ?? null,
    cover_file: draft?.cover_file ?? null,
    creator,
    owner: creator,
    max_supply: facts.max_supply,
    mint_fee_wei: facts.mint_fee_wei,
    royalty_bps: facts.royalty_bps,
    royalty_ceiling_bps: facts.royalty_ceiling_bps,
    notice_seconds: facts.notice_seconds,
    is_transferable: facts.is_transferable,
    is_unlisted: !draft,
    created_at: happening.time,
    created_block: happening.block,
    created_tx: happening.transaction,
    updated_at: happening.time,
  })
  if (draft) await markDeployed(transaction, draft.id, id)
}

async function recordAll(
  transaction: Database,
  chainId: number,
  accounts: Map<Address, Account>,
  happenings: Happening[],
): Promise<void> {
  const books = await openBooks(transaction, accounts, happenings)
  for (const happening of happenings) {
    const account = accounts.get(happening.collection)
    if (account) record(account, books, happening)
  }
  await saveBooks(transaction, chainId, books)
  await saveAccounts(transaction, [...accounts.values()])
}

/** Reads the rows that these happenings can change. */
async function openBooks(
  transaction: Database,
  accounts: Map<Address, Account>,
  happenings: Happening[],
): Promise<Books> {
  const owners = new Map<string, { collection_id: string; owner: string }>()
  const minters = new Map<string, { collection_id: string; owner: string }>()
  const roots = new Set<string>()
  for (const { collection, kind, facts } of happenings) {
    const id = accounts.get(collection)?.id
    if (!id) continue
    const note = (book: typeof owners, owner: string) =>
      book.set(bookKey(id, owner), { collection_id: id, owner })
    if (kind === 'list_added') roots.add(facts.root)
    if (kind === 'transfer' || kind === 'burn') note(owners, facts.from)
    if (kind === 'transfer' || kind === 'mint' || kind === 'airdrop')
      note(owners, facts.to)
    if (kind === 'mint') note(minters, facts.to)
  }
  return {
    holdings: await listHoldings(transaction, [...owners.values()]),
    minters: await listMinters(transaction, [...minters.values()]),
    listedPhases: await listListedPhases(transaction, [...roots]),
    tokens: new Map(),
    mints: [],
    lists: [],
    listEnds: [],
  }
}

/** The same collection keeps its id when a reorganisation makes it appear a second time. */
function idOf(chainId: number, address: Address): string {
  const hex = createHash('sha256').update(`${chainId}:${address}`).digest('hex')
  // The shape of a version 8 UUID: our own bits, its version and variant.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function factoryOf(chain: Chain): Address {
  if (!chain.contracts) throw new Error(`${chain.alias} has no factory.`)
  return lower(chain.contracts.factory)
}
