import { Problem } from '@platemark/api/problem'
import { useEffect, useRef, useState } from 'react'
import { isOffline } from '../lib/offline.ts'
import { ErrorBlock } from '../ui/block.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

type FailureProps = {
  /** Subject of the sentence: "This section", "Collections". */
  title: string
  text: string
  error: unknown
  onRetry: () => void
  isBusy?: boolean
  className?: string
  /** `h1` on a page without a heading of its own, `h2` outside a titled section. */
  level?: 'h1' | 'h2' | 'h3'
}

/** Error block of a part that could not be loaded, with a text that fits the cause. */
export function Failure({
  title,
  text,
  error,
  onRetry,
  isBusy = false,
  className,
  level = 'h3',
}: FailureProps) {
  const hasRetried = useRef(false)
  const problem = error instanceof Problem ? error : undefined
  if (problem?.code === 'too_many_requests') {
    const retryOnce = () => {
      if (!hasRetried.current) onRetry()
      hasRetried.current = true
    }
    return (
      <TooMany
        key={problem.requestId}
        seconds={problem.retryAfter ?? 30}
        onRetry={onRetry}
        onWaited={retryOnce}
        level={level}
        {...(className && { className })}
      />
    )
  }
  return (
    <ErrorBlock
      title={title}
      requestId={problem?.requestId}
      onRetry={onRetry}
      isBusy={isBusy}
      level={level}
      {...(className && { className })}
    >
      {isOffline() ? 'You are offline. This loads when you are back online.' : text}
    </ErrorBlock>
  )
}

type TooManyProps = {
  seconds: number
  onRetry: () => void
  onWaited: () => void
  level: 'h1' | 'h2' | 'h3'
  className?: string
}

/** Counts down the `Retry-After` of the response and calls back at zero. */
function TooMany({
  seconds,
  onRetry,
  onWaited,
  level: Title,
  className = '',
}: TooManyProps) {
  const [left, setLeft] = useState(seconds)
  const waited = useRef(onWaited)
  waited.current = onWaited
  useEffect(() => {
    if (left === 0) return waited.current()
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return (
    <div className={`block solid ${className}`} role="alert">
      <Title>Too many requests</Title>
      <p id="wait">
        {left > 0
          ? `Too many requests came from your connection. Try again in ${left} ${left === 1 ? 'second' : 'seconds'}.`
          : 'You can try again now.'}
      </p>
      <div className="actions">
        <Button look="quiet" onClick={onRetry} {...(left > 0 && { blockedBy: 'wait' })}>
          <Icon name="retry" />
          {left > 0 ? `Try again in ${left} s` : 'Try again'}
        </Button>
      </div>
    </div>
  )
}
