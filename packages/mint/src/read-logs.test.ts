import { expect, test } from 'vitest'
import { readPublishedLists } from './published-lists.ts'
import { readLogs } from './read-logs.ts'
import type { Rpc } from './rpc.ts'

const contract = `0x${'c0'.repeat(20)}` as const
const word = (value: number) => value.toString(16).padStart(64, '0')
/** A log that publishes list `block` in this block. */
const published = (block: number) => ({
  address: contract,
  topics: [`0x${word(1)}`],
  data: `0x${word(block)}${word(block)}`,
  transactionHash: `0x${word(block)}`,
  blockNumber: `0x${block.toString(16)}`,
  removed: false,
})

/** A node with lists in these blocks that refuses more than `most` blocks in unknown words. */
function limitedNode(most: number, blocks: number[], head = 100_000) {
  const ranges: number[] = []
  const rpc: Rpc = async (method, params) => {
    if (method === 'eth_blockNumber') return `0x${head.toString(16)}`
    // Safe: the filter of a log request.
    const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
    const [first, last] = [Number(fromBlock), Number(toBlock)]
    ranges.push(last - first + 1)
    if (last - first >= most) throw new Error('Bitte kürzer fassen.')
    return blocks.filter((block) => block >= first && block <= last).map(published)
  }
  return { rpc, ranges }
}

const readBlocks = async (rpc: Rpc, to = 100_000n) => {
  const found: number[] = []
  const query = { contract, filters: [[null]], from: 0n, to }
  for await (const { logs } of readLogs(rpc, query)) {
    found.push(...logs.map(({ transactionHash }) => Number(transactionHash)))
  }
  return found
}

test.each([3000, 9999, 65_536, 1_000_000])(
  'lists are read from a node that takes %i blocks at most, whatever its words',
  async (most) => {
    const { rpc } = limitedNode(most, [7, 50_000, 50_001, 100_000])
    const lists = await readPublishedLists(rpc, contract)
    expect(lists.map(({ root }) => Number(root))).toEqual([100_000, 50_001, 50_000, 7])
  },
)

test('a list that is published again counts from its last event', async () => {
  const { rpc } = limitedNode(1_000_000, [5, 6])
  const twice: Rpc = async (method, params) => {
    const result = await rpc(method, params)
    return Array.isArray(result) ? [...result, published(5)] : result
  }
  const lists = await readPublishedLists(twice, contract)
  expect(lists.map(({ root }) => Number(root))).toEqual([5, 6])
})

test('a range is halved after one block could be read, and read from the oldest block on', async () => {
  const { rpc, ranges } = limitedNode(30_000, [1, 60_000])
  expect(await readBlocks(rpc)).toEqual([1, 60_000])
  expect(ranges).toEqual([100_001, 1, 50_000, 25_000, 25_000, 25_000, 25_000, 1])
})

test('a node that reads no block is asked twice, and its error is thrown', async () => {
  const { rpc, ranges } = limitedNode(0, [])
  await expect(readBlocks(rpc)).rejects.toThrow('Bitte kürzer fassen.')
  expect(ranges).toEqual([100_001, 1])
})

test('requests are bounded, and lists that were not all read are no result', async () => {
  const { rpc, ranges } = limitedNode(10, [1])
  expect(await readBlocks(rpc)).toEqual([1])
  expect(ranges.length).toBeLessThan(110)
  await expect(readPublishedLists(rpc, contract)).rejects.toThrow('blocks were not read')
})

test('logs of another contract, and removed ones, are left out', async () => {
  const rpc: Rpc = async () => [
    published(1),
    { ...published(2), address: `0x${'c1'.repeat(20)}` },
    { ...published(3), removed: true },
    { ...published(4), removed: null },
    null,
  ]
  expect(await readBlocks(rpc)).toEqual([1, 4])
})
