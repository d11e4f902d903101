/** Random choices that a seed repeats exactly. */
export type Random = {
  /** Returns a whole number from `least` to `most`, both included; at most 2^53 of them. */
  between(least: number, most: number): number
  oneOf<T>(choices: readonly [T, ...T[]]): T
  /** Returns one of `choices`, or undefined when there are none. */
  anyOf<T>(choices: readonly T[]): T | undefined
  /** Returns true in `percent` of 100 cases. */
  isLucky(percent: number): boolean
}

/** Returns the choices of one case of a seed; those of other cases are independent of them. */
export function createRandom(seed: number, index: number): Random {
  let state = mixed(mixed(seed) ^ Math.imul(index + 1, 0x9e3779b9))
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    return mixed(state) >>> 0
  }
  const between = (least: number, most: number) => {
    const fraction = (next() * 2 ** 21 + (next() >>> 11)) / 2 ** 53
    return least + Math.floor(fraction * (most - least + 1))
  }
  const anyOf = <T>(choices: readonly T[]) => choices[between(0, choices.length - 1)]
  return {
    between,
    oneOf: (choices) => anyOf(choices) ?? choices[0],
    anyOf,
    isLucky: (percent) => between(0, 99) < percent,
  }
}

/** Spreads every bit of `value` over all others. */
function mixed(value: number): number {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}
