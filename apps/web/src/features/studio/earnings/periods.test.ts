import { expect, test } from 'vitest'
import { listPeriods } from './periods.ts'

test('begins and ends periods with the months and years of UTC', () => {
  expect(listPeriods(Date.parse('2027-01-01T00:30:00Z'))).toEqual([
    { value: 'year', label: '2027 so far, 1 Jan to 1 Jan', from: '2027-01-01T00:00:00Z' },
    { value: 'month', label: 'January 2027 so far', from: '2027-01-01T00:00:00Z' },
    {
      ...{ value: 'last-month', label: 'December 2026' },
      ...{ from: '2026-12-01T00:00:00Z', to: '2027-01-01T00:00:00Z' },
    },
    {
      ...{ value: 'last-year', label: '2026, the whole year' },
      ...{ from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' },
    },
    { value: 'all', label: 'From the first mint on' },
  ])
})
