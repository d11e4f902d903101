import { useEffect, useId, useState } from 'react'
import { Icon } from './icon.tsx'

type StepperProps = {
  label: string
  value: number
  min?: number
  max: number
  onChange: (value: number) => void
  isDisabled?: boolean
}

/** Integer input between two bounds: buttons, typing, arrow keys, and the maximum. */
export function Stepper({
  label,
  value,
  min = 1,
  max,
  onChange,
  isDisabled = false,
}: StepperProps) {
  const id = useId()
  const [typed, setTyped] = useState(String(value))
  useEffect(() => setTyped(String(value)), [value])

  const choose = (wish: number) => {
    const next = Math.min(max, Math.max(min, wish))
    // At once: a blur before the effect would commit the former number.
    setTyped(String(next))
    if (next !== value) onChange(next)
  }
  const settle = () => {
    const next = Number.parseInt(typed, 10)
    setTyped(String(value))
    if (!Number.isNaN(next)) choose(next)
  }
  return (
    <div className="stepper">
      <button
        type="button"
        aria-label={`Less: ${label}`}
        disabled={isDisabled || value <= min}
        onClick={() => choose(value - 1)}
      >
        <Icon name="minus" />
      </button>
      <input
        id={id}
        aria-label={label}
        inputMode="numeric"
        role="spinbutton"
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        value={typed}
        disabled={isDisabled}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle()
          if (event.key === 'ArrowUp') choose(value + 1)
          if (event.key === 'ArrowDown') choose(value - 1)
          if (event.key === 'Home') choose(min)
          if (event.key === 'End') choose(max)
          if (/^(Arrow(Up|Down)|Home|End)$/.test(event.key)) event.preventDefault()
        }}
      />
      <button
        type="button"
        aria-label={`More: ${label}`}
        disabled={isDisabled || value >= max}
        onClick={() => choose(value + 1)}
      >
        <Icon name="plus" />
      </button>
      {max > min && (
        <button
          type="button"
          className="max"
          disabled={isDisabled || value === max}
          onClick={() => choose(max)}
        >
          Max {max}
        </button>
      )}
    </div>
  )
}
