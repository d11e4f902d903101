import { expect, test } from 'vitest'
import { blankDraft } from './editor/blank-draft.ts'
import { publicPhase } from './editor/public-phase.ts'
import { nextStep, stepFacts, stepOfField } from './step-facts.ts'

const coin = { decimals: 18, symbol: 'ETH' }
const lines = (fields: object, draft: object = {}) => {
  const blank = blankDraft('local')
  const facts = stepFacts(
    { ...blank, ...draft },
    { ...blank.fields, ...fields },
    { coin },
  )
  return Object.values(facts).map(({ line }) => line)
}

test('each step shows what it has', () => {
  const none = 'Not started'
  expect(lines({})).toEqual([none, none, none, none, none])
  const phase = { ...publicPhase(new Date()), price_wei: '4000000000000000' }
  const priced = { name: 'Paper Moons', max_supply: 1200, phases: [phase] }
  expect(lines(priced)).toEqual([
    none,
    'Paper Moons',
    '1,200 at 0.004\u00a0ETH',
    'Suggested times',
    none,
  ])
  const free = { ...priced, phases: [{ ...phase, price_wei: '0' }] }
  expect(lines(free)[2]).toBe('1,200, free')
  const unpriced = { ...priced, phases: [publicPhase(new Date())], time_zone: 'UTC' }
  expect(lines(unpriced).slice(2, 4)).toEqual(['1,200, no price', 'Price not set'])
  // Made outside of the wizard, without a time zone.
  expect(lines(priced, { contract_id: 'a' }).slice(3)).toEqual(['1 phase', 'Ready'])
  const timed = { ...priced, time_zone: 'Europe/Berlin' }
  const lists = [{ phase_id: 0, entries: 1020, root: null, url: null }]
  const listed = { ...phase, phase_id: 0, kind: 'allowlist' }
  expect(
    lines({ ...timed, phases: [listed, phase] }, { contract_id: 'a', lists }),
  ).toEqual([
    none,
    'Paper Moons',
    '1,200 at 0.004\u00a0ETH',
    '2 phases, 1,020 wallets',
    'Ready',
  ])
  // A wallet on two lists is two entries.
  const two = [...lists, { phase_id: 1, entries: 30, root: null, url: null }]
  const phases = [listed, { ...listed, phase_id: 1 }, phase]
  expect(lines({ ...timed, phases }, { contract_id: 'a', lists: two })).toContain(
    '3 phases, 1,050 list entries',
  )
})

test('the step Art of a set shows its works, and what is sent of them', () => {
  const blank = blankDraft('local')
  const fields = { ...blank.fields, art: 'set' as const }
  const line = (set: object | null, sent?: [received: number, total: number]) => {
    const draft = { ...blank, ...(set && { set: { problem_count: 0, ...set } }) }
    const [received, total] = sent ?? []
    const progress =
      received === undefined || total === undefined
        ? undefined
        : { contractId: 'a', received, total }
    // Safe: the rows below give what the line reads.
    return stepFacts(draft as typeof blank, fields, { coin, progress }).art.line
  }
  const stored = { works: 1200, upload: null }
  const state = (name: string) => ({ works: 0, upload: { upload_id: 'a', state: name } })
  expect(line(null)).toBe('No works yet')
  expect(line(null, [912, 1200])).toBe('912 of 1,200 uploaded')
  expect(line(null, [1200, 1200])).toBe('Reading the files')
  expect(line(stored, [1200, 1200])).toBe('1,200 images')
  expect(line(stored)).toBe('1,200 images')
  expect(line({ ...stored, works: 1 })).toBe('1 image')
  expect(line(state('checking'))).toBe('Reading the files')
  expect(line(state('receiving'))).toBe('Upload not finished')
})

test('a field that is missing leads to its step', () => {
  expect(
    ['art', 'name', 'payees.0.address', 'phases.1.list', 'max_supply', 'reveal'].map(
      stepOfField,
    ),
  ).toEqual(['art', 'details', 'supply', 'schedule', 'supply', 'review'])
})

test('a draft goes on at the first step that lacks something, and else at the review', () => {
  const blank = blankDraft('local')
  const works = { works: 3, problem_count: 0, upload: null }
  const set = { ...blank, fields: { ...blank.fields, art: 'set' as const }, set: works }
  const next = (draft: object, ...missing: string[]) =>
    nextStep({
      ...set,
      ...draft,
      missing: Object.fromEntries(missing.map((name) => [name, ['Add it.']])),
    })
  expect(next({}, 'max_supply', 'art')).toBe('art')
  // No image of the collection is needed.
  expect(next({}, 'max_supply', 'name')).toBe('details')
  expect(next({}, 'phases')).toBe('supply')
  const phases = [{ ...publicPhase(new Date()), price_wei: '0' }]
  const priced = { fields: { ...set.fields, phases } }
  expect(next(priced, 'phases.0.end', 'reveal')).toBe('schedule')
  expect(next(priced, 'phases.0.end', 'phases.0.price_wei')).toBe('supply')
  expect(next(priced, 'reveal')).toBe('review')
  expect(next(priced)).toBe('review')
  expect(next({ state: 'deploying' })).toBe('review')
})
