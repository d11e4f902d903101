import * as fc from 'fast-check'
import type { Random as SeededRandom } from '../random.ts'

/** Choices that fast-check makes, repeats by their seed and shrinks; luck shrinks to false. */
export type Random = Omit<SeededRandom, 'anyOf'>

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
