/** Seeded random number generator. */
export type Prng = {
  /** From 0 to below 1. */
  random(): number
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
  /** Integer from `least` to `most`. */
  whole(least: number, most: number): number
}

/** Creates a Mulberry32 generator: small and portable. */
export function createPrng(seed: number): Prng {
  let state = Math.imul(seed, 0x9e3779b1)
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    random,
    chance: (share) => random() < share,
    pick: (from) => {
      const found = from[Math.floor(random() * from.length)]
      if (found === undefined) throw new Error('list to pick from is empty')
      return found
    },
    whole: (least, most) => least + Math.floor(random() * (most - least + 1)),
  }
}
