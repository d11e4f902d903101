import { expect, test } from 'vitest'
import { countTraits } from './count-traits.ts'

const work = (token_id: number, traits: Record<string, string | number>) => ({
  token_id: `${token_id}`,
  attributes: Object.entries(traits).map(([trait_type, value]) => ({
    trait_type,
    value,
  })),
})

test('values of traits are counted, the most frequent first, with their share of all works', () => {
  const works = [
    work(1, { Phase: 'New', Age: 2 }),
    work(2, { Phase: 'Full', Age: 10 }),
    work(3, { Phase: 'Full' }),
    work(4, {}),
  ]
  const { traits } = countTraits(works)
  expect(traits).toEqual([
    {
      trait: 'Phase',
      kind: 'text',
      values: [
        { value: 'Full', count: 2, share: 0.5 },
        { value: 'New', count: 1, share: 0.25 },
      ],
      count: 3,
      absent: 1,
    },
    {
      trait: 'Age',
      kind: 'integer',
      values: [
        { value: 2, count: 1, share: 0.25 },
        { value: 10, count: 1, share: 0.25 },
      ],
      count: 2,
      absent: 2,
    },
  ])
})

test('the rarest work has rank 1, having none of a trait counts, and equal works share a rank', () => {
  const works = [
    work(1, { Phase: 'Full' }),
    work(2, { Phase: 'Full' }),
    work(3, { Phase: 'New' }),
    work(4, { Phase: 'New' }),
    work(5, {}),
    work(6, { Phase: 'Full' }),
  ]
  const { rarity } = countTraits(works)
  expect([...rarity].map(([id, { rank }]) => `${id}:${rank}`)).toEqual([
    '1:4',
    '2:4',
    '3:2',
    '4:2',
    '5:1',
    '6:4',
  ])
  expect(rarity.get('5')?.score).toBeCloseTo(Math.log2(6), 5)
  expect(rarity.get('1')?.score).toBeCloseTo(1, 5)
})

test('works without traits have no rarity to compare', () => {
  const { traits, rarity } = countTraits([work(1, {}), work(2, {})])
  expect(traits).toEqual([])
  expect(rarity.get('2')).toEqual({ score: 0, rank: 1 })
  expect(countTraits([]).rarity.size).toBe(0)
})
