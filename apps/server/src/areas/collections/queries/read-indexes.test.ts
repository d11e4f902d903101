import { sql } from 'kysely'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from 'vitest'
import { testNetwork } from '../../../../test/collections/logs.ts'
import {
  dropReadIndexes,
  readIndexes as names,
} from '../../../../test/collections/reads.ts'
import { type TestServer, testServer } from '../../../../test/server.ts'
import { startCollectionJobs } from '../../discovery/jobs.ts'
import { buildReadIndexes, isHistoryIndexed } from './read-indexes.ts'

const far = { ...testNetwork, alias: 'far', id: 77 }
const now = new Date('2026-05-01T12:00:00Z')

let server: TestServer

beforeAll(async () => {
  server = await testServer({ networks: [testNetwork, far] })
})
afterAll(() => server.close())
beforeEach(() => server.reset())

describe('indexes of the reads', () => {
  beforeEach(() => dropReadIndexes(server.database))

  test('are built once', async () => {
    expect(await standing()).toEqual([])
    expect((await buildReadIndexes(server.database)).toSorted()).toEqual(names)
    expect(await standing()).toEqual(names)
    expect(await buildReadIndexes(server.database)).toEqual([])
  })

  test('are rebuilt after an interrupted build', async () => {
    await buildReadIndexes(server.database)
    await sql`drop index tokens_of_owner`.execute(server.database)
    const collection_id = '00000000-0000-4000-8000-000000000001'
    const token = (token_id: string) => ({ collection_id, token_id, owner: '0x1' })
    await server.database
      .insertInto('tokens')
      .values([token('1'), token('2')])
      .execute()
    const broken = sql`create unique index concurrently tokens_of_owner on tokens (owner)`
    await expect(broken.execute(server.database)).rejects.toThrow()
    expect(await standing()).not.toContain('tokens_of_owner')
    expect(await buildReadIndexes(server.database)).toEqual(['tokens_of_owner'])
    expect(await standing()).toEqual(names)
  })

  test('are built by one of several concurrent callers', async () => {
    const built = await Promise.all(
      [1, 2, 3].map(() => buildReadIndexes(server.database)),
    )
    expect(built.flat().toSorted()).toEqual(names)
    expect(await standing()).toEqual(names)
  })

  test('are abandoned when the server stops', async () => {
    const ending = new AbortController()
    ending.abort()
    await expect(buildReadIndexes(server.database, ending.signal)).rejects.toThrow()
    expect(await standing()).toEqual([])
    expect((await buildReadIndexes(server.database)).toSorted()).toEqual(names)
  })

  test.each([
    ['at once on an embedded database', null, 'behind', names],
    ['on a server once the chains are read', 'postgres://server', 'following', names],
    ['on a server not before', 'postgres://server', 'behind', []],
  ] as const)('are built %s', async (_, database_url, status, expected) => {
    await report(testNetwork.id, status)
    await report(far.id, 'following')
    const rounds: unknown[] = []
    const stop = startCollectionJobs({
      ...server.context,
      configuration: { ...server.configuration, database_url },
      clock: () => {
        rounds.push(rounds.length)
        return now
      },
    })
    await expect.poll(standing, { timeout: 15_000 }).toEqual(expected)
    await stop()
    expect(rounds.length).toBeGreaterThan(0)
    expect(await standing()).toEqual(expected)
  })

  async function standing(): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indisvalid and c.relname = any(${names})`.execute(server.database)
    return rows.map(({ name }) => name).toSorted()
  }
})

describe('the history of the chains', () => {
  const ids = [testNetwork.id, far.id]
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

  afterEach(() => server.reset())

  test.each([
    ['is read when all of them are followed', 'following', 90, true],
    ['is read when one is a few blocks behind', 'behind', 10, true],
    ['is not read when one is hours behind', 'behind', 90, false],
    ['is read as far as it can be when one is not reached', 'unreachable', 90, true],
  ] as const)('%s', async (_, status, minutes, isRead) => {
    await report(testNetwork.id, 'following')
    await report(far.id, status)
    await cursor(far.id, minutesAgo(minutes))
    expect(await isHistoryIndexed(server.database, ids, now)).toBe(isRead)
  })

  test('counts as read only after every chain has reported', async () => {
    await report(testNetwork.id, 'following')
    expect(await isHistoryIndexed(server.database, ids, now)).toBe(false)
    await report(far.id, 'behind')
    expect(await isHistoryIndexed(server.database, ids, now)).toBe(false)
    expect(await isHistoryIndexed(server.database, [], now)).toBe(true)
  })

  async function cursor(chain_id: number, block_time: Date) {
    await server.database
      .insertInto('chain_cursors')
      .values({
        ...{ chain_id, genesis_hash: '0x', factory: '0x', block_hash: '0x' },
        ...{ block_number: 9, head_number: 9, confirmed_number: 9 },
        ...{ block_time, updated_at: now },
      })
      .execute()
  }
})

async function report(chain_id: number, status: 'following' | 'behind' | 'unreachable') {
  await server.database
    .insertInto('chain_statuses')
    .values({ chain_id, status, detail: null, updated_at: now })
    .execute()
}
