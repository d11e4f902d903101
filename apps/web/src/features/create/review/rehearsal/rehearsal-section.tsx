import { PartFailure } from '../../../../components/part-failure.tsx'
import { usePart } from '../../../../lib/use-part.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { RehearsalProps } from './rehearsal-props.ts'

/** Rehearsal of the sale, whose panel loads on use. */
export function RehearsalSection(props: RehearsalProps) {
  const { part, error, retry } = usePart(() => import('./rehearsal-panel.tsx'), true)
  if (part) return <part.RehearsalPanel {...props} />
  if (!error) return <Skeleton height={150} />
  return (
    <PartFailure
      title="The rehearsal cannot be shown yet"
      kept="What you entered is kept"
      error={error}
      onRetry={retry}
    />
  )
}
