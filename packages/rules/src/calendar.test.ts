import { describe, expect, test } from 'vitest'
import { toCalendar } from './calendar.ts'

describe('a calendar file', () => {
  test('holds the opening in UTC, escaped and in short lines', () => {
    const file = toCalendar({
      title: `Low Sun; Public, at last ${'long '.repeat(20)}`,
      start: 1_795_284_000,
      url: 'https://example.org/collection/base/low-sun',
    })
    expect(file).toContain('DTSTART:20261121T180000Z\r\n')
    expect(file).toContain('DTEND:20261121T181500Z\r\n')
    expect(file).toContain('SUMMARY:Low Sun\\; Public\\, at last')
    expect(file.split('\r\n').every((line) => line.length <= 75)).toBe(true)
  })
})
