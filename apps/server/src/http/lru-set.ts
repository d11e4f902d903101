/** Sets the newest entry and deletes the oldest beyond `most`. */
export function lruSet<T>(
  entries: Map<string, T>,
  key: string,
  value: T,
  most: number,
): void {
  entries.delete(key)
  entries.set(key, value)
  const [oldest] = entries.keys()
  if (entries.size > most && oldest !== undefined) entries.delete(oldest)
}
