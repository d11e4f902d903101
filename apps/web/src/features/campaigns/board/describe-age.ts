/** Describes the age of a snapshot; `now` is ms since 1970, undefined while it is unknown. */
export function describeAge(updatedAt: string | null, now: number | undefined): string {
  if (updatedAt === null) return 'Not counted yet.'
  if (now === undefined) return ''
  const seconds = Math.max(0, Math.round((now - Date.parse(updatedAt)) / 1000))
  if (seconds < 120)
    return `Updated ${seconds} ${seconds === 1 ? 'second' : 'seconds'} ago.`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 120) return `Updated ${minutes} minutes ago.`
  return `Updated ${Math.floor(minutes / 60)} hours ago.`
}
