import { parse } from 'csv-parse/sync'

/**
 * Merges a list the plain way: each row of csv-parse in turn. Returns `quantity price` by wallet,
 * the price in wei, with nothing for an empty cell. It shares no code with the product.
 */
export function mergePlainly(
  csv: string | Buffer,
  policy: 'higher' | 'sum',
  phase: { limit: number; priceWei: string },
): Record<string, string> {
  const merged = new Map<string, { quantity: string; price: string }>()
  const count = (text: string) => (text === '' ? phase.limit : Number(text))
  const wei = (text: string) =>
    text === ''
      ? BigInt(phase.priceWei)
      : BigInt(Math.round(Number(text) * 1e9)) * 10n ** 9n
  // Safe: the file has these columns.
  const rows = parse(csv, { columns: true }) as Record<string, string>[]
  for (const { wallet = '', quantity = '', price = '' } of rows) {
    const known = merged.get(wallet.toLowerCase())
    if (!known) {
      merged.set(wallet.toLowerCase(), { quantity, price })
      continue
    }
    const isLess = wei(price) < wei(known.price)
    if (policy === 'sum') {
      known.quantity = String(count(known.quantity) + count(quantity))
      if (isLess) known.price = price
      continue
    }
    const more = count(quantity) - count(known.quantity)
    if (more > 0 || (more === 0 && isLess)) Object.assign(known, { quantity, price })
  }
  return Object.fromEntries(
    [...merged].map(([wallet, { quantity, price }]) => [
      wallet,
      `${quantity} ${price === '' ? '' : wei(price)}`,
    ]),
  )
}
