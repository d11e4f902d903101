import { Problem } from '@platemark/api/problem'
import type { Draft, DraftChanges } from '@platemark/api/studio'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { blankDraft } from './blank-draft.ts'
import { createSaveQueue, type QueueOptions } from './save-queue.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const stored: Draft = {
  ...blankDraft('local'),
  contract_id: 'c0ffee',
  updated_at: '2026-11-26T08:00:00.000Z',
}

/** Applies changes as the server does, under a later time. */
function applied(draft: Draft, changes: DraftChanges): Draft {
  const updated_at = new Date(Date.parse(draft.updated_at) + 1000).toISOString()
  return { ...draft, fields: { ...draft.fields, ...(changes as object) }, updated_at }
}

/** A server that holds one draft; `answers` are thrown in turn before it accepts calls. */
function testQueue(initial: Draft = stored, options: Partial<QueueOptions> = {}) {
  const server = { draft: initial, answers: [] as unknown[], calls: [] as DraftChanges[] }
  const keys: string[] = []
  const take = (changes: DraftChanges) => {
    server.calls.push(changes)
    const answer = server.answers.shift()
    if (answer) throw answer
    server.draft = applied({ ...server.draft, contract_id: 'c0ffee' }, changes)
    return server.draft
  }
  const queue = createSaveQueue({
    draft: initial,
    create: async (changes, key) => {
      keys.push(key)
      return take(changes)
    },
    update: async (_id, changes, updatedAt) => {
      if (updatedAt !== server.draft.updated_at) {
        server.calls.push(changes)
        throw new Problem('changed_elsewhere', undefined, { data: server.draft })
      }
      return take(changes)
    },
    onChange: () => undefined,
    ...options,
  })
  return { queue, server, keys }
}

const noAnswer = () => new Problem('internal', 'The server did not answer.')
const refusal = (fields: Record<string, string[]>) =>
  new Problem('validation_failed', undefined, { fields })

test('changes are sent together after a pause, and later ones after them', async () => {
  const { queue, server } = testQueue()
  queue.change({ name: 'Paper' })
  await vi.advanceTimersByTimeAsync(300)
  queue.change({ name: 'Paper Moons', symbol: 'MOONS' })
  expect(queue.read().saving).toBe('saving')
  await vi.advanceTimersByTimeAsync(700)
  queue.change({ symbol: 'PAPER' })
  await vi.advanceTimersByTimeAsync(700)
  expect(server.calls).toEqual([
    { name: 'Paper Moons', symbol: 'MOONS' },
    { symbol: 'PAPER' },
  ])
  expect(queue.read()).toMatchObject({ saving: 'saved', unsaved: {} })
  expect(queue.read().draft.fields).toMatchObject({
    name: 'Paper Moons',
    symbol: 'PAPER',
  })
})

test('a value entered while the former one is sent is sent next', async () => {
  let release = () => undefined as unknown
  const gate = new Promise<void>((resolve) => {
    release = resolve as never
  })
  const calls: DraftChanges[] = []
  const { queue } = testQueue(stored, {
    update: async (_id, changes) => {
      calls.push(changes)
      if (calls.length === 1) await gate
      return applied(stored, changes)
    },
  })
  queue.change({ name: 'A' })
  const flushed = queue.flush()
  queue.change({ name: 'B' })
  release()
  expect(await flushed).toBe(true)
  expect(calls).toEqual([{ name: 'A' }, { name: 'B' }])
})

test('without an answer everything is kept and sent again by itself', async () => {
  const { queue, server } = testQueue()
  server.answers = [noAnswer(), noAnswer()]
  queue.change({ name: 'Paper Moons' })
  expect(await queue.flush()).toBe(false)
  expect(queue.read()).toMatchObject({
    saving: 'offline',
    unsaved: { name: 'Paper Moons' },
  })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(queue.read()).toMatchObject({ saving: 'saved', unsaved: {} })
  expect(server.draft.fields.name).toBe('Paper Moons')
})

test('a draft whose creation was not answered is made once, and what came later follows', async () => {
  const { queue, server, keys } = testQueue(blankDraft('local'))
  server.answers = [noAnswer()]
  queue.change({ name: 'A' })
  await queue.flush()
  queue.change({ name: 'AB', description: 'Later.' })
  expect(await queue.flush()).toBe(true)
  expect(server.calls).toEqual([
    { name: 'A' },
    { name: 'A' },
    { name: 'AB', description: 'Later.' },
  ])
  expect(new Set(keys).size).toBe(1)
  expect(queue.read().draft.contract_id).toBe('c0ffee')
})

test('a picture makes a draft without fields, and only one', async () => {
  const { queue, server } = testQueue(blankDraft('local'))
  await Promise.all([queue.ensure(), queue.ensure()])
  expect(server.calls).toEqual([{}])
  expect(await queue.ensure()).toMatchObject({ contract_id: 'c0ffee' })
})

test('refused fields hold back no others, and are sent again once they change', async () => {
  const { queue, server } = testQueue()
  server.answers = [refusal({ 'phases.0.end': ['The end must come after the start.'] })]
  queue.change({ phases: [], name: 'Paper Moons' })
  expect(await queue.flush()).toBe(false)
  expect(server.calls).toEqual([
    { phases: [], name: 'Paper Moons' },
    { name: 'Paper Moons' },
  ])
  expect(queue.read()).toMatchObject({
    saving: 'refused',
    unsaved: { phases: [] },
    refused: { 'phases.0.end': ['The end must come after the start.'] },
  })
  queue.change({ phases: [] })
  expect(queue.read().refused).toEqual({})
  expect(await queue.flush()).toBe(true)
})

test('a taken page address is a refusal of that field', async () => {
  const { queue, server } = testQueue()
  server.answers = [new Problem('alias_taken')]
  queue.change({ alias: 'tidewater', name: 'Tidewater' })
  await queue.flush()
  expect(Object.keys(queue.read().refused)).toEqual(['alias'])
  expect(server.draft.fields.name).toBe('Tidewater')
})

test('what nothing can be done about stops, is named, and goes on after a retry', async () => {
  const { queue, server } = testQueue()
  server.answers = [new Problem('unauthenticated')]
  queue.change({ name: 'Paper Moons' })
  expect(await queue.flush()).toBe(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.calls).toHaveLength(1)
  expect(queue.read().problem?.code).toBe('unauthenticated')
  queue.retry()
  await vi.runAllTimersAsync()
  expect(queue.read()).toMatchObject({ saving: 'saved', problem: undefined })
})

test('changes made elsewhere to other fields are merged', async () => {
  const { queue, server } = testQueue()
  server.draft = applied(stored, { description: 'From the other device.' })
  queue.change({ name: 'Paper Moons' })
  expect(await queue.flush()).toBe(true)
  expect(server.draft.fields).toMatchObject({
    name: 'Paper Moons',
    description: 'From the other device.',
  })
  expect(queue.read()).toMatchObject({ conflict: undefined, revision: 1 })
})

test.each([
  ['mine', 'Here'],
  ['theirs', 'There'],
] as const)(
  'a field changed on both sides waits for a choice: %s',
  async (side, name) => {
    const { queue, server } = testQueue()
    server.draft = applied(stored, { name: 'There', symbol: 'THERE' })
    queue.change({ name: 'Here', description: 'Only here.' })
    expect(await queue.flush()).toBe(false)
    expect(queue.read().conflict?.fields).toEqual(['name'])
    expect(queue.read().unsaved).toEqual({ name: 'Here', description: 'Only here.' })
    queue.resolve(side)
    expect(await queue.flush()).toBe(true)
    expect(server.draft.fields).toMatchObject({
      name,
      symbol: 'THERE',
      description: 'Only here.',
    })
  },
)

test('leaving sends the rest', async () => {
  const { queue, server } = testQueue()
  queue.change({ name: 'Paper Moons' })
  queue.close()
  await vi.runAllTimersAsync()
  expect(server.draft.fields.name).toBe('Paper Moons')
})
