/** Runs `work` for all items concurrently; aborts the others when one fails. */
export async function mapConcurrent<T, R>(
  signal: AbortSignal,
  items: T[],
  work: (item: T, signal: AbortSignal) => Promise<R>,
): Promise<R[]> {
  signal.throwIfAborted()
  const failed = new AbortController()
  const ended = AbortSignal.any([signal, failed.signal])
  try {
    return await Promise.all(items.map((item) => work(item, ended)))
  } catch (error) {
    failed.abort(error)
    throw error
  }
}

export function chunk<T>(items: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  )
}
