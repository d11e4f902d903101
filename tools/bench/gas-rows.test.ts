import { expect, test } from 'vitest'
import {
  computeLimit,
  findGas,
  GAS_ROWS,
  type GasRow,
  listProblems,
  mapSubjects,
  SUBJECTS,
} from './gas-rows.ts'
import { readSnapshots } from './gas-snapshots.ts'

const nothing = mapSubjects(() => ({}))
const row: GasRow = { name: 'mint 1', subjects: ['collection'], target: 76_000 }

test('the committed snapshots hold every row of the table and no other', () => {
  const committed = readSnapshots()
  for (const subject of SUBJECTS) {
    const rows = GAS_ROWS.filter(({ subjects }) => subjects.includes(subject))
    expect(rows.length).toBeGreaterThan(2)
    expect(Object.keys(committed[subject]).sort()).toEqual(
      rows.map(({ name }) => name).sort(),
    )
  }
})

test('no committed figure is above what its row may cost', () => {
  expect(listProblems(readSnapshots())).toEqual([])
})

test('every row has a name of its own', () => {
  const names = GAS_ROWS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('a row may cost its target and no more', () => {
  expect(computeLimit(row, nothing)).toBe(76_000)
})

test('a row is limited by its anchor too, except where the table exempts it', () => {
  const anchored: GasRow = { ...row, anchor: 75_000 }
  expect(computeLimit(anchored, nothing)).toBe(75_000)
  expect(computeLimit({ ...anchored, isAboveAnchor: true }, nothing)).toBe(76_000)
})

test('a row without a target is bounded by nothing', () => {
  const free: GasRow = { name: 'addList', subjects: ['collection'] }
  expect(computeLimit(free, nothing)).toBeUndefined()
})

test('a difference is shared out and rounded up', () => {
  const each: GasRow = {
    name: 'each further payee',
    subjects: [],
    difference: { of: 'sixteen', from: 'two', count: 14 },
  }
  expect(findGas(each, { sixteen: 1000, two: 299 })).toBe(51)
  expect(findGas(each, { sixteen: 1000 })).toBeUndefined()
})

test('a row without a measurement is a problem, like one that costs too much', () => {
  const targets = GAS_ROWS.filter(({ target }) => target !== undefined)
  expect(listProblems(nothing)).toHaveLength(targets.length)

  const committed = readSnapshots()
  const dearer = { ...committed.collection, 'mint 1': 76_001 }
  expect(listProblems({ ...committed, collection: dearer })).toContainEqual(
    expect.stringMatching(/^mint 1: 76001 is \d+ above/),
  )
})
