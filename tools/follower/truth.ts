import type { Address, Hex } from 'viem'
import { getChainId } from 'viem/actions'
import { lower } from './contract-logs.ts'
import { type ChainFacts, connect, readFacts } from './truth/chain-facts.ts'
import { readRecord } from './truth/chain-record.ts'
import {
  type Creation,
  mintsIn,
  type TrueEvent,
  type TrueMint,
  tellEvents,
} from './truth/true-events.ts'

/** One row as a table should hold it; `collection` is the address of whose it is. */
export type TrueRow = Record<string, unknown>

export type TrueTable =
  | 'collections'
  | 'phases'
  | 'events'
  | 'mints'
  | 'minters'
  | 'tokens'
  | 'holdings'
  | 'collection_lists'

export type Truth = {
  chainId: number
  tables: Record<TrueTable, TrueRow[]>
}

const PUBLIC = 255
/** The end of a list that nobody removed. */
const NEVER = 4_294_967_295
const kinds = ['drop', 'open_edition', 'edition']

/**
 * Returns the rows that the tables should hold of a chain, from the receipts of all its blocks
 * and the answers of its contracts; shares no code with the follower.
 */
export async function readTruth(url: string, factory: Address): Promise<Truth> {
  const client = connect(url)
  const chain_id = await getChainId(client)
  const { creations, events } = tellEvents(lower(factory), await readRecord(url))
  const mints = mintsIn(events)
  const eventsOf = Map.groupBy(events, ({ collection }) => collection)
  const mintsOf = Map.groupBy(mints, ({ collection }) => collection)
  const known = await Promise.all(
    [...creations.values()].map(async (creation) => {
      const own = eventsOf.get(creation.address) ?? []
      const sold = mintsOf.get(creation.address) ?? []
      const facts = await readFacts(client, creation, own, sold)
      return { creation, events: own, mints: sold, facts }
    }),
  )
  const tables = {
    collections: known.map(collectionRow),
    phases: known.flatMap(phaseRows),
    events: events.map((event) => ({ chain_id, ...eventRow(event) })),
    mints: mints.map((mint) => ({ chain_id, ...mintRow(mint) })),
    minters: known.flatMap(minterRows),
    tokens: known.flatMap(tokenRows),
    holdings: known.flatMap(holdingRows),
    collection_lists: known.flatMap(listRows),
  }
  return { chainId: chain_id, tables }
}

type Known = {
  creation: Creation
  events: TrueEvent[]
  mints: TrueMint[]
  facts: ChainFacts
}

function collectionRow({ creation, mints, facts }: Known): TrueRow {
  const { overview, holders } = facts
  const minters = new Set(mints.map(({ minter }) => minter))
  minters.delete(lower(overview.creator))
  return {
    collection: creation.address,
    kind: kinds[overview.kind],
    name: overview.name,
    symbol: overview.symbol,
    creator: lower(overview.creator),
    owner: lower(overview.owner),
    max_supply: overview.maxSupply || null,
    minted: overview.minted,
    burned: overview.burned,
    holders: holders.size,
    unique_minters: minters.size,
    volume_wei: mints.reduce(
      (sum, { priceWei, quantity }) => sum + priceWei * BigInt(quantity),
      0n,
    ),
    mint_fee_wei: overview.mintFee,
    royalty_bps: overview.royaltyBps,
    royalty_ceiling_bps: overview.royaltyCeilingBps,
    notice_seconds: overview.notice,
    is_transferable: overview.transferable,
    is_paused: overview.isPaused,
    is_cap_frozen: overview.isCapFrozen,
    is_metadata_frozen: overview.isMetadataFrozen,
    created_at: dateOf(creation.time),
    created_block: creation.block,
    created_tx: creation.hash,
  }
}

/** The public phase, if there ever was one: no list here was published to the server. */
function phaseRows({ creation, events, mints, facts }: Known): TrueRow[] {
  const { publicPhase, publicMinted } = facts.overview
  const wasThere =
    creation.params.publicPhase.end > 0 ||
    events.some(({ kind }) => kind === 'public_phase_changed')
  if (!wasThere) return []
  const sold = mints
    .filter(({ phaseId }) => phaseId === PUBLIC)
    .reduce((sum, { quantity }) => sum + quantity, 0)
  // The contract counts only while there is a cap.
  const uncapped = sold - Number(publicMinted)
  return [
    {
      collection: creation.address,
      phase_id: PUBLIC,
      kind: 'public',
      starts_at: dateOf(publicPhase.start),
      ends_at: dateOf(publicPhase.end),
      price_wei: publicPhase.price,
      max_per_wallet: publicPhase.walletLimit,
      max_supply: publicPhase.supplyCap || null,
      minted: publicPhase.supplyCap ? publicMinted : sold,
      minted_uncapped: uncapped,
      list_root: null,
    },
  ]
}

function eventRow(event: TrueEvent): TrueRow {
  return {
    block_number: event.block,
    log_index: event.logIndex,
    collection: event.collection,
    kind: event.kind,
    facts: event.facts,
    tx_hash: event.hash,
    time: dateOf(event.time),
  }
}

function mintRow(mint: TrueMint): TrueRow {
  return {
    block_number: mint.block,
    log_index: mint.logIndex,
    collection: mint.collection,
    minter: mint.minter,
    phase_id: mint.phaseId,
    quantity: mint.quantity,
    price_wei: mint.priceWei,
    referrer: mint.referrer,
    tx_hash: mint.hash,
    time: dateOf(mint.time),
  }
}

function minterRows({ creation, mints }: Known): TrueRow[] {
  const byMinter = Map.groupBy(mints, ({ minter }) => minter)
  return [...byMinter].map(([minter, own]) => ({
    collection: creation.address,
    minter,
    quantity: own.reduce((sum, { quantity }) => sum + quantity, 0),
    last_mint_at: dateOf(Math.max(...own.map(({ time }) => time))),
  }))
}

function tokenRows({ creation, facts }: Known): TrueRow[] {
  return [...facts.owners].map(([token_id, owner]) => ({
    collection: creation.address,
    token_id,
    owner,
  }))
}

function holdingRows({ creation, facts }: Known): TrueRow[] {
  return [...facts.holders].map(([owner, quantity]) => ({
    collection: creation.address,
    owner,
    quantity,
  }))
}

function listRows({ creation, events, facts }: Known): TrueRow[] {
  const added = new Map<Hex, TrueEvent>()
  for (const event of events) {
    // Safe: the facts of such an event name its root.
    if (event.kind === 'list_added') added.set(event.facts.root as Hex, event)
  }
  return [...added].map(([root, { facts: told, block }]) => {
    const until = facts.listEnds.get(root) ?? 0
    return {
      collection: creation.address,
      root,
      content_hash: told.content_hash,
      block_number: block,
      ends_at: until === NEVER ? null : dateOf(until),
    }
  })
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1000)
}
