import * as fc from 'fast-check'

/** Choices that fast-check makes, repeats by their seed and shrinks. */
export type Random = {
  /** Returns a whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  oneOf<T>(choices: readonly [T, ...T[]]): T
  /** Returns true in `percent` of 100 cases; shrinks to false. */
  isLucky(percent: number): boolean
}

export function createRandom(draw: fc.GeneratorValue): Random {
  const between = (least: number, most: number) => draw(unbiased, least, most)
  return {
    between,
    oneOf: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
    isLucky: (percent) => between(0, 99) >= 100 - percent,
  }
}

function unbiased(min: number, max: number): fc.Arbitrary<number> {
  return fc.noBias(fc.integer({ min, max }))
}
