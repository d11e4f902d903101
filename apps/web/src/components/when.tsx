import { formatLocal, formatUtc } from '../lib/format.ts'
import { useHydrated } from '../lib/use-hydrated.ts'

/**
 * A point in time: in UTC where the page is painted, in the viewer's zone afterwards, with
 * UTC on hover.
 */
export function When({ at }: { at: string }) {
  const isHydrated = useHydrated()
  return (
    <time dateTime={at} title={`${formatUtc(at)} UTC`}>
      {isHydrated ? formatLocal(at) : `${formatUtc(at)} UTC`}
    </time>
  )
}
