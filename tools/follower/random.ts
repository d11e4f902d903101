/** Choices that a seed repeats exactly. */
export type Random = {
  /** Returns a whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  oneOf<T>(choices: readonly [T, ...T[]]): T
  /** Returns one of `choices`, or undefined when there are none. */
  anyOf<T>(choices: readonly T[]): T | undefined
  /** Returns true in `percent` of 100 cases. */
  isLucky(percent: number): boolean
}

/** Returns the generator (mulberry32) of one stream of a seed; streams are independent. */
export function randomOf(seed: number, stream: number): Random {
  let state = (Math.imul(seed, 0x85ebca6b) ^ Math.imul(stream + 1, 0x9e3779b9)) | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) =>
    least + Math.floor(next() * (most - least + 1))
  const anyOf = <T>(choices: readonly T[]) => choices[between(0, choices.length - 1)]
  return {
    between,
    anyOf,
    oneOf: (choices) => anyOf(choices) ?? choices[0],
    isLucky: (percent) => between(0, 99) < percent,
  }
}
