import { Problem } from '@platemark/api/problem'
import type { Correction } from '@platemark/works/work-types'
import { expect, test } from 'vitest'
import { createChangeQueue, type SetChanges } from './change-queue.ts'

const rename = (to: string): Correction => ({ kind: 'rename_trait', from: 'Fase', to })
const name = (text: string): Correction => ({
  ...{ kind: 'use_text', field: 'name', text },
  source: { file: 'moons.csv', line: 2 },
})

/** A server that holds the lists of one set; `answers` are thrown in turn before it takes any. */
function testQueue(
  { corrections = [], accepted = [] }: Partial<SetChanges> = {},
  onChange?: (hasWaiting: boolean) => void,
) {
  const server = {
    lists: { corrections, accepted } as SetChanges,
    answers: [] as unknown[],
    calls: [] as SetChanges[],
    /** Ends the next call, which waits for it. */
    hold: undefined as PromiseWithResolvers<void> | undefined,
  }
  const queue = createChangeQueue({
    ...(onChange && { onChange }),
    read: async () => server.lists,
    send: async (lists) => {
      server.calls.push(lists)
      await server.hold?.promise
      const answer = server.answers.shift()
      if (answer) throw answer
      server.lists = lists
      return server.calls.length
    },
  })
  return { server, queue }
}

test('changes are added to those that the server has, and sent once', async () => {
  const stored = { corrections: [rename('Phase'), name('Moon')], accepted: ['a'] }
  const { server, queue } = testQueue(stored)
  queue.add({ corrections: [name('Last moon')] })
  queue.add({ accepted: ['b', 'a'] })
  expect(await Promise.all([queue.flush(), queue.flush()])).toEqual([1, 1])
  expect(await queue.flush()).toBeUndefined()
  expect(server.calls).toEqual([
    { corrections: [rename('Phase'), name('Last moon')], accepted: ['a', 'b'] },
  ])
})

test('a queue reports whether changes wait', async () => {
  const reports: boolean[] = []
  const onChange = (hasWaiting: boolean) => reports.push(hasWaiting)
  const { server, queue } = testQueue({}, onChange)
  queue.add({ accepted: ['a'] })
  server.answers.push(new Error('offline'))
  await expect(queue.flush()).rejects.toThrow('offline')
  expect(reports).toEqual([true])
  await queue.flush()
  queue.add({ accepted: ['b'] })
  queue.clear()
  expect(reports).toEqual([true, false, true, false])
})

test('changes made while others are sent follow them', async () => {
  const { server, queue } = testQueue()
  server.hold = Promise.withResolvers()
  queue.add({ corrections: [name('Moon')], accepted: ['a'] })
  const sent = queue.flush()
  await expect.poll(() => server.calls.length).toBe(1)
  queue.add({ corrections: [name('Last moon'), { kind: 'confirm_order' }] })
  server.hold.resolve()
  expect(await sent).toBe(2)
  expect(server.lists).toEqual({
    corrections: [name('Last moon'), { kind: 'confirm_order' }],
    accepted: ['a'],
  })
  expect(queue.isEmpty()).toBe(true)
})

test('changes that did not arrive wait and are sent with later ones', async () => {
  const { server, queue } = testQueue()
  server.answers.push(new Problem('internal', 'This site is not responding.'))
  queue.add({ corrections: [rename('Phase')] })
  await expect(queue.flush()).rejects.toThrow('This site is not responding.')
  expect(queue.isEmpty()).toBe(false)
  queue.add({ accepted: ['a'] })
  await queue.flush()
  expect(server.lists).toEqual({ corrections: [rename('Phase')], accepted: ['a'] })
})

test('changes that the server refuses do not hold up later ones', async () => {
  const { server, queue } = testQueue()
  server.answers.push(new Problem('validation_failed'))
  queue.add({ corrections: [rename('Phase')] })
  await expect(queue.flush()).rejects.toThrow()
  queue.add({ accepted: ['a'] })
  await queue.flush()
  expect(server.lists).toEqual({ corrections: [], accepted: ['a'] })
})

test('changes of a set that was replaced are not sent again', async () => {
  const { server, queue } = testQueue()
  server.hold = Promise.withResolvers()
  server.answers.push(new Problem('internal'))
  queue.add({ corrections: [rename('Phase')] })
  const failing = queue.flush()
  await expect.poll(() => server.calls.length).toBe(1)
  queue.clear()
  server.hold.resolve()
  await expect(failing).rejects.toThrow()
  expect(await queue.flush()).toBeUndefined()
  expect(server.calls).toHaveLength(1)
})
