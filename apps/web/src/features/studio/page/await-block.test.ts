import { expect, test } from 'vitest'
import { awaitBlock } from './await-block.ts'

/** Waits for block 12 while the index has the given blocks; returns how often it was read. */
async function countReads(...blocks: (bigint | Error)[]): Promise<number> {
  let reads = 0
  const readBlock = async () => {
    const block = blocks[Math.min(reads, blocks.length - 1)]
    reads += 1
    if (typeof block !== 'bigint') throw block
    return block
  }
  await awaitBlock(12n, readBlock, 0)
  return reads
}

test('a block is awaited until the index has it, however long that takes', async () => {
  expect(await countReads(12n)).toBe(1)
  expect(await countReads(10n, 10n, 11n, 11n, 13n)).toBe(5)
})

test('the wait for a block ends with a failed read, and where the index stands still', async () => {
  expect(await countReads(10n, new Error('index is not reachable'))).toBe(2)
  expect(await countReads(10n)).toBe(60)
})
