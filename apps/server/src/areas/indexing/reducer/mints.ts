import type { CollectionEvent } from '../collection-events.ts'
import { type ChangeSet, findRow, type MintRow, putRow } from './change-set.ts'
import type { CollectionState } from './collection-state.ts'

type MintEvent = CollectionEvent & { kind: 'mint' }

/**
 * Counts a mint for its minter, its phase and the volume; its tokens are counted by
 * `mint`.
 */
export function recordMint(
  state: CollectionState,
  changes: ChangeSet,
  event: MintEvent,
): void {
  const { data, time } = event
  const phase = state.phases.get(data.phase_id)
  // Logs of a public mint carry no price: it is the phase's price at that time.
  data.price_wei ??= phase?.price_wei ?? '0'
  const known = findRow(changes.minters, state.id, data.to)
  const had = known?.quantity ?? 0
  if (known && had > 0) {
    event.previous = { last_mint_at: known.last_mint_at.toISOString() }
  }
  changes.mints.push(mintRow(state, event))
  countMint(state, event, 1)
  // The creator is not counted: minting one's own work must not raise popularity.
  if (had === 0 && data.to !== state.creator) state.unique_minters += 1
  putRow(changes.minters, state.id, data.to, {
    collection_id: state.id,
    minter: data.to,
    quantity: had + data.quantity,
    last_mint_at: time,
    previous: known?.previous ?? 0,
  })
}

export function unrecordMint(
  state: CollectionState,
  changes: ChangeSet,
  event: MintEvent,
): void {
  const { data, time } = event
  const row = mintRow(state, event)
  changes.mints.push(row)
  countMint(state, event, -1)
  const known = findRow(changes.minters, state.id, data.to)
  const quantity = (known?.quantity ?? 0) - data.quantity
  if (quantity === 0 && data.to !== state.creator) state.unique_minters -= 1
  putRow(changes.minters, state.id, data.to, {
    collection_id: state.id,
    minter: data.to,
    quantity,
    last_mint_at: row.previous_mint_at ?? time,
    previous: known?.previous ?? 0,
  })
}

/** Adds a mint to the counters of its phase and the volume, or subtracts it. */
function countMint(state: CollectionState, { data }: MintEvent, sign: 1 | -1): void {
  const quantity = sign * data.quantity
  state.volume_wei += BigInt(data.price_wei ?? 0) * BigInt(quantity)
  const phase = state.phases.get(data.phase_id)
  if (!phase) return
  phase.minted += quantity
  if (phase.max_supply === null) phase.minted_uncapped += quantity
}

function mintRow(state: CollectionState, event: MintEvent): MintRow {
  const { data, previous } = event
  return {
    block_number: event.block,
    log_index: event.logIndex,
    collection_id: state.id,
    minter: data.to,
    phase_id: data.phase_id,
    quantity: data.quantity,
    price_wei: data.price_wei ?? '0',
    referrer: data.referrer,
    tx_hash: event.transaction,
    time: event.time,
    previous_mint_at: previous?.last_mint_at ? new Date(previous.last_mint_at) : null,
    is_creator: data.to === state.creator,
  }
}
