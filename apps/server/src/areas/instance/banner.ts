import type { Banner } from '@platemark/api/config'
import type { BannerConfiguration } from '../../configuration/banner.ts'

/** Returns the banner at `now`, or null if none is shown. */
export function currentBanner(banner: BannerConfiguration, now: Date): Banner | null {
  const { is_enabled, from, until, id, kind, is_dismissible } = banner
  if (!is_enabled) return null
  if (from !== null && now < new Date(from)) return null
  if (until !== null && now >= new Date(until)) return null

  const date = banner.date_mode === 'month_end' ? monthEnd(now) : dateOf(banner)
  const isOver = banner.date_mode === 'fixed' && date !== null && now >= date
  const text = (isOver && banner.text_after) || banner.text
  const pieces = text
    .split(/(\{date\}|\{site\})/)
    .filter((words) => words !== '')
    .map((words) => pieceOf(words, date, banner))
  return { id, kind, pieces, is_dismissible }
}

type Piece = Banner['pieces'][number]

function pieceOf(
  words: string,
  date: Date | null,
  { site_label, site_url }: BannerConfiguration,
): Piece {
  if (words === '{date}' && date) {
    return { text: day.format(date), date: date.toISOString(), url: null }
  }
  if (words === '{site}') return { text: site_label, date: null, url: site_url }
  return { text: words, date: null, url: null }
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

function dateOf({ date }: BannerConfiguration): Date | null {
  return date === null ? null : new Date(date)
}

/** Returns the last second of the month in UTC. */
function monthEnd(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - 1000)
}
