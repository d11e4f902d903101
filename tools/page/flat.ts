/** What a page held at one moment, after everything unused was collected. */
export type Sample = {
  heapBytes: number
  nodes: number
  listeners: number
  timers: number
}

/** How much more a visit may hold at its end than at its beginning: a share, and a bit. */
const slack: Record<keyof Sample, { share: number; bit: number }> = {
  heapBytes: { share: 0.1, bit: 1_000_000 },
  nodes: { share: 0.1, bit: 100 },
  listeners: { share: 0, bit: 10 },
  timers: { share: 0, bit: 3 },
}

/**
 * What grew during a visit, as sentences. A visit does the same every `round` samples: whole
 * rounds are compared, and the first one is left out, for then everything is loaded once.
 * Throws where too little was seen to tell.
 */
export function whatGrew(samples: Sample[], round = 1): string[] {
  const rounds = Math.floor(samples.length / round)
  if (rounds < 4) throw new Error('Fewer than four rounds tell nothing.')
  const some = Math.max(1, Math.floor((rounds - 1) / 4)) * round
  const first = samples.slice(round, round + some)
  const last = samples.slice(-some)
  // Safe: the keys of that record are those of a sample.
  const names = Object.keys(slack) as (keyof Sample)[]
  return names.flatMap((name) => {
    const before = middleOf(first.map((sample) => sample[name]))
    const after = middleOf(last.map((sample) => sample[name]))
    const most = before * (1 + slack[name].share) + slack[name].bit
    return after <= most ? [] : [`${name} grew from ${before} to ${after}`]
  })
}

function middleOf(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
