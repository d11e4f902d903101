/** Runs `work` over all items, at most `limit` at a time. Throws the first error of one. */
export async function runParallel<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: limit }, worker))
}
