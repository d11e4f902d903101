import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../apps/server/test/chain.ts'
import { follow } from '../../apps/server/test/collections/launch.ts'
import { type TestServer, testServer } from '../../apps/server/test/server.ts'
import { randomOf } from '../agreement/random.ts'
import {
  compareConfirmed,
  comparedColumns,
  compareTables,
  snapshotConfirmed,
} from './compare.ts'
import { eventNames } from './contract-logs.ts'
import { type Story, startStory } from './story.ts'
import { readTruth } from './truth.ts'
import { plantWrong } from './wrong-rows.ts'

/** What the contracts know to say and never do. */
const unsaid = ['MetadataUpdate']

/** Kinds of transactions that each tell something of their own. */
const deeds = [
  'create',
  'mint',
  'mintTo',
  'mintTo in part',
  'mintTo by referral',
  'mintAllowlist',
  'mintAllowlist by referral',
  'airdrop',
  'transfer',
  'transfer of copies',
  'batch transfer',
  'burn',
  'applyPublicPhase',
  'applyCap',
  'applyPayees',
  'acceptOwnership',
  'release',
  'forgery: twin',
  'forgery: impostor factory',
  'forgery: celebrity',
  'forgery: absurd',
  'forgery: nonsense',
]

// Opening the database takes seconds, which are no part of any test.
beforeAll(async () => {
  const server = await testServer()
  await server.close()
})

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function storyOf(seed: number): Promise<{ chain: TestChain; story: Story }> {
  const chain = await testChain()
  opened.push(() => chain.stop())
  return { chain, story: await startStory(chain, randomOf(seed, 0)) }
}

async function headOf({ client }: TestChain): Promise<number> {
  return Number((await client.getBlock()).number)
}

/** The product's own follower, up to the head of the chain. */
async function followed(chain: TestChain): Promise<TestServer> {
  const server = await testServer({ networks: [chain.network] })
  opened.push(() => server.close())
  const follower = follow(server)
  try {
    await follower.caughtUp(chain)
  } finally {
    await follower.stop()
  }
  return server
}

describe('the story', () => {
  test('tells every kind of event within 1,000 transactions', async () => {
    const { story } = await storyOf(1)

    await story.act(1000)

    const { events } = story.now()
    expect(eventNames.filter((name) => !events.has(name))).toEqual(unsaid)
    expect(deeds.filter((kind) => !story.kinds.has(kind))).toEqual([])
    expect(story.counts.reverted).toBeLessThan(50)
  })

  test('is the same for the same seed and calls, and another for another seed', async () => {
    const tell = async (seed: number) => {
      const { story } = await storyOf(seed)
      await story.act(150)
      await story.reorganise(7)
      await story.fallBack(2)
      await story.act(50)
      return story.journal
    }
    const journal = await tell(5)

    expect(await tell(5)).toEqual(journal)
    expect(await tell(6)).not.toEqual(journal)
  })

  test.each([1, 64, 130])('replaces the newest %i blocks by others', async (depth) => {
    const { chain, story } = await storyOf(2)
    await story.act(300)
    await story.idle(depth)
    await story.act(40)
    const { block } = story.now()
    const hashOf = async (number: number) =>
      (await chain.client.getBlock({ blockNumber: BigInt(number) })).hash
    const common = await hashOf(block - depth)
    const first = await hashOf(block - depth + 1)
    const last = await hashOf(block)

    expect(await story.reorganise(depth)).toBe(depth)

    expect(await headOf(chain)).toBeGreaterThanOrEqual(block)
    expect(await hashOf(block - depth)).toBe(common)
    expect(await hashOf(block - depth + 1)).not.toBe(first)
    expect(await hashOf(block)).not.toBe(last)
  })

  test('tells some transactions again in other blocks, and leaves some out', async () => {
    const { chain, story } = await storyOf(3)
    await story.act(300)
    const placesOf = async () => {
      const { block } = story.now()
      const places = new Map<string, bigint>()
      for (let number = block - 12; number <= block; number += 1) {
        const blockNumber = BigInt(number)
        const { transactions } = await chain.client.getBlock({ blockNumber })
        for (const hash of transactions) places.set(hash, blockNumber)
      }
      return places
    }
    const before = await placesOf()

    await story.reorganise(12)

    const after = await placesOf()
    const hashes = [...before.keys()]
    expect(hashes.some((hash) => !after.has(hash))).toBe(true)
    expect(
      hashes.some((hash) => after.has(hash) && after.get(hash) !== before.get(hash)),
    ).toBe(true)
  })

  test('falls back and stays there', async () => {
    const { chain, story } = await storyOf(4)
    await story.act(100)
    const { block } = story.now()

    expect(await story.fallBack(4)).toBe(4)

    expect(await headOf(chain)).toBe(block - 4)
    expect(story.now().block).toBe(block - 4)
  })
})

describe('the truth', () => {
  test.each([11, 12, 13])(
    'is what the follower reads from a calm chain, seed %i',
    async (seed) => {
      const { chain, story } = await storyOf(seed)
      await story.act(250)
      await story.reorganise(15)
      await story.act(50)
      const server = await followed(chain)

      const truth = await readTruth(chain.url, chain.contracts.factory)

      const differences = await compareTables(server.database, chain.id, truth)
      expect(differences.map(({ line }) => line)).toEqual([])
      expect(truth.logs).toBe(story.now().logs)
      expect(truth.tables.collections).toHaveLength(story.now().collections)
    },
  )
})

describe('the comparison', () => {
  let chain: TestChain
  let story: Story
  beforeAll(async () => {
    chain = await testChain()
    story = await startStory(chain, randomOf(21, 0))
    await story.act(120)
  })
  afterAll(() => chain.stop())

  test('finds a wrong value in every column, a missing row and one too many', async () => {
    const { database } = await followed(chain)
    const truth = await readTruth(chain.url, chain.contracts.factory)

    for (const [table, { key, columns }] of Object.entries(comparedColumns)) {
      for (const column of [...key, ...columns]) {
        const found = await plantWrong(database, table, column, (planted) =>
          compareTables(planted, chain.id, truth),
        )
        const isKey = key.includes(column)
        const said = found.some((one) =>
          isKey ? one.table === table : one.table === table && one.column === column,
        )
        expect(said, `${table} ${column}`).toBe(true)
      }
      const missing = await plantWrong(database, table, undefined, (planted) =>
        compareTables(planted, chain.id, truth),
      )
      expect(missing.map(({ line }) => line).join()).toContain('is missing')
    }
    expect(await compareTables(database, chain.id, truth)).toEqual([])
  }, 120_000)

  test('finds what counted as confirmed and is gone from the final chain', async () => {
    const { database } = await followed(chain)
    const snapshot = await snapshotConfirmed(database, chain.id)
    const before = await readTruth(chain.url, chain.contracts.factory)
    expect(snapshot.confirmedNumber).toBe(before.head.number)
    expect(snapshot.tables.events).toHaveLength(before.tables.events.length)
    expect(compareConfirmed(snapshot, before)).toEqual([])

    await story.reorganise(8)

    const after = await readTruth(chain.url, chain.contracts.factory)
    const lines = compareConfirmed(snapshot, after).map(({ line }) => line)
    expect(lines.some((line) => line.includes('nothing on the chain says so'))).toBe(true)
    expect(lines.some((line) => line.includes('is missing'))).toBe(true)
  })
})
