import { describe, expect, test } from 'vitest'
import {
  type CalendarEvent,
  calendarFileName,
  calendarId,
  toCalendar,
} from './calendar.ts'

const event: CalendarEvent = {
  id: calendarId({ chain: 'base', contract: '0xAA', phaseId: 3 }),
  title: 'Low Sun: Public',
  start: 1_795_284_000,
  url: 'https://example.org/collection/base/low-sun',
}
/** 2026-11-01 09:30:05 UTC. */
const created = 1_793_525_405

const build = (changes: Partial<CalendarEvent>, now = created) =>
  toCalendar({ ...event, ...changes }, now)

/** Returns the unfolded content lines as RFC 5545 reads them: octets, then UTF-8. */
function parse(file: string): [name: string, value: string][] {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const octets = Buffer.from(file, 'utf8').toString('latin1')
  for (const line of octets.split('\r\n')) decoder.decode(Buffer.from(line, 'latin1'))
  const unfolded = Buffer.from(octets.replace(/\r\n[ \t]/g, ''), 'latin1')
  return decoder
    .decode(unfolded)
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)])
}

const read = (file: string, name: string) =>
  parse(file).find(([own]) => own === name)?.[1]

/** Reads a TEXT value: RFC 5545, 3.3.11. */
const readText = (value = '') =>
  value.replace(/\\([\\;,nN])/g, (_, one) => (/n/i.test(one) ? '\n' : one))

const titles = [
  `Low Sun; Public, at last ${'long '.repeat(20)}`,
  `${'波と光'.repeat(30)}`,
  `${'👩\u200d🎨'.repeat(20)} on Base`,
  `a${'é'.repeat(60)}`,
  `${'x'.repeat(66)}é`,
  'می\u200cخواهم: عمومی',
  'back\\slash; semi, comma: colon "quoted"',
  'two\nlines\r\nand a third\rfourth',
]

describe('a calendar file', () => {
  test('holds the opening in UTC', () => {
    const file = build({})
    expect(file.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true)
    expect(file.endsWith('\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n')).toBe(true)
    expect(read(file, 'DTSTART')).toBe('20261121T180000Z')
    expect(read(file, 'DTEND')).toBe('20261121T181500Z')
    expect(read(file, 'URL')).toBe(event.url)
  })

  test.each(titles)('has lines of at most 75 octets and the whole title: %j', (title) => {
    const file = build({ title, url: `${event.url}?x=${'y'.repeat(200)}` })
    const lines = file.split('\r\n')
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThan(76)
    expect(lines.some((line) => /[\r\n]/.test(line))).toBe(false)
    expect(readText(read(file, 'SUMMARY'))).toBe(title.replace(/\r\n?/g, '\n'))
    expect(read(file, 'URL')).toBe(`${event.url}?x=${'y'.repeat(200)}`)
  })

  test('reminds ten minutes before, and is named by its title', () => {
    const lines = parse(build({ title: 'Low Sun; Public' }))
    const names = lines.map(([name]) => name)
    const alarm = lines.slice(
      names.indexOf('BEGIN', names.indexOf('URL')),
      names.lastIndexOf('TRIGGER') + 2,
    )
    expect(alarm).toEqual([
      ['BEGIN', 'VALARM'],
      ['ACTION', 'DISPLAY'],
      ['DESCRIPTION', 'Low Sun\\; Public'],
      ['TRIGGER', '-PT10M'],
      ['END', 'VALARM'],
    ])
    expect(calendarFileName(event)).toBe('Low-Sun-Public.ics')
    expect(calendarFileName({ title: '../波と光: 公開' })).toBe('波と光-公開.ics')
    expect(calendarFileName({ title: '…' })).toBe('mint.ics')
  })

  test('was made now, whenever minting starts', () => {
    expect(read(build({}), 'DTSTAMP')).toBe('20261101T093005Z')
    expect(read(build({ start: 1 }), 'DTSTAMP')).toBe('20261101T093005Z')
  })

  test('made again after the start moved replaces the entry', () => {
    const [first, second] = [
      build({}),
      build({ start: event.start + 60 }, created + 3600),
    ]
    expect(read(first, 'UID')).toBe('3.0xaa.base@platemark')
    expect(read(second, 'UID')).toBe(read(first, 'UID'))
    expect(read(second, 'LAST-MODIFIED')).toBe('20261101T103005Z')
    const revisions = [first, second].map((file) => Number(read(file, 'SEQUENCE')))
    expect(revisions[1]).toBeGreaterThan(revisions[0] ?? Number.NaN)
    expect(revisions[1]).toBeLessThan(2 ** 31)
  })
})
