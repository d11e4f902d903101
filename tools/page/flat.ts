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
 * What grew during a visit, as sentences. A visit does the same every `round` samples, at the end
 * of which the page is left and come back to: whole rounds are compared, and within them the
 * beginning and the end of the stay. The first round is left out, for then everything is loaded
 * once. Throws where too little was seen to tell.
 */
export function whatGrew(samples: Sample[], round = 1): string[] {
  const rounds = Math.floor(samples.length / round)
  if (rounds < 4) throw new Error('Fewer than four rounds tell nothing.')
  const some = Math.max(1, Math.floor((rounds - 1) / 4)) * round
  const seen = samples.slice(round, rounds * round)
  // Safe: the keys of that record are those of a sample.
  const names = Object.keys(slack) as (keyof Sample)[]
  return names.flatMap((name) => {
    const held = seen.map((sample) => sample[name])
    const before = middleOf(held.slice(0, some))
    const after = middleOf(held.slice(-some))
    if (hasGrown(name, before, after)) return [`${name} grew from ${before} to ${after}`]

    // Leaving the page ends what only grows while somebody stays.
    const stay = leastByPlace(held, round).slice(0, -1)
    const half = stay.length >> 1
    if (half === 0) return []
    const early = middleOf(stay.slice(0, half))
    const late = middleOf(stay.slice(half))
    return hasGrown(name, early, late)
      ? [`${name} grew from ${early} to ${late} in each stay`]
      : []
  })
}

// What was not measured has grown, too.
function hasGrown(name: keyof Sample, before: number, after: number): boolean {
  return !(after <= before * (1 + slack[name].share) + slack[name].bit)
}

function middleOf(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The least that was held at each place of all rounds. */
function leastByPlace(values: number[], round: number): number[] {
  return Array.from({ length: round }, (_, place) =>
    Math.min(...values.filter((_value, at) => at % round === place)),
  )
}
