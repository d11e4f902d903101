import { expect, test } from 'vitest'
import { getSmartAccountCapabilities } from './capabilities.ts'

const atomic = { atomicBatch: { supported: true }, atomic: { status: 'supported' } }

test('both networks of Abstract run atomic batches', () => {
  expect(getSmartAccountCapabilities()).toEqual({ '0xab5': atomic, '0x2b74': atomic })
})

test('a chain that was asked for has its own capability only', () => {
  expect(getSmartAccountCapabilities(['0x2b74'])).toEqual({ '0x2b74': atomic })
  expect(getSmartAccountCapabilities(['0x1', '0x144'])).toEqual({})
  expect(getSmartAccountCapabilities([])).toEqual({})
})
