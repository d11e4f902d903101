/** What a page held at one moment, after everything unused was collected. */
export type Sample = {
  heapBytes: number
  nodes: number
  listeners: number
  timers: number
}

/** How much more the last quarter of a long visit may hold than the first: a share, and a bit. */
const slack: Record<keyof Sample, { share: number; bit: number }> = {
  heapBytes: { share: 0.1, bit: 1_000_000 },
  nodes: { share: 0.1, bit: 100 },
  listeners: { share: 0, bit: 10 },
  timers: { share: 0, bit: 3 },
}

/** What grew during a visit, as sentences. Throws where too little was seen to tell. */
export function whatGrew(samples: Sample[]): string[] {
  const quarter = Math.floor(samples.length / 4)
  if (quarter === 0) throw new Error('Fewer than four samples tell nothing.')
  // Safe: the keys of that record are those of a sample.
  const names = Object.keys(slack) as (keyof Sample)[]
  return names.flatMap((name) => {
    const values = samples.map((sample) => sample[name])
    const before = middleOf(values.slice(0, quarter))
    const after = middleOf(values.slice(-quarter))
    const most = before * (1 + slack[name].share) + slack[name].bit
    return after <= most ? [] : [`${name} grew from ${before} to ${after}`]
  })
}

function middleOf(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
