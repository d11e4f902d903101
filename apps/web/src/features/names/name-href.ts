/** Returns the path of the page of a name. */
export function nameHref(name: string): string {
  return `/names/${encodeURIComponent(name)}`
}
