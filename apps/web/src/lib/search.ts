/**
 * Parses the query of a URL as plain strings. A repeated key, as an HTML form sends it,
 * is joined by commas.
 */
export function readSearch(search: string): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [key, value] of new URLSearchParams(search)) {
    values[key] = key in values ? `${values[key]},${value}` : value
  }
  return values
}

/** Serializes a query: `?key=value`, or an empty string. Empty values are omitted. */
export function writeSearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [[key, String(value)]],
  )
  // Commas separate the values of a list and need no escape in a query.
  const query = new URLSearchParams(pairs).toString().replaceAll('%2C', ',')
  return query && `?${query}`
}
