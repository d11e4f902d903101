import { formatLocal, formatUtc } from '../lib/format.ts'
import { useHydrated } from '../lib/use-hydrated.ts'

/**
 * Date and time: UTC in SSR, the viewer's time zone after hydration, with UTC on hover.
 */
export function When({ at }: { at: string }) {
  const isHydrated = useHydrated()
  return (
    <time dateTime={at} title={`${formatUtc(at)} UTC`}>
      {isHydrated ? formatLocal(at) : `${formatUtc(at)} UTC`}
    </time>
  )
}
