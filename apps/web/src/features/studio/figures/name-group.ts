import type { StudioStats } from '@platemark/api/stats'
import { formatCount } from '@platemark/rules/amounts'

type HolderGroup = StudioStats['holders']['distribution'][number]

/** Names how many items wallets hold: the range of a group, the exact count of a single wallet. */
export function nameGroup({ from, to, holders, quantity }: HolderGroup): string {
  if (holders === 1) return quantity === 1 ? '1 item' : formatCount(quantity)
  if (to === null) return `${formatCount(from)} or more`
  if (from === to) return from === 1 ? '1 item' : String(from)
  return `${from} to ${to}`
}
