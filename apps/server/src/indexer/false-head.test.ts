import { expect, test } from 'vitest'
import { CONFIRMATIONS, hex, testWorld, word } from '../../test/indexer/fixture.ts'
import { ada, bob, cyn } from '../../test/server.ts'

const AHEAD = 40
/** So often the head is read until a wrong confirmation would have been written. */
const ROUNDS = 60

const world = testWorld()

test('blocks that only one of three endpoints has are never confirmed', async () => {
  const liar = await world.endpoint()
  const honest = [await world.endpoint(), await world.endpoint()]
  await world.start(liar.url, ...honest.map(({ url }) => url))
  const address = await world.launch.create(ada)
  await world.launch.mint(bob, address, 1)
  await world.caughtUp()
  const real = await world.chain.client.getBlock()
  const head = Number(real.number)
  const invented = (number: number) => ({
    number: hex(number),
    hash: word(0xbad000 + number),
    parentHash: number === head + 1 ? real.hash : word(0xbad000 + number - 1),
    timestamp: hex(Number(real.timestamp) + number - head),
  })
  const forged = {
    address: address.toLowerCase(),
    topics: [
      '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
      word(0),
      `0x${cyn.address.slice(2).toLowerCase().padStart(64, '0')}`,
      word(2),
    ],
    data: '0x',
    blockNumber: hex(head + 2),
    blockHash: word(0xbad000 + head + 2),
    transactionHash: word(0xf00d),
    logIndex: '0x0',
    removed: false,
  }
  liar.lie = (call, answer) => {
    if (call.method === 'eth_getBlockByNumber') {
      const [asked] = call.params
      const number = asked === 'latest' ? head + AHEAD : Number(asked)
      return number > head ? { result: invented(number) } : answer
    }
    if (call.method !== 'eth_getLogs') return answer
    // Safe: the follower asks for ranges.
    const [{ fromBlock, toBlock }] = call.params as [
      { fromBlock: string; toBlock: string },
    ]
    const isIn = Number(fromBlock) <= head + 2 && Number(toBlock) >= head + 2
    return isIn
      ? { result: [forged] }
      : Number(fromBlock) > head
        ? { result: [] }
        : answer
  }
  let most = -1
  await world.withinRounds(ROUNDS, [liar, ...honest], async () => {
    most = Math.max(most, await world.confirmedNumber())
    return most > head
  })
  const rows = await world.server.database
    .selectFrom('mints')
    .select(['block_number', 'tx_hash'])
    .where('tx_hash', '=', word(0xf00d))
    .where('block_number', '<=', most)
    .execute()
  expect({ most: most - head, rows }).toEqual({ most: expect.any(Number), rows: [] })
  expect(most).toBeLessThanOrEqual(head - CONFIRMATIONS)
})

test('a head that only one endpoint sees does not make young blocks confirmed', async () => {
  const liar = await world.endpoint()
  const honest = [await world.endpoint(), await world.endpoint()]
  await world.start(liar.url, ...honest.map(({ url }) => url))
  await world.caughtUp()
  await world.stop()
  liar.lie = (call, answer) => {
    if (call.method !== 'eth_getBlockByNumber' || call.params[0] !== 'latest')
      return answer
    // Safe: a block.
    const block = answer.result as { number: string }
    return {
      result: {
        ...block,
        number: hex(Number(block.number) + CONFIRMATIONS),
        hash: word(7),
      },
    }
  }
  const address = await world.launch.create(ada)
  await world.launch.mint(bob, address, 1)
  const head = await world.headNumber()
  world.followAgain()
  let most = -1
  await world.withinRounds(ROUNDS, [liar, ...honest], async () => {
    most = Math.max(most, await world.confirmedNumber())
    return most > head - CONFIRMATIONS
  })
  expect(most).toBeLessThanOrEqual(head - CONFIRMATIONS)
})
