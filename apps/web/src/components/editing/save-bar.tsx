import './editing.css'
import { Problem } from '@platemark/api/problem'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SaveButton } from '../read-only/save-button.tsx'

type SaveBarProps = {
  form: {
    /** Number of unsaved changes. */
    changes: number
    isSaving: boolean
    /** Error of the last attempt, unless a field caused it. */
    failure: Error | null
    trySave: () => void
    discard: () => void
  }
  /** State of a form with changes: "2 unsaved changes". */
  children: ReactNode
  /** Title of a failure: "Your profile was not saved." */
  failed: string
  /** Label of the button that saves. */
  label: string
}

/** State of a form with save and discard; sticky while there is something to save. */
export function SaveBar({ form, children, failed, label }: SaveBarProps) {
  const { changes, failure, isSaving } = form
  const wait = useWait(failure)
  const isIdle = changes === 0
  // The bar that comes into sight must not cover the field of the first change.
  useEffect(() => {
    if (!isIdle) document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [isIdle])
  return (
    <div className="save-area">
      {failure && !isSaving && !isIdle && (
        <Failure title={failed} error={failure} wait={wait} onRetry={form.trySave} />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a section would need a title. */}
      <div
        className={`save-bar ${isIdle ? 'off' : ''}`}
        role="region"
        aria-label="Unsaved changes"
      >
        <span role="status" id="save-state">
          {isIdle ? 'All saved' : children}
        </span>
        <span className="save-buttons">
          <Button
            look="plain"
            onClick={form.discard}
            {...((isIdle || isSaving) && { blockedBy: 'save-state' })}
          >
            Discard
          </Button>
          <SaveButton
            type="submit"
            isBusy={isSaving}
            {...((isIdle || wait > 0) && { blockedBy: 'save-state' })}
          >
            {wait > 0 ? `Save in ${wait} s` : label}
          </SaveButton>
        </span>
      </div>
    </div>
  )
}

type FailureProps = {
  title: string
  error: Error
  wait: number
  onRetry: () => void
}

function Failure({ title, error, wait, onRetry }: FailureProps) {
  const problem = error instanceof Problem ? error : undefined
  // The page shows its own sign-in dialog.
  if (problem?.code === 'unauthenticated') return null
  const retry = wait === 0 && (
    <Button look="quiet" onClick={onRetry}>
      Retry
    </Button>
  )
  return (
    <Notice kind="error" title={title} actions={retry}>
      {reasonOf(problem)} Your changes are still here.
      {problem?.requestId && ` Request ${problem.requestId}`}
    </Notice>
  )
}

function reasonOf(problem: Problem | undefined): string {
  if (problem?.code === 'too_many_requests') return 'Too many saves.'
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
