import type { RequestKind } from './api-requests.ts'

/** An answer of fewer rows may touch what one of so many may: its indexes are as deep. */
const FEW = 6

/** Pages of tables and indexes that an answer may touch. */
export function mostPages(kind: RequestKind, rows: number): number {
  switch (kind) {
    case 'deep':
      return 200
    case 'search':
      return 500
    case 'list':
      return 6 * Math.max(rows, FEW)
  }
}

/** Milliseconds that an answer may take among many rows, by what the same takes among few. */
export function mostTime(kind: RequestKind, amongFew: number): number {
  const factor = kind === 'search' ? 5 : 2
  return Math.max(factor * amongFew, amongFew + 2)
}

/** The smallest figure that is not below `share` of them. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((one, other) => one - other)
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
}
