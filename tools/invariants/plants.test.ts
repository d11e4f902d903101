import { expect, test } from 'vitest'
import { listInvariants, planted, readPlants } from './plants.ts'

test('every invariant has a plant that breaks its rule, and no plant lacks an invariant', () => {
  const named = readPlants().map(({ invariant }) => invariant)
  const invariants = listInvariants()

  expect([...new Set(named)].sort()).toEqual(invariants.toSorted())
  expect(invariants.length).toBeGreaterThan(24)
})

test('every plant fits the contracts as they are', () => {
  for (const plant of readPlants()) {
    expect(planted(plant)).toContain(plant.replace)
  }
})
