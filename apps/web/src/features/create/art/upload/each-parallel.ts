/**
 * Runs `work` for each item, in order and at most `lanes` at the same time. Rejects with the
 * first failure, after which no other item is begun.
 */
export async function eachParallel<Item extends object>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items]
  const run = async () => {
    try {
      for (let item = left.shift(); item; item = left.shift()) await work(item)
    } catch (error) {
      left.splice(0)
      throw error
    }
  }
  await Promise.all(Array.from({ length: lanes }, run))
}
