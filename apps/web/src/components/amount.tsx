import { formatAmount, shortenAmount } from '@platemark/rules/amounts'
import { type KeyboardEvent, useId } from 'react'

type AmountProps = {
  wei: bigint
  coin: { decimals: number; symbol: string }
  /** `down` for what a wallet has. */
  rounding?: 'up' | 'down'
  /** The amount as it was rounded for a sum, in place of the short form. */
  shownWei?: bigint
  className?: string
}

/**
 * Amount in a list or sentence: short, with its exact form on hover, focus and touch where the
 * two differ. Amounts that are acted on are exact as they are (`formatAmount`).
 */
export function Amount(props: AmountProps) {
  const { className = '' } = props
  const id = useId()
  const { text, exact } = shortOrShown(props)
  if (exact === null) {
    return (
      <span className={className} translate="no">
        {text}
      </span>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what the focus opened.
    <span
      className={`amount ${className}`}
      translate="no"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a title could not be reached by keyboard or touch.
      tabIndex={0}
      aria-describedby={id}
      onKeyDown={leaveOnEscape}
    >
      {text}
      <span className="exact" role="tooltip" id={id}>
        {exact}
      </span>
    </span>
  )
}

function shortOrShown({ wei, coin, rounding, shownWei }: AmountProps) {
  if (shownWei === undefined) return shortenAmount(wei, coin, rounding)
  const exact = shownWei === wei ? null : formatAmount(wei, coin)
  return { text: formatAmount(shownWei, coin), exact }
}

function leaveOnEscape({ key, currentTarget }: KeyboardEvent<HTMLElement>) {
  if (key === 'Escape') currentTarget.blur()
}
