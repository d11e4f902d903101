/** Period of a statement: instants in UTC, the last one not part of it; absent: open. */
export type StatementPeriod = { value: string; label: string; from?: string; to?: string }

/** Lists the periods that a statement is usually made for, as of `now` (ms), in UTC. */
export function listPeriods(now: number): StatementPeriod[] {
  const date = new Date(now)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth()
  const thisYear = startOf(year, 0)
  const thisMonth = startOf(year, month)
  return [
    {
      value: 'year',
      label: `${year} so far, 1 Jan to ${formatDay(now)}`,
      from: thisYear,
    },
    {
      value: 'month',
      label: `${formatMonth(now)} so far`,
      from: thisMonth,
    },
    {
      value: 'last-month',
      label: formatMonth(Date.UTC(year, month - 1)),
      from: startOf(year, month - 1),
      to: thisMonth,
    },
    {
      value: 'last-year',
      label: `${year - 1}, the whole year`,
      from: startOf(year - 1, 0),
      to: thisYear,
    },
    { value: 'all', label: 'From the first mint on' },
  ]
}

function startOf(year: number, month: number): string {
  return `${new Date(Date.UTC(year, month)).toISOString().slice(0, 19)}Z`
}

function formatDay(at: number): string {
  return write(at, { day: 'numeric', month: 'short' })
}

function formatMonth(at: number): string {
  return write(at, { month: 'long', year: 'numeric' })
}

function write(at: number, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' }).format(at)
}
