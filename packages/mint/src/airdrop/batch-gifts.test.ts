import { type Address, toHex } from 'viem'
import { expect, test } from 'vitest'
import { batchGas, firstBatch, listBatches, maxBatchGas } from './batch-gifts.ts'
import type { Gift } from './gift.ts'

const gifts = (count: number, quantity = 1): Gift[] =>
  Array.from({ length: count }, (_, at) => ({
    address: toHex(at + 1, { size: 20 }) as Address,
    quantity,
    line: at + 1,
  }))

test('batches hold every gift once, in order, and fit the gas', () => {
  const all = gifts(10_000)
  const batches = listBatches(all, 'drop', 10_000_000n)
  expect(batches.flat()).toEqual(all)
  for (const batch of batches) {
    expect(batchGas(batch, 'drop')).toBeLessThanOrEqual(10_000_000n)
  }
  expect(batches).toHaveLength(55)
})

test('a batch has at most 250 gifts, however little gas they take', () => {
  expect(
    listBatches(gifts(600), 'edition', 2n ** 50n).map(({ length }) => length),
  ).toEqual([250, 250, 100])
})

test('a gift that fits no batch is one of its own', () => {
  expect(firstBatch(gifts(3, 255), 'drop', 100_000n)).toHaveLength(1)
})

test('a batch leaves half of a block, and stays below what a transaction may take', () => {
  expect(maxBatchGas(8_000_000n)).toBe(4_000_000n)
  expect(maxBatchGas(60_000_000n)).toBe(10_000_000n)
})
