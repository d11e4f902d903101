import type { Holder } from '@platemark/api/collection-reads'
import { formatCount } from '@platemark/rules/amounts'

type Held = Pick<Holder, 'address' | 'quantity'>

export type HolderGroup = { title: string; holders: number; quantity: number }

/** Groups holders into the largest one, five, ten or all of `rows`, and the rest. */
export function groupHolders(
  rows: readonly Held[],
  total: number,
  held: number,
): HolderGroup[] {
  const first = (count: number) => ({
    title: count === 1 ? 'Largest holder' : `Largest ${count}`,
    holders: count,
    quantity: sumOf(rows.slice(0, count)),
  })
  const steps = [1, 5, rows.length > 10 && total > rows.length ? rows.length : 10]
  const groups = steps.filter((count) => count < total).map(first)
  const others = total - rows.length
  if (others <= 0) {
    const all = { title: 'All holders', holders: total, quantity: sumOf(rows) }
    return [...groups, all]
  }
  const rest = Math.max(held - sumOf(rows), 0)
  return [...groups, { title: 'Others', holders: others, quantity: rest }]
}

/** Returns the number of groups before the holders are loaded. */
export function countGroups(holders: number): number {
  return [1, 5, 10].filter((count) => count < holders).length + 1
}

/** Describes the plot of several holders in one sentence. */
export function plotSentence(rows: readonly Held[], total: number): string {
  const most = rows[0]?.quantity ?? 0
  const least = rows.at(-1)?.quantity ?? 0
  const who =
    total > rows.length
      ? `The ${rows.length} largest of ${formatCount(total)} holders`
      : `${formatCount(total)} holders`
  return most === least
    ? `${who}, each with ${formatCount(most)}.`
    : `${who}, from ${formatCount(most)} items down to ${formatCount(least)}.`
}

function sumOf(rows: readonly Held[]): number {
  return rows.reduce((sum, { quantity }) => sum + quantity, 0)
}
