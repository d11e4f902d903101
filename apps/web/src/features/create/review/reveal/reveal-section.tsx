import { Skeleton } from '../../../../ui/skeleton.tsx'
import { PartFailure } from '../../frame/part-failure.tsx'
import { usePart } from '../../frame/use-part.ts'

/** Reveal file of a hidden set, whose panel loads on use. `isOpen`: the draft can be changed. */
export function RevealSection({ isOpen }: { isOpen: boolean }) {
  const { part, error, retry } = usePart(() => import('./reveal-panel.tsx'), true)
  if (part) return <part.RevealPanel isOpen={isOpen} />
  if (!error) return <Skeleton height={190} />
  return (
    <PartFailure
      title="The reveal file cannot be made yet"
      kept="Your draft is stored"
      error={error}
      onRetry={retry}
    />
  )
}
