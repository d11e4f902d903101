/**
 * Work on many items, cut so that a page can do something else in between: each `next()` does a
 * bounded part and yields the share that is done, 0 to 1, where it is known; the last one returns
 * the result.
 */
export type Slices<Result> = Generator<number | undefined, Result, void>

/** Does all slices at once and returns the result: for short lists, programs and tests. */
export function finishSlices<Result>(slices: Slices<Result>): Result {
  for (;;) {
    const step = slices.next()
    if (step.done) return step.value
  }
}

/** Items that a slice works on, where one takes a few microseconds. */
const SLICE_ITEMS = 100

/** Maps items in slices, whose results are those of `Array.from`. */
export function* mapSlices<Item, Result>(
  items: Iterable<Item>,
  map: (item: Item, at: number) => Result,
): Slices<Result[]> {
  const results: Result[] = []
  for (const item of items) {
    results.push(map(item, results.length))
    if (results.length % SLICE_ITEMS === 0) yield undefined
  }
  return results
}

/** Returns the items in order; equal ones keep theirs, as `toSorted` has it. */
export function* sortSlices<Item>(
  items: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Slices<Item[]> {
  let runs: Item[][] = []
  for (let start = 0; start < items.length; start += SLICE_ITEMS) {
    runs.push(items.slice(start, start + SLICE_ITEMS).sort(compare))
    yield undefined
  }
  while (runs.length > 1) {
    const merged: Item[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(yield* mergeRuns(runs[at] ?? [], runs[at + 1] ?? [], compare))
    }
    runs = merged
  }
  return runs[0] ?? []
}

function* mergeRuns<Item>(
  one: readonly Item[],
  other: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Slices<Item[]> {
  const merged: Item[] = []
  let at = 0
  for (const item of one) {
    while (at < other.length) {
      // Safe: `at` is a place of `other`.
      const next = other[at] as Item
      if (compare(item, next) <= 0) break
      merged.push(next)
      at += 1
      if (merged.length % SLICE_ITEMS === 0) yield undefined
    }
    merged.push(item)
    if (merged.length % SLICE_ITEMS === 0) yield undefined
  }
  return merged.concat(other.slice(at))
}
