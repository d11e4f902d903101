export type CalendarEvent = {
  /** The same whenever the entry is made again: a calendar then replaces its copy. */
  id: string
  title: string
  /** Unix seconds. */
  start: number
  url: string
}

/**
 * Names the entry of a phase, or of a collection's opening: times, titles and links may change,
 * the contract and the alias of its network do not.
 */
export function calendarId(of: {
  chain: string
  contract: string
  phaseId: number | 'opening'
}): string {
  return `${of.phaseId}.${of.contract.toLowerCase()}.${of.chain}`
}

/** Returns the name of the file of an entry: its title in letters and digits of any script. */
export function calendarFileName({ title }: Pick<CalendarEvent, 'title'>): string {
  const words = title.match(/[\p{L}\p{M}\p{N}]+/gu) ?? ['mint']
  const name = [...words.join('-')].slice(0, MAX_NAME_LENGTH)
  return `${name.join('')}.ics`
}

const MAX_NAME_LENGTH = 60

/**
 * Builds an iCalendar file (RFC 5545) with one entry of 15 minutes, made at `now` (unix seconds),
 * and a reminder ten minutes before. An entry made later has a higher revision.
 */
export function toCalendar(
  { id, title, start, url }: CalendarEvent,
  now = Date.now() / 1000,
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Platemark//EN',
    'BEGIN:VEVENT',
    `UID:${id}@platemark`,
    `DTSTAMP:${stamp(now)}`,
    `LAST-MODIFIED:${stamp(now)}`,
    `SEQUENCE:${Math.floor(now / 60)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(start + 900)}`,
    `SUMMARY:${escapeText(title)}`,
    `URL:${url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(title)}`,
    'TRIGGER:-PT10M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
}

function stamp(seconds: number): string {
  return new Date(Math.floor(seconds) * 1000).toISOString().replace(/[-:]|\.\d+/g, '')
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')
}

const MAX_LINE_OCTETS = 75
const encoder = new TextEncoder()

/** Folds a line to 75 octets of UTF-8, between characters; the rest follows after a space. */
function foldLine(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const { length } = encoder.encode(character)
    if (octets + length > MAX_LINE_OCTETS) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += length
  }
  return folded
}
