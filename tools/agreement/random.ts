/** Choices that a seed repeats exactly. */
export type Random = {
  /** A whole number from `least` to `most`, both included; at most 2^53 of them. */
  between(least: number, most: number): number
  oneOf<T>(choices: readonly [T, ...T[]]): T
  /** True in `percent` of 100 cases. */
  isLucky(percent: number): boolean
}

/** The choices of one case: those of its neighbours have nothing in common with them. */
export function randomOf(seed: number, index: number): Random {
  let state = mixed(mixed(seed) ^ Math.imul(index + 1, 0x9e3779b9))
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    return mixed(state) >>> 0
  }
  const between = (least: number, most: number) => {
    const fraction = (next() * 2 ** 21 + (next() >>> 11)) / 2 ** 53
    return least + Math.floor(fraction * (most - least + 1))
  }
  return {
    between,
    oneOf(choices) {
      return choices[between(0, choices.length - 1)] ?? choices[0]
    },
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
