/** Formats an amount of USD that is whole cents: `$1,234.50`. */
export function formatDollars(usd: number): string {
  const [whole = '0', cents] = usd.toFixed(2).split('.')
  return `$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`
}
