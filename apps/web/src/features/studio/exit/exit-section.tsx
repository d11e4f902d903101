import { Failure } from '../../../components/failure.tsx'
import { usePart } from '../../../lib/use-part.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Own } from '../page/own.ts'

/** Files of a collection for its owner, whose panels load on use. */
export function ExitSection({ own }: { own: Own }) {
  const { part, error, load } = usePart(() => import('./exit-panels.tsx'), true)
  if (part) return <part.ExitPanels own={own} />
  if (!error) return <Skeleton width="100%" height={150} />
  return (
    <Failure
      title="The files of your collection cannot be shown yet"
      text="A part of this page could not be loaded. Nothing was changed. Try again in a moment."
      error={error}
      isBusy={false}
      onRetry={() => void load().catch(() => undefined)}
    />
  )
}
