import { formatLocal, formatUtc, formatUtcDay } from '../lib/format.ts'
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

/** Date with its year: in UTC in SSR, of the viewer's time zone after hydration; the time on hover. */
export function Day({ at }: { at: string }) {
  const isHydrated = useHydrated()
  const [day = ''] = isHydrated ? formatLocal(at).split(',') : [formatUtcDay(at)]
  const date = new Date(at)
  const year = isHydrated ? date.getFullYear() : date.getUTCFullYear()
  return (
    <time dateTime={at} title={`${formatUtc(at)} UTC`}>
      {day} {year}
    </time>
  )
}
