import { toLowerAddress as lower } from '@platemark/rules/addresses'
import { type Address, type Hex, zeroAddress } from 'viem'
import { getChainId } from 'viem/actions'
import {
  type ContractState,
  connect,
  readContractState,
  sumBy,
} from './oracle/contract-state.ts'
import {
  type Creation,
  deriveEvents,
  type ExpectedEvent,
  type ExpectedMint,
  kinds,
  mintEvents,
  PUBLIC,
} from './oracle/expected-events.ts'
import { readTransactions } from './oracle/transactions.ts'

/** One expected row of a table; `collection` is the address of its collection. */
export type ExpectedRow = Record<string, unknown>

export type ExpectedTable = keyof ExpectedState['tables']

export type ExpectedState = Awaited<ReturnType<typeof readExpectedState>>

/** The end of a list that was not removed. */
const NEVER = 4_294_967_295

/**
 * Returns the expected rows of a chain, from the receipts of all its blocks and the state of its
 * contracts. Test oracle: shares no code with the indexer.
 */
export async function readExpectedState(url: string, factory: Address) {
  const client = connect(url)
  const chain_id = await getChainId(client)
  const { creations, events } = deriveEvents(
    lower(factory),
    await readTransactions(client),
  )
  const mints = mintEvents(events)
  const eventsOf = Map.groupBy(events, ({ collection }) => collection)
  const mintsOf = Map.groupBy(mints, ({ collection }) => collection)
  const known = await Promise.all(
    [...creations.values()].map(async (creation) => {
      const own = eventsOf.get(creation.address) ?? []
      const sold = mintsOf.get(creation.address) ?? []
      const facts = await readContractState(client, creation, own, sold)
      return { creation, events: own, mints: sold, facts }
    }),
  )
  const ofEach = (rowsOf: (one: Known) => ExpectedRow[]) =>
    known.flatMap((one) =>
      rowsOf(one).map(
        (row): ExpectedRow => ({ collection: one.creation.address, ...row }),
      ),
    )
  const tables = {
    collections: ofEach((one) => [collectionRow(one)]),
    phases: ofEach(phaseRows),
    events: events.map((event): ExpectedRow => ({ chain_id, ...event })),
    mints: mints.map((mint): ExpectedRow => ({ chain_id, ...mint })),
    minters: ofEach(minterRows),
    tokens: ofEach(({ facts }) =>
      [...facts.owners].map(([token_id, owner]) => ({ token_id, owner })),
    ),
    holdings: ofEach(({ facts }) =>
      [...facts.holders].map(([owner, quantity]) => ({ owner, quantity })),
    ),
    collection_lists: ofEach(listRows),
  }
  return { chainId: chain_id, tables }
}

type Known = {
  creation: Creation
  events: ExpectedEvent[]
  mints: ExpectedMint[]
  facts: ContractState
}

function collectionRow({ creation, mints, facts }: Known): ExpectedRow {
  const { overview, holders } = facts
  const { transaction } = creation
  const minters = new Set(mints.map(({ minter }) => minter))
  minters.delete(lower(overview.creator))
  return {
    kind: kinds[overview.kind],
    name: overview.name,
    symbol: overview.symbol,
    creator: lower(overview.creator),
    owner: lower(overview.owner),
    pending_owner:
      overview.pendingOwner === zeroAddress ? null : lower(overview.pendingOwner),
    max_supply: overview.maxSupply || null,
    minted: overview.minted,
    burned: overview.burned,
    holders: holders.size,
    unique_minters: minters.size,
    volume_wei: sumBy(mints, (mint) => BigInt(mint.price_wei) * BigInt(mint.quantity)),
    mint_fee_wei: overview.mintFee,
    royalty_bps: overview.royaltyBps,
    royalty_ceiling_bps: overview.royaltyCeilingBps,
    royalty_split: creation.params.hasRoyaltySplit
      ? lower(overview.royaltyReceiver)
      : null,
    notice_seconds: overview.notice,
    is_transferable: overview.transferable,
    is_paused: overview.isPaused,
    is_cap_frozen: overview.isCapFrozen,
    is_metadata_frozen: overview.isMetadataFrozen,
    created_at: transaction.time,
    created_block: transaction.block,
    created_tx: transaction.hash,
  }
}

/** Returns the public phase, if there ever was one: no list here was published to the server. */
function phaseRows({ creation, events, mints, facts }: Known): ExpectedRow[] {
  const { publicPhase, publicMinted } = facts.overview
  const wasThere =
    creation.params.publicPhase.end > 0 ||
    events.some(({ kind }) => kind === 'public_phase_changed')
  if (!wasThere) return []
  const open = mints.filter(({ phase_id }) => phase_id === PUBLIC)
  const sold = sumBy(open, ({ quantity }) => BigInt(quantity))
  return [
    {
      phase_id: PUBLIC,
      kind: 'public',
      starts_at: dateOf(publicPhase.start),
      ends_at: dateOf(publicPhase.end),
      price_wei: publicPhase.price,
      max_per_wallet: publicPhase.walletLimit,
      max_supply: publicPhase.supplyCap || null,
      minted: publicPhase.supplyCap ? publicMinted : sold,
      // The contract counts only while there is a cap.
      minted_uncapped: sold - publicMinted,
      list_root: null,
    },
  ]
}

function minterRows({ mints }: Known): ExpectedRow[] {
  const byMinter = Map.groupBy(mints, ({ minter }) => minter)
  return [...byMinter].map(([minter, own]) => ({
    minter,
    quantity: sumBy(own, ({ quantity }) => BigInt(quantity)),
    last_mint_at: new Date(Math.max(...own.map(({ time }) => Number(time)))),
  }))
}

function listRows({ events, facts }: Known): ExpectedRow[] {
  const added = events.filter(({ kind }) => kind === 'list_added')
  // Safe: the data of such an event has its root; its newest event counts.
  const newest = new Map(added.map((event) => [event.data.root as Hex, event]))
  return [...newest].map(([root, event]) => {
    const until = facts.listEnds.get(root) ?? 0
    return {
      root,
      content_hash: event.data.content_hash,
      block_number: event.block_number,
      ends_at: until === NEVER ? null : dateOf(until),
    }
  })
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1000)
}
