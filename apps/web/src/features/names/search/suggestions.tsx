import type { NameCheck } from '@platemark/api/names'
import { formatUnits } from '@platemark/rules/amounts'
import { useId } from 'react'
import type { NameHome } from '../use-name-home.ts'

type SuggestionsProps = {
  check: NameCheck
  home: NameHome
  onChoose: (name: string) => void
}

/** Similar names that are available. */
export function Suggestions({ check, home, onChoose }: SuggestionsProps) {
  const id = useId()
  const { status, suggestions } = check
  if (status === 'available' || suggestions.length === 0) return null
  return (
    <div className="suggestions">
      <p className="muted tiny" id={id}>
        Available, price in {home.network.native_currency.symbol}
      </p>
      <ul aria-labelledby={id}>
        {suggestions.map(({ name, price }) => (
          <li key={name}>
            <button
              type="button"
              className="chip"
              translate="no"
              onClick={() => onChoose(name)}
            >
              <b>{name}</b>
              <span className="muted">{formatUnits(BigInt(price.amount_wei), 18)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
