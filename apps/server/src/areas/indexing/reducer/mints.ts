import type { CollectionEvent } from '../collection-events.ts'
import { type ChangeSet, findRow, type MintRow, putRow } from './change-set.ts'
import type { CollectionState } from './collection-state.ts'

type MintHappening = CollectionEvent & { kind: 'mint' }

/** Counts a sale: for its minter, its phase and the volume. Its tokens are counted apart. */
export function recordMint(
  account: CollectionState,
  books: ChangeSet,
  happening: MintHappening,
): void {
  const { facts, time } = happening
  const phase = account.phases.get(facts.phase_id)
  // The price of a plain mint is not in its logs: it is what the phase asked at that moment.
  facts.price_wei ??= phase?.price_wei ?? '0'
  const known = findRow(books.minters, account.id, facts.to)
  const had = known?.quantity ?? 0
  if (known && had > 0) {
    happening.previous = { last_mint_at: known.last_mint_at.toISOString() }
  }
  books.mints.push(mintRow(account, happening))
  countMint(account, happening, 1)
  // The creator does not count: nobody becomes popular by minting their own work.
  if (had === 0 && facts.to !== account.creator) account.unique_minters += 1
  putRow(books.minters, account.id, facts.to, {
    collection_id: account.id,
    minter: facts.to,
    quantity: had + facts.quantity,
    last_mint_at: time,
    previous: known?.previous ?? 0,
  })
}

export function unrecordMint(
  account: CollectionState,
  books: ChangeSet,
  happening: MintHappening,
): void {
  const { facts, time } = happening
  const row = mintRow(account, happening)
  books.mints.push(row)
  countMint(account, happening, -1)
  const known = findRow(books.minters, account.id, facts.to)
  const quantity = (known?.quantity ?? 0) - facts.quantity
  if (quantity === 0 && facts.to !== account.creator) account.unique_minters -= 1
  putRow(books.minters, account.id, facts.to, {
    collection_id: account.id,
    minter: facts.to,
    quantity,
    last_mint_at: row.previous_mint_at ?? time,
    previous: known?.previous ?? 0,
  })
}

/** Counts a mint in its phase and in the volume, or takes it out. */
function countMint(
  account: CollectionState,
  { facts }: MintHappening,
  sign: 1 | -1,
): void {
  const quantity = sign * facts.quantity
  account.volume_wei += BigInt(facts.price_wei ?? 0) * BigInt(quantity)
  const phase = account.phases.get(facts.phase_id)
  if (!phase) return
  phase.minted += quantity
  if (phase.max_supply === null) phase.minted_uncapped += quantity
}

function mintRow(account: CollectionState, happening: MintHappening): MintRow {
  const { facts, previous } = happening
  return {
    block_number: happening.block,
    log_index: happening.logIndex,
    collection_id: account.id,
    minter: facts.to,
    phase_id: facts.phase_id,
    quantity: facts.quantity,
    price_wei: facts.price_wei ?? '0',
    referrer: facts.referrer,
    tx_hash: happening.transaction,
    time: happening.time,
    previous_mint_at: previous?.last_mint_at ? new Date(previous.last_mint_at) : null,
    is_creator: facts.to === account.creator,
  }
}
