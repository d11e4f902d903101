import { expect, test } from 'vitest'
import { eachParallel } from './each-parallel.ts'

test('begins nothing more after a failure, and rejects with it', async () => {
  const begun: number[] = []
  const items = Array.from({ length: 9 }, (_, at) => ({ at }))
  const ended = eachParallel(items, 2, async ({ at }) => {
    begun.push(at)
    await Promise.resolve()
    if (at === 3) throw new Error('no file 3')
  })
  await expect(ended).rejects.toThrow('no file 3')
  expect(begun).not.toContain(5)
})
