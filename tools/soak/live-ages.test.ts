import { expect, test } from 'vitest'
import { createLiveAges } from './live-ages.ts'

const counts = (minted: number) =>
  `event: counts\ndata: {"minted":${minted},"max_supply":10,"phases":[{"phase_id":0,"minted":9}]}\n\n`

test('measures the oldest number at any listener, also one that never arrives', () => {
  let now = 0
  const ages = createLiveAges(() => now)
  const [first, second] = [ages.addListener(), ages.addListener()]
  first(counts(0))
  // Joined later, with a number whose age does not count.
  ages.addMint(1)
  now = 900
  second(counts(1))
  expect(ages.oldestMs()).toBe(900)
  first(counts(1))
  ages.addMint(2)
  ages.addMint(3)
  now = 1400
  first(counts(3))
  second('retry: 3000\n\n')
  expect(ages.oldestMs()).toBe(900)
  now = 3000
  expect(ages.oldestMs()).toBe(2100)
  second(counts(3))
  expect(ages.oldestMs()).toBe(2100)
})
