import { expect, test } from 'vitest'
import { CONFIRMATIONS, hex, testWorld, word } from '../../test/indexer/fixture.ts'
import { ada, bob, cyn } from '../../test/server.ts'

const AHEAD = 40
/** Polls of the head until a wrong confirmation would have been written. */
const ROUNDS = 60

const world = testWorld()

test('blocks that only one of three endpoints returns are never confirmed', async () => {
  const faulty = await world.endpoint()
  const correct = [await world.endpoint(), await world.endpoint()]
  await world.start(faulty.url, ...correct.map(({ url }) => url))
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
  faulty.override = (call, response) => {
    if (call.method === 'eth_getBlockByNumber') {
      const [tag] = call.params
      const number = tag === 'latest' ? head + AHEAD : Number(tag)
      return number > head ? { result: invented(number) } : response
    }
    if (call.method !== 'eth_getLogs') return response
    // Safe: the filter that the indexer sends.
    const [{ fromBlock, toBlock }] = call.params as [
      { fromBlock: string; toBlock: string },
    ]
    const isIn = Number(fromBlock) <= head + 2 && Number(toBlock) >= head + 2
    return isIn
      ? { result: [forged] }
      : Number(fromBlock) > head
        ? { result: [] }
        : response
  }
  let most = -1
  await world.withinRounds(ROUNDS, [faulty, ...correct], async () => {
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

test('a head that only one endpoint returns does not confirm recent blocks', async () => {
  const faulty = await world.endpoint()
  const correct = [await world.endpoint(), await world.endpoint()]
  await world.start(faulty.url, ...correct.map(({ url }) => url))
  await world.caughtUp()
  await world.stop()
  faulty.override = (call, response) => {
    if (call.method !== 'eth_getBlockByNumber' || call.params[0] !== 'latest')
      return response
    // Safe: a block.
    const block = response.result as { number: string }
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
  world.restart()
  let most = -1
  await world.withinRounds(ROUNDS, [faulty, ...correct], async () => {
    most = Math.max(most, await world.confirmedNumber())
    return most > head - CONFIRMATIONS
  })
  expect(most).toBeLessThanOrEqual(head - CONFIRMATIONS)
})
