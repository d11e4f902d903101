import type { Draft, DraftPhase } from '@platemark/api/studio'
import { expect, test } from 'vitest'
import { duplicatePhase, newPhase } from './new-phase.ts'
import { listOpenPairs, listTimedPhases } from './phase-times.ts'
import {
  type PhaseValues,
  scheduleSchema,
  toScheduleChanges,
  toScheduleValues,
} from './schedule-form.ts'

const coin = { decimals: 18, symbol: 'ETH' }
const now = Date.parse('2030-01-01T00:00:00Z') / 1000
const terms = { coin, maxSupply: 1200, now, mintFeeWei: 120_000_000_000_000n }

const everyone: DraftPhase = {
  ...{ phase_id: 255, kind: 'public', title: 'Public', max_per_wallet: 5 },
  ...{ start: '2030-12-07T17:00:00.000Z', end: '2030-12-14T17:00:00.000Z' },
  ...{ price_wei: '4000000000000000', max_supply: null },
}
const friends: DraftPhase = {
  ...{ phase_id: 0, kind: 'allowlist', title: 'Friends', max_per_wallet: 2 },
  ...{ start: '2030-12-03T17:00:00.000Z', end: '2030-12-04T17:00:00.000Z' },
  ...{ price_wei: '2500000000000000', max_supply: 300 },
}
const fieldsOf = (phases: DraftPhase[], time_zone: string | null = 'Europe/Berlin') =>
  // Safe: only these fields are read.
  ({ phases, time_zone }) as Draft['fields']

const values = (changes: Partial<PhaseValues> = {}) => {
  const all = toScheduleValues(fieldsOf([friends, everyone]), coin)
  const [first, ...others] = all.phases
  return { ...all, phases: first ? [{ ...first, ...changes }, ...others] : [] }
}

const sentences = (changes: Partial<PhaseValues>) => {
  const { error } = scheduleSchema(terms).safeParse(values(changes))
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  )
}

test('a draft is shown in its time zone and comes back as it was', () => {
  const shown = values()
  expect(shown.phases[0]).toMatchObject({
    ...{ start: '2030-12-03T18:00', end: '2030-12-04T18:00' },
    ...{ price: '0.0025', limit: '2', cap: '300' },
  })
  expect(toScheduleChanges(shown, [friends, everyone], terms)).toEqual({
    phases: [friends, everyone],
    time_zone: 'Europe/Berlin',
  })
})

test('another zone keeps the times as they are read on a clock', () => {
  const moved = { ...values(), zone: 'America/New_York' }
  const { phases } = toScheduleChanges(moved, [friends, everyone], terms)
  expect(phases?.[0]?.start).toBe('2030-12-03T23:00:00.000Z')
})

test.each<[string, Partial<PhaseValues>, string, string]>([
  ['no name', { title: ' ' }, 'title', 'Enter a name for the phase.'],
  ['a long name', { title: 'x'.repeat(41) }, 'title', 'At most 40 characters.'],
  ['no start', { start: '' }, 'start', 'Enter a day and a time.'],
  [
    'a start that comes twice',
    { start: '2030-10-27T02:30' },
    'start',
    'Clocks are set back, so this time occurs twice. Choose which one.',
  ],
  [
    'an end that does not exist',
    { end: '2031-03-30T02:30' },
    'end',
    'Clocks are set forward, so this time does not exist on that day.',
  ],
  [
    'an end before its start',
    { end: '2030-12-03T17:59' },
    'end',
    'The end must come after the start.',
  ],
  [
    'an end that is over',
    { start: '2029-01-01T00:00', end: '2029-02-01T00:00' },
    'end',
    'This time is over. Choose a later one.',
  ],
  ['an end after 2105', { end: '2107-01-01T00:00' }, 'end', 'Choose a time before 2106.'],
  ['a price with a comma', { price: '0,0025' }, 'price', 'Write decimals with a point.'],
  ['no limit', { limit: '0' }, 'limit', 'Enter at least 1.'],
  [
    'a cap above the supply',
    { cap: '1,201' },
    'cap',
    'The collection has 1,200 items. Enter fewer, or nothing.',
  ],
])('a phase with %s is named at its field', (_, changes, field, sentence) => {
  expect(sentences(changes)).toEqual({ [`phases.0.${field}`]: sentence })
})

test('a phase that is not valid yet keeps its stored form, and others are stored', () => {
  const half = values({ start: '' })
  const [first, second] = half.phases
  const typed = {
    ...half,
    phases: first && second ? [first, { ...second, title: 'All' }] : [],
  }
  const { phases } = toScheduleChanges(typed, [friends, everyone], terms)
  expect(phases).toEqual([friends, { ...everyone, title: 'All' }])
})

test('a phase whose price is not chosen is stored without one, and 0 is a choice', () => {
  const open = toScheduleValues(fieldsOf([]), coin)
  const [typed] = open.phases
  if (!typed) throw new Error('phase is missing')
  const moved = { ...typed, start: '2030-12-07T18:00', end: '2030-12-08T18:00' }
  const store = (price: string) => {
    const friend = { ...values({ price }).phases[0], phase_id: 1 } as PhaseValues
    const all = { ...open, phases: [friend, moved] }
    return toScheduleChanges(all, [], terms).phases?.map(({ price_wei }) => price_wei)
  }
  expect(store('')).toEqual([null, null])
  expect(store('0')).toEqual(['0', null])
  expect(store('0,1')).toEqual([null])
  expect(newPhase(open, now).price).toBe('')
})

test('the chosen one of two equal hours is stored', () => {
  const at = (start_hour: 'first' | 'second') =>
    toScheduleChanges(
      values({ start: '2030-10-27T02:30', start_hour }),
      [friends, everyone],
      terms,
    ).phases?.[0]?.start
  expect(at('first')).toBe('2030-10-27T00:30:00.000Z')
  expect(at('second')).toBe('2030-10-27T01:30:00.000Z')
  const stored = { ...friends, start: '2030-10-27T01:30:00.000Z' }
  expect(toScheduleValues(fieldsOf([stored]), coin).phases[0]?.start_hour).toBe('second')
})

test('new and copied phases are valid, with ids and names of their own', () => {
  const all = values()
  const added = newPhase(all, now)
  expect(added).toMatchObject({
    phase_id: 1,
    title: 'Allowlist',
    end: '2030-12-03T18:00',
  })
  const copy = duplicatePhase({ ...added, title: 'Friends' }, [...all.phases, added])
  expect(copy).toMatchObject({ phase_id: 2, title: 'Friends 2' })
  expect(newPhase(all, now, [1, 2]).phase_id).toBe(3)
  const whole = { ...all, phases: [...all.phases, added, copy] }
  expect(scheduleSchema(terms).safeParse(whole).success).toBe(true)
})

test('phases that are open at the same time are found, and such as follow each other not', () => {
  const { phases } = values()
  const first = phases[0]
  if (!first) throw new Error('phase is missing')
  const beside = {
    ...first,
    phase_id: 1,
    start: '2030-12-04T17:59',
    end: '2030-12-05T00:00',
  }
  const after = {
    ...first,
    phase_id: 2,
    start: '2030-12-05T00:00',
    end: '2030-12-06T00:00',
  }
  const timed = listTimedPhases([after, beside, ...phases], 'Europe/Berlin')
  expect(timed.map(({ phase }) => phase.phase_id)).toEqual([0, 1, 2, 255])
  expect(
    listOpenPairs(timed).map(([one, other]) => [one.phase_id, other.phase_id]),
  ).toEqual([[0, 1]])
})
