import { formatDollars } from './dollars.ts'

/** Formats the worth of an amount above zero in USD: `~$1,234.50`, below half a cent `<$0.01`. */
export function formatWorth(usd: number): string {
  return usd < 0.005 ? '<$0.01' : `~${formatDollars(usd)}`
}
