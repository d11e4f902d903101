import { expect, test } from 'vitest'
import { createBoundedQueue, type TaskOwner } from './bounded-queue.ts'

test('one account does not fill a queue, and its places come back', async () => {
  const { send, sendAll } = queueOf({ maxPending: 4, maxPerUser: 2 })
  const users = ['ada', 'ada', 'ada', 'bob', 'cyn', 'dan', 'eve']
  const codes = await sendAll(users.map((user) => ({ user })))
  expect(codes).toEqual(['', '', 'too_many_requests', '', '', '', 'busy'])
  await send({ user: 'ada' })
  const failing = send({ user: 'ada' }, () => Promise.reject(new Error('broken')))
  await expect(failing).rejects.toThrow('broken')
  expect(await sendAll([{ user: 'ada' }, { user: 'ada' }])).toEqual(['', ''])
})

test('one network does not fill a queue with many accounts', async () => {
  const { sendAll } = queueOf({ maxPending: 4, maxPerUser: 2, maxPerClient: 3 })
  const near = ['ada', 'bob', 'cyn', 'dan'].map((user) => ({ user, client: 'near' }))
  const far = { user: 'eve', client: 'far' }
  const codes = ['', '', '', 'too_many_requests', '']
  expect(await sendAll([...near, far])).toEqual(codes)
  expect(await sendAll([...near, far])).toEqual(codes)
})

type Bounds = Omit<Parameters<typeof createBoundedQueue>[0], 'concurrency'>

function queueOf(bounds: Bounds) {
  const run = createBoundedQueue({ concurrency: 1, ...bounds })
  const send = (owner: TaskOwner, work = () => Promise.resolve()) => run(work, owner)
  return {
    send,
    /** Sends all at once; resolves with the codes of their errors, empty for none. */
    async sendAll(owners: TaskOwner[]): Promise<string[]> {
      const gate = Promise.withResolvers<void>()
      const outcomes = Promise.allSettled(
        owners.map((owner) => send(owner, () => gate.promise)),
      )
      gate.resolve()
      return (await outcomes).map((one) => ('reason' in one ? one.reason.code : ''))
    },
  }
}
