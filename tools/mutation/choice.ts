import { createHash } from 'node:crypto'
import { type Edit, nameOf } from './edits.ts'

const MAX_PER_LINE = 3

/** The edits of one file in the order in which they are tried. */
export type Queue = { file: string; lines: number; edits: Edit[] }

/**
 * For each file its edits in an order that follows from the seed: one of every line, then a second
 * and a third. A changed line moves no other edit.
 */
export function queuesOf(edits: Edit[], seed: string): Queue[] {
  return [...groupBy(edits, ({ file }) => file)].map(([file, ofFile]) => {
    const lines = [...groupBy(ofFile, ({ line }) => line).values()]
    const turns = lines.flatMap((ofLine) =>
      mixed(ofLine, seed)
        .slice(0, MAX_PER_LINE)
        .map((edit, turn) => ({ edit, turn, rank: rankOf(edit, seed) })),
    )
    turns.sort((a, b) => a.turn - b.turn || compare(a.rank, b.rank))
    return { file, lines: lines.length, edits: turns.map(({ edit }) => edit) }
  })
}

/** How many of `total` edits each queue gives: at least one, and more in proportion to its lines. */
export function sharesOf(queues: Queue[], total: number): Map<string, number> {
  const shares = new Map(queues.map(({ file }) => [file, 0]))
  for (let given = 0; given < total; given += 1) {
    const open = queues.filter(
      ({ file, edits }) => (shares.get(file) ?? 0) < edits.length,
    )
    const [first, ...others] = open
    if (!first) break
    const need = ({ file, lines }: Queue) => {
      const share = shares.get(file) ?? 0
      return share === 0 ? Number.POSITIVE_INFINITY : lines / (share + 1)
    }
    const next = others.reduce(
      (best, one) => (need(one) > need(best) ? one : best),
      first,
    )
    shares.set(next.file, (shares.get(next.file) ?? 0) + 1)
  }
  return shares
}

/** The edits of one line in a seeded order, no operator a second time before every other had its turn. */
export function mixed(edits: Edit[], seed: string): Edit[] {
  const byOperator = [...groupBy(edits, ({ operator }) => operator).values()]
  const turns = byOperator.flatMap((ofOperator) =>
    ofOperator
      .map((edit) => ({ edit, rank: rankOf(edit, seed) }))
      .sort((a, b) => compare(a.rank, b.rank))
      .map((one, turn) => ({ ...one, turn })),
  )
  turns.sort((a, b) => a.turn - b.turn || compare(a.rank, b.rank))
  return turns.map(({ edit }) => edit)
}

function rankOf(edit: Edit, seed: string): string {
  return createHash('sha256')
    .update(`${seed} ${nameOf(edit)}`)
    .digest('hex')
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function groupBy<T, K>(items: T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  }
  return groups
}
