import { finishSlices, mapSlices, type Slices } from '@platemark/rules/slices'
import { detectTraitKind, type TraitKind } from './type-traits.ts'
import type { Attribute } from './work-types.ts'

/** A value of a trait; `share` of all works, 0 to 1. */
export type TraitValue = {
  value: string | number | boolean
  count: number
  share: number
}

/** Values of one trait, the most frequent first; `absent` works have none. */
export type TraitCount = {
  trait: string
  kind: TraitKind
  values: TraitValue[]
  count: number
  absent: number
}

/** Rarity of a work: bits of information of its traits, and its place, 1 for the rarest. */
export type Rarity = { score: number; rank: number }

export type TraitCounts = {
  traits: TraitCount[]
  /** By token id. */
  rarity: Map<string, Rarity>
}

/** The parts of a work that are counted. */
export type CountedWork = { token_id: string; attributes: readonly Attribute[] }

/**
 * Counts the values of each trait, in the order in which traits occur. The rarity of a work is
 * the sum of -log2(share) over all traits, where having none of a trait counts as a value
 * (OpenRarity's information content); works of the same sum share a rank.
 */
export function countTraits(works: readonly CountedWork[]): TraitCounts {
  return finishSlices(countTraitsInSlices(works))
}

/** Counts as `countTraits` does, in slices of a few milliseconds for 10,000 works. */
export function* countTraitsInSlices(works: readonly CountedWork[]): Slices<TraitCounts> {
  const counts = new Map<string, Map<Attribute['value'], number>>()
  yield* mapSlices(works, ({ attributes }) => {
    for (const { trait_type, value } of attributes) {
      const values = counts.get(trait_type) ?? new Map<Attribute['value'], number>()
      values.set(value, (values.get(value) ?? 0) + 1)
      counts.set(trait_type, values)
    }
  })
  const traits = yield* mapSlices(counts, ([trait, values]): TraitCount => {
    const count = [...values.values()].reduce((sum, one) => sum + one, 0)
    return {
      trait,
      kind: detectTraitKind(values.keys()),
      values: [...values]
        .map(([value, one]) => ({ value, count: one, share: one / works.length }))
        .sort(
          (one, other) =>
            other.count - one.count || compareValues(one.value, other.value),
        ),
      count,
      absent: works.length - count,
    }
  })
  return { traits, rarity: yield* rankWorks(works, traits) }
}

function compareValues(one: Attribute['value'], other: Attribute['value']): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one) < String(other) ? -1 : 1
}

function* rankWorks(
  works: readonly CountedWork[],
  traits: readonly TraitCount[],
): Slices<Map<string, Rarity>> {
  const bits = (share: number) => (share === 0 ? 0 : -Math.log2(share))
  const absentBits = new Map(
    traits.map(({ trait, absent }) => [trait, bits(absent / works.length)]),
  )
  const allAbsent = [...absentBits.values()].reduce((sum, one) => sum + one, 0)
  const valueBits = new Map(
    traits.map(({ trait, values }) => [
      trait,
      new Map(values.map(({ value, share }) => [value, bits(share)])),
    ]),
  )
  const scored = yield* mapSlices(works, ({ token_id, attributes }) => {
    const score = attributes.reduce(
      (sum, { trait_type, value }) =>
        sum +
        (valueBits.get(trait_type)?.get(value) ?? 0) -
        (absentBits.get(trait_type) ?? 0),
      allAbsent,
    )
    // Sums in another order differ in their last bits.
    return { token_id, score: Math.round(score * 1e6) / 1e6 }
  })
  const sorted = scored.map(({ score }) => score).sort((one, other) => other - one)
  const ranks = new Map<number, number>()
  for (const [at, score] of sorted.entries()) {
    if (!ranks.has(score)) ranks.set(score, at + 1)
  }
  return new Map(
    scored.map(({ token_id, score }) => [
      token_id,
      { score, rank: ranks.get(score) ?? 1 },
    ]),
  )
}
