import { MIN_COMMITMENT_AGE } from '@platemark/mint/names/read-registration'
import { useNow } from '../../../lib/clock.ts'
import { formatLeft } from '../../../lib/format.ts'
import type { Registration } from './use-registration.ts'

/** Time until a commitment is old enough by the time of blocks, counted on between two reads. */
export function CommitCountdown({ registration }: { registration: Registration }) {
  const { step, read } = registration
  useNow()
  if (step?.step !== 'wait') return null
  const passed = (Date.now() - read.dataUpdatedAt) / 1000
  const left = Math.max(0, Math.min(MIN_COMMITMENT_AGE, step.secondsLeft - passed))
  return (
    <>
      <span className="register-count" role="timer">
        {formatLeft(left * 1000)}
      </span>
      <progress max={MIN_COMMITMENT_AGE} value={MIN_COMMITMENT_AGE - left}>
        {Math.round(left)} seconds left
      </progress>
    </>
  )
}
