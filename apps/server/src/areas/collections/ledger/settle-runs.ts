import { InvalidLogError } from '../../../platform/projection.ts'
import { type Books, type RunRow, rowsOf, type TokenRow } from './books.ts'

/**
 * Runs as they stand once all that moved of them has moved, and the moved tokens of earlier runs:
 * none of the one is a row of the other. Throws `BadLog` when a token was not whose it was said
 * to be.
 */
export function settleRuns({ runs, tokens }: Books): {
  runs: RunRow[]
  others: TokenRow[]
} {
  const runsOf = Map.groupBy(runs, ({ collection_id }) => collection_id)
  const moved = new Map<RunRow, TokenRow[]>()
  const others: TokenRow[] = []
  for (const token of rowsOf(tokens)) {
    const run = runWith(runsOf.get(token.collection_id) ?? [], Number(token.token_id))
    if (!run) {
      others.push(token)
      continue
    }
    if (token.was !== run.owner) {
      throw new InvalidLogError('Somebody gave away a token of another owner.')
    }
    const known = moved.get(run)
    if (known) known.push(token)
    else moved.set(run, [token])
  }
  return { runs: runs.flatMap((run) => piecesOf(run, moved.get(run))), others }
}

/** The run that this token is of; runs of one collection follow each other. */
function runWith(runs: RunRow[], tokenId: number): RunRow | undefined {
  let [low, high] = [0, runs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (Number(runs[middle]?.first_token_id) <= tokenId) low = middle + 1
    else high = middle
  }
  const run = runs[low - 1]
  return run && tokenId < Number(run.first_token_id) + run.quantity ? run : undefined
}

/** What is left of a run around the tokens that moved, and those that were not burned. */
function piecesOf(run: RunRow, moved: TokenRow[] | undefined): RunRow[] {
  if (!moved) return [run]
  const pieces: RunRow[] = []
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

function byId(one: TokenRow, other: TokenRow): number {
  return Number(one.token_id) - Number(other.token_id)
}
