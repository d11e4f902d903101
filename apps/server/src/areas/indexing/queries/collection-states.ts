import { sql } from 'kysely'
import type { Address } from 'viem'
import type { Database } from '../../../database/database.ts'
import { column, rows, type Statement } from '../../../database/rows.ts'
import type { CollectionState, PhaseState } from '../reducer/collection-state.ts'
import { saveOffers, toOffer } from './prices.ts'

/** Loads the states of collections; unknown addresses are omitted. */
export async function loadCollectionStates(
  transaction: Database,
  chainId: number,
  addresses: Address[],
): Promise<Map<Address, CollectionState>> {
  if (addresses.length === 0) return new Map()
  const found = await transaction
    .selectFrom('collections')
    .select(['address', ...fixed, ...changing])
    .where('chain_id', '=', chainId)
    .where('address', 'in', addresses)
    .execute()
  const states = new Map<Address, CollectionState>()
  const byId = new Map<string, CollectionState>()
  for (const { address, volume_wei, ...row } of found) {
    const state = { ...row, volume_wei: BigInt(volume_wei), phases: new Map() }
    states.set(asAddress(address), state)
    byId.set(row.id, state)
  }
  if (byId.size === 0) return states

  const phases = await transaction
    .selectFrom('phases')
    .selectAll()
    .where('collection_id', 'in', [...byId.keys()])
    .execute()
  for (const { collection_id, phase_id, ...phase } of phases) {
    byId.get(collection_id)?.phases.set(phase_id, phase)
  }
  return states
}

const fixed = [
  'id',
  'creator',
  'kind',
  'is_transferable',
  'mint_fee_wei',
  'royalty_ceiling_bps',
] as const

const changing = [
  'owner',
  'pending_owner',
  'max_supply',
  'minted',
  'burned',
  'holders',
  'unique_minters',
  'volume_wei',
  'royalty_bps',
  'is_paused',
  'is_cap_frozen',
  'is_metadata_frozen',
] as const

/** Returns a deep copy of the state. */
export function copyState({ phases, ...state }: CollectionState): CollectionState {
  const copies = [...phases].map(([id, phase]) => [id, { ...phase }] as const)
  return { ...state, phases: new Map(copies) }
}

/** `isNew`: created by this change, so that its offer is not stored yet. */
type Change = { before: CollectionState; after: CollectionState; isNew?: boolean }

/**
 * Writes the differences between states; prices that depend on time are those of `now`.
 */
export function saveCollectionStates(changes: Change[], now: Date): Statement[] {
  return [
    ...saveCollections(changes),
    ...savePhases(changes),
    ...deletePhases(changes),
    ...saveOffers(changedOffers(changes, now)),
  ]
}

/** Returns the offers that changed; changes caused by time alone are left to a job. */
function changedOffers(changes: Change[], now: Date) {
  return changes.flatMap(({ before, after, isNew }) => {
    const [former, offer] = [before, after].map((state) =>
      toOffer({ ...state, phases: listPhases(state) }, now),
    )
    const isSame = !isNew && JSON.stringify(former) === JSON.stringify(offer)
    return isSame || !offer ? [] : [offer]
  })
}

function listPhases({ phases }: CollectionState): (PhaseState & { phase_id: number })[] {
  return [...phases]
    .map(([phase_id, phase]) => ({ phase_id, ...phase }))
    .sort((a, b) => a.phase_id - b.phase_id)
}

/** Rows are locked in the order of their ids, as everywhere that several are written. */
function saveCollections(changes: Change[]): Statement[] {
  const changed = changes.flatMap(({ before, after }) =>
    changing.some((name) => before[name] !== after[name]) ||
    JSON.stringify([...before.phases]) !== JSON.stringify([...after.phases])
      ? [after]
      : [],
  )
  if (changed.length === 0) return []
  const values = changed.map((state) => ({
    ...state,
    phases: listPhases(state),
    volume_wei: state.volume_wei.toString(),
  }))
  return [
    sql`
    with x as materialized (
      select n.* from jsonb_to_recordset(${rows(values)}) as n(
        id uuid, owner text, pending_owner text, max_supply bigint, minted bigint, burned bigint, holders bigint,
        unique_minters bigint, volume_wei numeric, royalty_bps integer, is_paused boolean,
        is_cap_frozen boolean, is_metadata_frozen boolean, phases jsonb)
      join collections c on c.id = n.id order by c.id for no key update of c)
    update collections c set
      owner = x.owner, pending_owner = x.pending_owner, max_supply = x.max_supply, minted = x.minted, burned = x.burned,
      holders = x.holders, unique_minters = x.unique_minters, volume_wei = x.volume_wei,
      royalty_bps = x.royalty_bps, is_paused = x.is_paused,
      is_cap_frozen = x.is_cap_frozen, is_metadata_frozen = x.is_metadata_frozen,
      card_phases = x.phases
    from x where c.id = x.id`,
  ]
}

function savePhases(changes: Change[]): Statement[] {
  const phases = changes.flatMap(({ before, after: { id, phases } }) =>
    [...phases].flatMap(([phase_id, phase]) => {
      const isSame = JSON.stringify(before.phases.get(phase_id)) === JSON.stringify(phase)
      return isSame ? [] : [{ collection_id: id, phase_id, ...phase }]
    }),
  )
  if (phases.length === 0) return []
  return [
    sql`
    insert into phases (collection_id, phase_id, kind, title, starts_at, ends_at, price_wei,
      max_per_wallet, max_supply, minted, minted_uncapped, list_root)
    select * from jsonb_to_recordset(${rows(phases)}) as x(
      collection_id uuid, phase_id integer, kind text, title text, starts_at timestamptz,
      ends_at timestamptz, price_wei numeric, max_per_wallet integer, max_supply bigint,
      minted bigint, minted_uncapped bigint, list_root text)
    on conflict (collection_id, phase_id) do update set
      kind = excluded.kind, title = excluded.title, starts_at = excluded.starts_at,
      ends_at = excluded.ends_at, price_wei = excluded.price_wei,
      max_per_wallet = excluded.max_per_wallet, max_supply = excluded.max_supply,
      minted = excluded.minted, minted_uncapped = excluded.minted_uncapped,
      list_root = excluded.list_root`,
  ]
}

function deletePhases(changes: Change[]): Statement[] {
  const gone = changes.flatMap(({ before, after }) =>
    [...before.phases.keys()].flatMap((phase_id) =>
      after.phases.has(phase_id) ? [] : [{ collection_id: after.id, phase_id }],
    ),
  )
  if (gone.length === 0) return []
  return [
    sql`
      delete from phases p using unnest(
        ${column('uuid', gone, ({ collection_id }) => collection_id)},
        ${column('integer', gone, ({ phase_id }) => phase_id)}
      ) as x(collection_id, phase_id)
      where p.collection_id = x.collection_id and p.phase_id = x.phase_id`,
  ]
}

function asAddress(text: string): Address {
  // Safe: the column holds lower-case addresses only (checked by the table).
  return text as Address
}
