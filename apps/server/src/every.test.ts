import { expect, test } from 'vitest'
import { every } from './every.ts'

test('work runs at once and repeatedly, never twice at a time, and stops after its run', async () => {
  let running = 0
  let most = 0
  let rounds = 0
  const stop = every(5, async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resume) => setTimeout(resume, 20))
    running -= 1
    rounds += 1
  })
  expect(running).toBe(1)
  await expect.poll(() => rounds).toBeGreaterThan(2)
  await stop()
  const done = rounds
  expect([running, most]).toEqual([0, 1])
  await new Promise((resume) => setTimeout(resume, 20))
  expect(rounds).toBe(done)
})
