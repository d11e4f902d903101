/** Does `work` for all at once; when one fails, the others are given up. */
export async function together<T, R>(
  signal: AbortSignal,
  items: T[],
  work: (item: T, signal: AbortSignal) => Promise<R>,
): Promise<R[]> {
  signal.throwIfAborted()
  const all = new AbortController()
  const stop = () => all.abort(signal.reason)
  signal.addEventListener('abort', stop)
  try {
    return await Promise.all(items.map((item) => work(item, all.signal)))
  } catch (error) {
    all.abort(error)
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

export function inParts<T>(items: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  )
}
