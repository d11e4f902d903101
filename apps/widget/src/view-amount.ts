import { formatAmount } from '@platemark/rules/amounts'
import { type Child, h } from './render.ts'

type Coin = { decimals: number; symbol: string }

/** Returns an amount rounded for a sum; its exact form shows on hover, focus and touch. */
export function roundedAmount(wei: bigint, shownWei: bigint, coin: Coin): Child {
  const text = formatAmount(shownWei, coin)
  if (shownWei === wei) return text
  const exact = formatAmount(wei, coin)
  return h(
    'span',
    { class: 'amount', tabindex: '0' },
    text,
    h('span', { class: 'exact', role: 'tooltip' }, exact),
  )
}
