import { expect, test } from 'vitest'
import { createBoundedQueue } from './bounded-queue.ts'

test('one account does not fill a queue, and its places come back', async () => {
  const run = createBoundedQueue({ concurrency: 1, maxPending: 4, maxPerOwner: 2 })
  const gate = Promise.withResolvers<void>()
  const send = (owner: string) => run(() => gate.promise, owner)
  const sent = ['ada', 'ada', 'ada', 'bob', 'cyn', 'dan', 'eve'].map(send)
  const outcomes = Promise.allSettled(sent)
  gate.resolve()
  expect(
    (await outcomes).map((outcome) => ('reason' in outcome ? outcome.reason.code : '')),
  ).toEqual(['', '', 'too_many_requests', '', '', '', 'busy'])
  await send('ada')
  await expect(run(() => Promise.reject(new Error('broken')), 'ada')).rejects.toThrow()
  expect(await Promise.all([send('ada'), send('ada')])).toHaveLength(2)
})
