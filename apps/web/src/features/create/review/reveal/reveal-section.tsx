import { PartFailure } from '../../../../components/part-failure.tsx'
import { usePart } from '../../../../lib/use-part.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'

/** Reveal file of a hidden set, whose panel loads on use. `isOpen`: the draft can be changed. */
export function RevealSection({ isOpen }: { isOpen: boolean }) {
  const { part, error, retry } = usePart(() => import('./reveal-panel.tsx'), true)
  if (part) return <part.RevealPanel isOpen={isOpen} />
  if (!error) return <Skeleton height={190} />
  return (
    <PartFailure
      title="The reveal file cannot be made yet"
      kept="What you entered is kept"
      error={error}
      onRetry={retry}
    />
  )
}
