import { expect, test } from 'vitest'
import { formatBytes } from '../../../../lib/format-bytes.ts'
import { createSpeedMeter, formatTimeLeft } from './transfer-speed.ts'

test('speed and time left come from the last 20 seconds', () => {
  const meter = createSpeedMeter()
  expect(meter.add(0, 10_000, 0)).toBeUndefined()
  expect(meter.add(100, 10_000, 1000)).toBeUndefined()
  expect(meter.add(200, 10_000, 2000)).toEqual({ bytesPerSecond: 100, secondsLeft: 98 })
  // The slow beginning is left out.
  meter.add(1000, 10_000, 22_000)
  expect(meter.add(5000, 10_000, 32_000)).toEqual({
    ...{ bytesPerSecond: 400, secondsLeft: 12.5 },
  })
  meter.reset()
  expect(meter.add(5000, 10_000, 60_000)).toBeUndefined()
})

test('sizes and times are written for people', () => {
  expect([2_120_000_000, 4_100_000, 1].map(formatBytes)).toEqual([
    ...['2.12 GB', '4.1 MB', '1 kB'],
  ])
  expect([20, 120, 4000].map(formatTimeLeft)).toEqual([
    ...['less than 1 min left', 'about 2 min left', 'about 1 h 7 min left'],
  ])
})
