import type { Network } from '@platemark/api/config'
import { formatCount } from '@platemark/rules/amounts'

/** Formats the index lag of a network: `up to date`, `4 minutes behind`. */
export function formatIndexLag({
  behind_seconds,
  contracts,
}: Pick<Network, 'behind_seconds' | 'contracts'>): string {
  if (!contracts) return 'not followed'
  if (behind_seconds === null) return 'not read yet'
  if (behind_seconds < 60) return 'up to date'
  const minutes = Math.floor(behind_seconds / 60)
  if (minutes < 120) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} behind`
  return `${formatCount(Math.floor(minutes / 60))} hours behind`
}
