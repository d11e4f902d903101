import type { CollectionEvent } from '../collection-events.ts'
import { type ChangeSet, findRow, putRow } from './change-set.ts'
import type { CollectionState } from './collection-state.ts'

type Gain = CollectionEvent & { kind: 'mint' | 'airdrop' }

/** Credits minted tokens to their recipient. */
export function mint(state: CollectionState, changes: ChangeSet, event: Gain): void {
  const { to, quantity } = event.data
  state.minted += quantity
  changeHolding(state, changes, to, quantity)
  recordRange(state, changes, event)
}

/** Reverts `mint`. */
export function unmint(state: CollectionState, changes: ChangeSet, event: Gain): void {
  const { to, quantity } = event.data
  state.minted -= quantity
  changeHolding(state, changes, to, -quantity)
  recordRange(state, changes, event)
}

function recordRange(state: CollectionState, changes: ChangeSet, { data }: Gain): void {
  const { first_token_id, quantity, to: owner } = data
  if (first_token_id === null) return
  changes.ranges.push({ collection_id: state.id, first_token_id, quantity, owner })
}

type Move = CollectionEvent & { kind: 'transfer' | 'burn' }

export function transfer(
  state: CollectionState,
  changes: ChangeSet,
  { data }: Move,
): void {
  const { from, to, token_id, quantity } = data
  changeHolding(state, changes, from, -quantity)
  changeHolding(state, changes, to, quantity)
  if (token_id) moveToken(changes, state.id, token_id, from, to)
}

export function revertTransfer(
  state: CollectionState,
  changes: ChangeSet,
  { data }: Move,
): void {
  const { from, to, token_id, quantity } = data
  changeHolding(state, changes, to, -quantity)
  changeHolding(state, changes, from, quantity)
  if (token_id) moveToken(changes, state.id, token_id, to, from)
}

export function burn(state: CollectionState, changes: ChangeSet, { data }: Move): void {
  const { from, token_id, quantity } = data
  changeHolding(state, changes, from, -quantity)
  state.burned += quantity
  if (token_id) moveToken(changes, state.id, token_id, from, null)
}

export function revertBurn(
  state: CollectionState,
  changes: ChangeSet,
  { data }: Move,
): void {
  const { from, token_id, quantity } = data
  changeHolding(state, changes, from, quantity)
  state.burned -= quantity
  if (token_id) moveToken(changes, state.id, token_id, null, from)
}

function changeHolding(
  state: CollectionState,
  changes: ChangeSet,
  owner: string,
  change: number,
): void {
  if (change === 0) return
  const known = findRow(changes.holdings, state.id, owner)
  const before = known?.quantity ?? 0
  const quantity = before + change
  if (before === 0) state.holders += 1
  if (quantity === 0) state.holders -= 1
  if (known) {
    known.quantity = quantity
    return
  }
  const row = { collection_id: state.id, owner, quantity, previous: 0 }
  putRow(changes.holdings, state.id, owner, row)
}

function moveToken(
  changes: ChangeSet,
  collection_id: string,
  token_id: string,
  from: string | null,
  owner: string | null,
): void {
  const known = findRow(changes.tokens, collection_id, token_id)
  if (known) known.owner = owner
  else
    putRow(changes.tokens, collection_id, token_id, {
      collection_id,
      token_id,
      previousOwner: from,
      owner,
    })
}
