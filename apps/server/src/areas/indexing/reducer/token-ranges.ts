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
  runs: TokenRange[]
  others: TokenChange[]
} {
  const runsOf = Map.groupBy(ranges, ({ collection_id }) => collection_id)
  const moved = new Map<TokenRange, TokenChange[]>()
  const others: TokenChange[] = []
  for (const token of allRows(tokens)) {
    const run = findRange(runsOf.get(token.collection_id) ?? [], Number(token.token_id))
    if (!run) {
      others.push(token)
      continue
    }
    if (token.previousOwner !== run.owner) {
      throw new InvalidLogError('Somebody gave away a token of another owner.')
    }
    const known = moved.get(run)
    if (known) known.push(token)
    else moved.set(run, [token])
  }
  return { runs: ranges.flatMap((run) => splitRange(run, moved.get(run))), others }
}

/**
 * Finds the range of a token by binary search; ranges of one collection are consecutive.
 */
function findRange(runs: TokenRange[], tokenId: number): TokenRange | undefined {
  let [low, high] = [0, runs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (Number(runs[middle]?.first_token_id) <= tokenId) low = middle + 1
    else high = middle
  }
  const run = runs[low - 1]
  return run && tokenId < Number(run.first_token_id) + run.quantity ? run : undefined
}

/** Splits a range around its moved tokens and drops the burned ones. */
function splitRange(run: TokenRange, moved: TokenChange[] | undefined): TokenRange[] {
  if (!moved) return [run]
  const pieces: TokenRange[] = []
  const add = (first: number, end: number, owner: string | null) => {
    if (first >= end || owner === null) return
    const piece = { first_token_id: String(first), quantity: end - first, owner }
    pieces.push({ collection_id: run.collection_id, ...piece })
  }
  let first = Number(run.first_token_id)
  const end = first + run.quantity
  for (const { token_id, owner } of moved.toSorted(byId)) {
    const id = Number(token_id)
    add(first, id, run.owner)
    add(id, id + 1, owner)
    first = id + 1
  }
  add(first, end, run.owner)
  return pieces
}

function byId(one: TokenChange, other: TokenChange): number {
  return Number(one.token_id) - Number(other.token_id)
}
