import { Problem } from '@platemark/api/problem'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { ProfileFormState } from './use-profile-form.ts'

/** Number of unsaved changes with save and discard; sticky while the form is in view. */
export function SaveBar({ form }: { form: ProfileFormState }) {
  const { changes, failure, isSaving } = form
  const wait = useWait(failure)
  const isIdle = changes === 0
  return (
    <div className="save-area">
      {failure && !isSaving && !isIdle && (
        <Failure error={failure} wait={wait} onRetry={form.trySave} />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a section would need a title. */}
      <div
        className={`save-bar ${isIdle ? 'off' : ''}`}
        role="region"
        aria-label="Unsaved changes"
      >
        <span role="status" id="save-state">
          {isIdle ? (
            'All saved'
          ) : (
            <>
              {changes} unsaved{' '}
              <span className="save-noun">{changes === 1 ? 'change' : 'changes'}</span>
            </>
          )}
        </span>
        <span className="save-buttons">
          <Button
            look="plain"
            onClick={form.discard}
            {...((isIdle || isSaving) && { blockedBy: 'save-state' })}
          >
            Discard
          </Button>
          <Button
            type="submit"
            isBusy={isSaving}
            {...((isIdle || wait > 0) && { blockedBy: 'save-state' })}
          >
            {wait > 0 ? `Save in ${wait} s` : 'Save changes'}
          </Button>
        </span>
      </div>
    </div>
  )
}

type FailureProps = { error: Error; wait: number; onRetry: () => void }

function Failure({ error, wait, onRetry }: FailureProps) {
  const problem = error instanceof Problem ? error : undefined
  // The page shows its own sign-in dialog.
  if (problem?.code === 'unauthenticated') return null
  const retry = wait === 0 && (
    <Button look="quiet" onClick={onRetry}>
      Retry
    </Button>
  )
  return (
    <Notice kind="error" title="Your profile was not saved." actions={retry}>
      {reasonOf(problem)} Your changes are still here.
      {problem?.requestId && ` Request ${problem.requestId}`}
    </Notice>
  )
}

function reasonOf(problem: Problem | undefined): string {
  if (problem?.code === 'too_many_requests') return 'You saved very often just now.'
  const isOurs = problem?.code === 'internal' && problem.requestId !== undefined
  if (!problem || isOurs) return 'Something went wrong on our side.'
  return problem.message
}

/** Returns the seconds of the error's `Retry-After`, counted down. */
function useWait(failure: Error | null): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const isTooMany = failure instanceof Problem && failure.code === 'too_many_requests'
    setLeft(isTooMany ? (failure.retryAfter ?? 30) : 0)
  }, [failure])
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return left
}
