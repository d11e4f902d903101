import { useEffect, useRef } from 'react'
import { useNow } from '../lib/clock.ts'
import { remaining, twoDigits } from '../lib/format.ts'

/**
 * Countdown to `at` by the server's clock. SSR renders dashes, because the time of
 * viewing is unknown; `onEnd` is called once at zero.
 */
export function Countdown({ at, onEnd }: { at: string; onEnd?: () => void }) {
  const now = useNow()
  const left = now === undefined ? undefined : Date.parse(at) - now
  const isOver = left !== undefined && left <= 0
  useOnce(isOver, onEnd)

  const parts = left === undefined ? undefined : remaining(left)
  const units = ['days', 'hours', 'minutes', 'seconds'] as const
  return (
    <div
      className="digits"
      role="timer"
      aria-label={
        parts && `${parts.days} days ${parts.hours} hours ${parts.minutes} minutes`
      }
    >
      {units.map((unit) => (
        <span key={unit}>
          <b>{parts ? (unit === 'days' ? parts.days : twoDigits(parts[unit])) : '–'}</b>
          {unit}
        </span>
      ))}
    </div>
  )
}

/** Calls `then` each time `isOver` becomes true. */
function useOnce(isOver: boolean, then: (() => void) | undefined) {
  const latest = useRef(then)
  latest.current = then
  useEffect(() => {
    if (isOver) latest.current?.()
  }, [isOver])
}
