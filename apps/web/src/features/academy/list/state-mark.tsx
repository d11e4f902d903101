import type { ProgressState } from '@platemark/api/academy'
import { Icon } from '../../../ui/icon.tsx'

/** Mark of how far a reader is with a lesson. */
export function StateMark({
  state = 'not_started',
}: {
  state?: ProgressState | undefined
}) {
  return (
    <span className={`state-mark ${state}`} role="img" aria-label={labels[state]}>
      {state === 'completed' && <Icon name="check" size={14} />}
      {(state === 'started' || state === 'read') && (
        <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="12" r="11" />
          <path d={state === 'read' ? wholeDisc : halfDisc} />
        </svg>
      )}
    </span>
  )
}

const halfDisc = 'M12 5a7 7 0 0 1 0 14z'
const wholeDisc = 'M12 5a7 7 0 1 1 0 14 7 7 0 0 1 0-14z'

const labels: Record<ProgressState, string> = {
  not_started: 'Not started',
  started: 'Started, not completed',
  read: 'Read, not completed',
  completed: 'Completed',
}
