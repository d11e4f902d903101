import type { Happening } from '../happenings.ts'
import type { Account } from './account.ts'
import { type Books, findRow, putRow } from './books.ts'

type Gain = Happening & { kind: 'mint' | 'airdrop' }

/** Gives new tokens to whoever they were made for. */
export function receive(account: Account, books: Books, happening: Gain): void {
  const { to, quantity } = happening.facts
  account.minted += quantity
  changeHolding(account, books, to, quantity)
  noteRun(account, books, happening)
}

/** Undoes `receive`. */
export function giveBack(account: Account, books: Books, happening: Gain): void {
  const { to, quantity } = happening.facts
  account.minted -= quantity
  changeHolding(account, books, to, -quantity)
  noteRun(account, books, happening)
}

function noteRun(account: Account, books: Books, { facts }: Gain): void {
  const { first_token_id, quantity, to: owner } = facts
  if (first_token_id === null) return
  books.runs.push({ collection_id: account.id, first_token_id, quantity, owner })
}

type Move = Happening & { kind: 'transfer' | 'burn' }

export function transfer(account: Account, books: Books, { facts }: Move): void {
  const { from, to, token_id, quantity } = facts
  changeHolding(account, books, from, -quantity)
  changeHolding(account, books, to, quantity)
  if (token_id) moveToken(books, account.id, token_id, from, to)
}

export function undoTransfer(account: Account, books: Books, { facts }: Move): void {
  const { from, to, token_id, quantity } = facts
  changeHolding(account, books, to, -quantity)
  changeHolding(account, books, from, quantity)
  if (token_id) moveToken(books, account.id, token_id, to, from)
}

export function burn(account: Account, books: Books, { facts }: Move): void {
  const { from, token_id, quantity } = facts
  changeHolding(account, books, from, -quantity)
  account.burned += quantity
  if (token_id) moveToken(books, account.id, token_id, from, null)
}

export function undoBurn(account: Account, books: Books, { facts }: Move): void {
  const { from, token_id, quantity } = facts
  changeHolding(account, books, from, quantity)
  account.burned -= quantity
  if (token_id) moveToken(books, account.id, token_id, null, from)
}

function changeHolding(
  account: Account,
  books: Books,
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
  const row = { collection_id: account.id, owner, quantity, stored: 0 }
  putRow(books.holdings, account.id, owner, row)
}

function moveToken(
  books: Books,
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
      was: from,
      owner,
    })
}
