import { startTestChain } from '@platemark/mint/test/chain'
import { testRpc } from '@platemark/mint/test/wallet'
import { expect, test } from 'vitest'
import {
  type BlockReading,
  type ChainClock,
  readClock,
  updateClock,
} from './chain-clock.ts'

const hour = 3_600_000
const start = 1_795_370_400_000

test('keeps the highest offset', () => {
  const readings = [block(0, -3000), block(12_000, -1000), block(24_000, -9000)]
  expect(after(readings)?.offset).toBe(start - 1000)
})

test('is not moved by one block with a distant timestamp', () => {
  const readings = [block(0, 0), block(10_000, 9 * hour), block(20_000, 0)]
  expect(after(readings)).toEqual({ offset: start, doubted: null })
})

test('moves when two blocks agree, also backwards', () => {
  const ahead = [block(0, 0), block(10_000, 9 * hour), block(20_000, 9 * hour)]
  expect(after(ahead)?.offset).toBe(start + 9 * hour)
  const back = [block(0, 9 * hour), block(10_000, 0), block(20_000, 0)]
  expect(after(back)?.offset).toBe(start)
})

test('advances while the network makes no blocks', () => {
  const old = block(0, 0)
  const readings = [0, 1, 2, 3].map((hours) => ({
    madeAt: old.madeAt,
    offset: old.offset - hours * hour,
  }))
  const soon = readings.flatMap((one) => [one, { ...one, offset: one.offset - 10_000 }])
  expect(after(soon)?.offset).toBe(start)
})

/** Creates a block read `ms` after the start, made `ahead` of the true time. */
function block(ms: number, ahead: number): BlockReading {
  return { madeAt: start + ms + ahead, offset: start + ahead }
}

function after(readings: readonly BlockReading[]): ChainClock | undefined {
  return readings.reduce<ChainClock | undefined>(updateClock, undefined)
}

test('uses the pending block on chains without idle blocks', async () => {
  const chain = await startTestChain()
  try {
    const { timestamp } = await chain.client.getBlock()
    await chain.client.increaseTime({ seconds: 36_000 })
    const rpc = testRpc(chain)
    const readBy = async (isDemo: boolean) => {
      const clock = await readClock(undefined, rpc, { isDemo })
      return (performance.now() + (clock?.offset ?? 0)) / 1000 - Number(timestamp)
    }
    expect(await readBy(true)).toBeGreaterThanOrEqual(36_000)
    expect(await readBy(false)).toBeLessThan(36_000)
  } finally {
    chain.stop()
  }
})

test('stays unchanged while no node responds', async () => {
  const clock: ChainClock = { offset: start, doubted: null }
  const gone = () => Promise.reject(new Error('no answer'))
  expect(await readClock(clock, gone, { isDemo: true })).toBe(clock)
})
