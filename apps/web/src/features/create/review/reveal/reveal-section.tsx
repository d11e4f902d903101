import { Failure } from '../../../../components/failure.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { usePart } from '../../frame/use-part.ts'

/** Reveal file of a hidden set, whose panel loads on use. `isOpen`: the draft can be changed. */
export function RevealSection({ isOpen }: { isOpen: boolean }) {
  const { part, error, load } = usePart(() => import('./reveal-panel.tsx'), true)
  if (part) return <part.RevealPanel isOpen={isOpen} />
  if (!error) return <Skeleton height={190} />
  return (
    <Failure
      title="The reveal file cannot be made yet"
      text="A part of this page was not loaded. Your draft is stored; try again in a moment."
      error={error}
      isBusy={false}
      onRetry={() => void load().catch(() => undefined)}
    />
  )
}
