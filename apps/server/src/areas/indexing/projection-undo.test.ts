import fc from 'fast-check'
import { sql } from 'kysely'
import { keccak256, toHex, zeroAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readIndex } from '../../../test/collections/launch.ts'
import {
  type Choice,
  create,
  emit,
  testRoots,
  toBlocks,
  toScenario,
  wallets,
} from '../../../test/collections/logs.ts'
import {
  startProjection,
  type TestProjection,
} from '../../../test/collections/projection.ts'
import { share } from '../../../test/share.ts'
import type { IndexedLog } from '../../indexer/projection.ts'
import { toFacet } from './facets.ts'
import { collectionProjection } from './projection.ts'

let server: TestProjection['server']
let chain: TestProjection['chain']
let project: TestProjection['project']
let revert: TestProjection['revert']

beforeAll(async () => {
  ;({ server, chain, project, revert } = await startProjection())
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const apply = (logs: IndexedLog[], isBackfilling = false) =>
  project(logs, { isBackfilling })

const wholeIndex = async (): Promise<Record<string, unknown[]>> => {
  const ranks = await server.database
    .selectFrom('collection_rankings')
    .selectAll()
    .orderBy('collection_id')
    .orderBy('time_window')
    .execute()
  return {
    ...(await readIndex(server.database)),
    ranks: ranks.map((row) => ({ ...row })),
  }
}

const publishLists = () =>
  server.database
    .insertInto('lists')
    .values(
      testRoots.slice(1).map((root, place) => ({
        root,
        chain_id: chain.id,
        content_hash: `0x0${place}`,
        entries: 1,
        terms: JSON.stringify({
          phases: [1, 2 + place].map((phase_id) => ({
            phase_id,
            title: `Friends ${place} "of {many}", a\\b`,
            start: '2020-01-01T00:00:00Z',
            end: '2100-01-01T00:00:00Z',
            price_wei: '1000000000',
            max_per_wallet: 4,
            max_supply: place === 0 ? 30 : null,
          })),
        }),
      })),
    )
    .execute()

const number = fc.nat({ max: 1_000_000 })
const choices = fc.array(fc.tuple(number, number, number, number), {
  minLength: 20,
  maxLength: 120,
})
/** Targets of each step: up by one batch, or back down. */
const ways = fc.array(fc.nat({ max: 1000 }), { minLength: 3, maxLength: 12 })

test('reverting and reapplying in any steps equals applying once', async () => {
  await fc.assert(
    fc.asyncProperty(choices, choices, ways, async (first, other, way) => {
      await server.reset()
      await publishLists()
      const logs = toBlocks(toScenario(first))
      const last = logs.at(-1)?.blockNumber ?? 0
      await apply(logs)
      const expected = await wholeIndex()
      await revert(-1)
      expect(Object.values(await wholeIndex()).flat()).toEqual([])

      let at = 0
      for (const target of way.map((place) => place % (last + 1))) {
        if (target < at) await revert(target)
        else await apply(between(logs, at, target))
        at = target
      }
      await replaceAbove(at, first, other)
      await apply(between(logs, at, last))
      expect(await wholeIndex()).toEqual(expected)
    }),
    { numRuns: share(5, 100), endOnFailure: true },
  )
}, 600_000)

test('more than one page of events is reverted exactly', async () => {
  await publishLists()
  const story = toBlocks(
    toScenario(Array.from({ length: 4500 }, (_, place) => someChoice(place))),
  )
  const last = story.at(-1)?.blockNumber ?? 0
  await apply(between(story, 0, 100))
  const expected = await wholeIndex()
  await apply(between(story, 100, last))
  const events = await server.database.selectFrom('events').select('kind').execute()
  expect(events.length).toBeGreaterThan(2000)
  await revert(100)
  expect(await wholeIndex()).toEqual(expected)
}, 120_000)

/** Deterministic numbers that vary like random ones. */
function someChoice(place: number): Choice {
  const number = (salt: number) =>
    Number.parseInt(keccak256(toHex(`${place} ${salt}`)).slice(2, 8), 16)
  return [number(0), number(1), number(2), number(3)]
}

test('counts deferred during a backfill are made up afterwards', async () => {
  const choices = Array.from({ length: 600 }, (_, place) => someChoice(place))
  const logs = toBlocks(toScenario(choices))
  const last = logs.at(-1)?.blockNumber ?? 0
  await apply(logs)
  const expected = await wholeIndex()
  expect(expected.referrer_mints?.length).toBeGreaterThan(3)

  await server.reset()
  await server.database
    .insertInto('chain_cursors')
    .values({
      chain_id: chain.id,
      genesis_hash: '0x0',
      factory: '0x0',
      block_number: 0,
      block_hash: '0x0',
      block_time: new Date(),
      head_number: last,
      is_backfilled: false,
      updated_at: new Date(),
    })
    .execute()
  await apply(logs, true)
  await revert(Math.floor(last / 2))
  expect((await wholeIndex()).referrer_mints).toEqual([])
  await apply(between(logs, Math.floor(last / 2), last), true)
  await server.database
    .transaction()
    .execute((transaction) => collectionProjection.finishBackfill(transaction, chain))
  expect(await wholeIndex()).toEqual(expected)
})

test('a collection that was created without a phase is listed as upcoming', async () => {
  const { logs } = create(0, [0, 3, 0, 0])
  await apply(toBlocks([logs], 1))
  const { facet } = await server.database
    .selectFrom('collection_stats')
    .select('facet')
    .executeTakeFirstOrThrow()
  expect(facet).toBe(toFacet('upcoming', null))
})

test('reverting one block leaves the rows of all others alone', async () => {
  const { collection, logs } = create(0, [0, 0, 1, 0])
  const mints = Array.from({ length: 30 }, (_, place) => [
    emit(
      collection.address,
      'Transfer',
      zeroAddress,
      wallets[place % 6],
      BigInt(place + 1),
    ),
  ])
  await apply(toBlocks([logs, ...mints], 1))
  const versions = async () => {
    const tables = ['tokens', 'mints', 'events'] as const
    const found = await Promise.all(
      tables.map((table) =>
        sql<{ version: string }>`
          select ${table} || ctid::text || xmin::text as version from ${sql.table(table)}
        `.execute(server.database),
      ),
    )
    return found.flatMap(({ rows }) => rows.map(({ version }) => version))
  }
  const before = await versions()
  await revert(30)
  const after = await versions()
  expect(before.length - after.length).toBe(3)
  expect(after.filter((version) => !before.includes(version))).toEqual([])
})

/** Applies another chain above `block`, and reverts it. */
async function replaceAbove(block: number, first: Choice[], other: Choice[]) {
  const kept = toBlocks(toScenario(first)).filter(
    ({ blockNumber }) => blockNumber <= block,
  )
  // Two transactions per block; the last may have room for one more.
  if (2 * block > first.length) return
  const turned = [...first.slice(0, 2 * block), ...other]
  const story = toBlocks(toScenario(turned))
  expect(between(story, -1, block)).toEqual(kept)
  await apply(between(story, block, Number.POSITIVE_INFINITY))
  await revert(block)
}

function between(logs: IndexedLog[], above: number, to: number): IndexedLog[] {
  return logs.filter(({ blockNumber }) => blockNumber > above && blockNumber <= to)
}
