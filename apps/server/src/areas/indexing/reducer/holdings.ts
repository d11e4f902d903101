import type { CollectionEvent } from '../collection-events.ts'
import { type ChangeSet, findRow, putRow } from './change-set.ts'
import type { CollectionState } from './collection-state.ts'

type Gain = CollectionEvent & { kind: 'mint' | 'airdrop' }

/** Gives new tokens to whoever they were made for. */
export function mint(account: CollectionState, books: ChangeSet, happening: Gain): void {
  const { to, quantity } = happening.facts
  account.minted += quantity
  changeHolding(account, books, to, quantity)
  noteRun(account, books, happening)
}

/** Undoes `receive`. */
export function unmint(
  account: CollectionState,
  books: ChangeSet,
  happening: Gain,
): void {
  const { to, quantity } = happening.facts
  account.minted -= quantity
  changeHolding(account, books, to, -quantity)
  noteRun(account, books, happening)
}

function noteRun(account: CollectionState, books: ChangeSet, { facts }: Gain): void {
  const { first_token_id, quantity, to: owner } = facts
  if (first_token_id === null) return
  books.ranges.push({ collection_id: account.id, first_token_id, quantity, owner })
}

type Move = CollectionEvent & { kind: 'transfer' | 'burn' }

export function transfer(
  account: CollectionState,
  books: ChangeSet,
  { facts }: Move,
): void {
  const { from, to, token_id, quantity } = facts
  changeHolding(account, books, from, -quantity)
  changeHolding(account, books, to, quantity)
  if (token_id) moveToken(books, account.id, token_id, from, to)
}

export function revertTransfer(
  account: CollectionState,
  books: ChangeSet,
  { facts }: Move,
): void {
  const { from, to, token_id, quantity } = facts
  changeHolding(account, books, to, -quantity)
  changeHolding(account, books, from, quantity)
  if (token_id) moveToken(books, account.id, token_id, to, from)
}

export function burn(account: CollectionState, books: ChangeSet, { facts }: Move): void {
  const { from, token_id, quantity } = facts
  changeHolding(account, books, from, -quantity)
  account.burned += quantity
  if (token_id) moveToken(books, account.id, token_id, from, null)
}

export function revertBurn(
  account: CollectionState,
  books: ChangeSet,
  { facts }: Move,
): void {
  const { from, token_id, quantity } = facts
  changeHolding(account, books, from, quantity)
  account.burned -= quantity
  if (token_id) moveToken(books, account.id, token_id, null, from)
}

function changeHolding(
  account: CollectionState,
  books: ChangeSet,
  owner: string,
  change: number,
): void {
  if (change === 0) return
  const known = findRow(books.holdings, account.id, owner)
  const before = known?.quantity ?? 0
  const quantity = before + change
  if (before === 0) account.holders += 1
  if (quantity === 0) account.holders -= 1
  if (known) {
    known.quantity = quantity
    return
  }
  const row = { collection_id: account.id, owner, quantity, previous: 0 }
  putRow(books.holdings, account.id, owner, row)
}

function moveToken(
  books: ChangeSet,
  collection_id: string,
  token_id: string,
  from: string | null,
  owner: string | null,
): void {
  const known = findRow(books.tokens, collection_id, token_id)
  if (known) known.owner = owner
  else
    putRow(books.tokens, collection_id, token_id, {
      collection_id,
      token_id,
      previousOwner: from,
      owner,
    })
}
