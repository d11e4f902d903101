import type { MemberRow } from '@platemark/api/campaigns'

type Ranked = Pick<MemberRow, 'rank' | 'position'>

/**
 * Lists the ranks that several members share: those of two rows, and that of a row whose place is a
 * later one, because the others of its rank may be on another page.
 */
export function listTiedRanks(rows: readonly Ranked[]): Set<number> {
  const seen = new Set<number>()
  const tied = new Set<number>()
  for (const { rank, position } of rows) {
    if (rank === null) continue
    if (seen.has(rank) || rank !== position) tied.add(rank)
    seen.add(rank)
  }
  return tied
}
