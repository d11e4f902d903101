import { InvalidLogError } from '../../../indexer/projection.ts'
import {
  allRows,
  type ChangeSet,
  type TokenChange,
  type TokenRange,
} from './change-set.ts'

/**
 * Splits ranges minted in this batch around tokens transferred in the same batch, and
 * returns them with the transfers of older tokens. Throws `InvalidLogError` if a token
 * had another owner.
 */
export function splitTransferred({ ranges, tokens }: ChangeSet): {
  ranges: TokenRange[]
  others: TokenChange[]
} {
  const byCollection = Map.groupBy(ranges, ({ collection_id }) => collection_id)
  const moved = new Map<TokenRange, TokenChange[]>()
  const others: TokenChange[] = []
  for (const token of allRows(tokens)) {
    const range = findRange(
      byCollection.get(token.collection_id) ?? [],
      Number(token.token_id),
    )
    if (!range) {
      others.push(token)
      continue
    }
    if (token.previousOwner !== range.owner) {
      throw new InvalidLogError(
        `Transfer.from is not the owner: got ${token.previousOwner}, expected ${range.owner}`,
      )
    }
    const known = moved.get(range)
    if (known) known.push(token)
    else moved.set(range, [token])
  }
  return {
    ranges: ranges.flatMap((range) => splitRange(range, moved.get(range))),
    others,
  }
}

/**
 * Finds the range of a token by binary search; ranges of one collection are consecutive.
 */
function findRange(ranges: TokenRange[], tokenId: number): TokenRange | undefined {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (Number(ranges[middle]?.first_token_id) <= tokenId) low = middle + 1
    else high = middle
  }
  const range = ranges[low - 1]
  return range && tokenId < Number(range.first_token_id) + range.quantity
    ? range
    : undefined
}

/** Splits a range around its moved tokens and drops the burned ones. */
function splitRange(range: TokenRange, moved: TokenChange[] | undefined): TokenRange[] {
  if (!moved) return [range]
  const pieces: TokenRange[] = []
  const add = (first: number, end: number, owner: string | null) => {
    if (first >= end || owner === null) return
    const piece = { first_token_id: String(first), quantity: end - first, owner }
    pieces.push({ collection_id: range.collection_id, ...piece })
  }
  let first = Number(range.first_token_id)
  const end = first + range.quantity
  for (const { token_id, owner } of moved.toSorted(byId)) {
    const id = Number(token_id)
    add(first, id, range.owner)
    add(id, id + 1, owner)
    first = id + 1
  }
  add(first, end, range.owner)
  return pieces
}

function byId(one: TokenChange, other: TokenChange): number {
  return Number(one.token_id) - Number(other.token_id)
}
