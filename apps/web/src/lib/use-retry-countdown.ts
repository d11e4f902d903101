import { Problem } from '@platemark/api/problem'
import { useEffect, useState } from 'react'

/** Returns the seconds left of the error's `Retry-After`, counted down. */
export function useRetryCountdown(error: Error | null): number {
  const seconds =
    error instanceof Problem && error.code === 'too_many_requests'
      ? (error.retryAfter ?? 60)
      : 0
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (seconds === 0) return setLeft(0)
    const end = performance.now() + seconds * 1000
    const count = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)))
    count()
    const timer = setInterval(count, 1000)
    return () => clearInterval(timer)
  }, [seconds])
  return left
}
