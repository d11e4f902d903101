import { formatMoment, toMoment } from './times.ts'

/** Formats a time like `formatMoment`, without UTC beside the viewer's: `Sat 21 Nov, 17:00`. */
export function formatShortMoment(
  at: number,
  isViewerKnown = true,
  now?: number,
): string {
  const when = toMoment(at, isViewerKnown, now)
  return when && when.utc !== 'UTC' ? when.main : formatMoment(at, isViewerKnown, now)
}
