export type CalendarEvent = {
  title: string
  /** Unix seconds. */
  start: number
  url: string
}

/** Builds an iCalendar file (RFC 5545) with one entry of 15 minutes. */
export function toCalendar({ title, start, url }: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Platemark//EN',
    'BEGIN:VEVENT',
    `UID:${start}-${encodeURIComponent(url)}`,
    `DTSTAMP:${stamp(start)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(start + 900)}`,
    `SUMMARY:${escaped(title)}`,
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

function stamp(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(/[-:]|\.\d+/g, '')
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')
}

/** Lines are cut at 74 characters; the rest follows after a space. */
function folded(line: string): string {
  return line.replace(/(.{74})(?=.)/gu, '$1\r\n ')
}
