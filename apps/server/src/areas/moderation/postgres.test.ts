import { sql } from 'kysely'
import type { Address } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { collectionRow } from '../../../test/collection.ts'
import { operatorContext } from '../../../test/moderation/operator.ts'
import { ada, type TestServer, testServer } from '../../../test/server.ts'
import { share } from '../../../test/share.ts'
import type { Database } from '../../database/database.ts'
import { executeAsOne } from '../../database/rows.ts'
import {
  copyState,
  loadCollectionStates,
  saveCollectionStates,
} from '../indexing/queries/collection-states.ts'
import { commands } from './commands.ts'
import { deleteCreatorBlock, lockBlocks, saveCreatorBlock } from './queries/blocks.ts'

const CHAIN = 31_337
const ROUNDS = share(16, 200)
const creator = ada.address.toLowerCase()
const reason = { category: 'scam', reason: 'It promises what it does not hold.' } as const

let server: TestServer

beforeAll(async () => {
  server = await testServer({ networks: [{ alias: 'local', is_demo: true }] })
})
afterAll(() => server.close())
beforeEach(() => server.reset())

async function collections(count: number): Promise<{ id: string; address: Address }[]> {
  const rows = Array.from({ length: count }, (_, place) => ({
    address: `0x${place.toString(16).padStart(40, '0')}` as const,
    place,
  })).map(({ address, place }) => {
    const id = `00000000-0000-4000-8000-${place.toString().padStart(12, '0')}`
    return { ...collectionRow({ chain_id: CHAIN, address, owner: creator }), id, address }
  })
  // Against the order of their ids, in which they could be locked by chance.
  const values = rows.toReversed()
  await server.database.insertInto('collections').values(values).execute()
  return rows
}

const transact = <T>(work: (transaction: Database) => Promise<T>) =>
  server.database.transaction().execute(work)

test('blocking a creator of many collections and indexing them do not block each other', async () => {
  const addresses = (await collections(150)).map(({ address }) => address)
  const now = new Date()
  const blocked = { address: creator, chain_id: null }
  const block = { ...reason, blocked_by: 'olga', blocked_at: now }
  const blocking = async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await transact(async (transaction) => {
        await lockBlocks(transaction)
        if (round % 2 === 0) await saveCreatorBlock(transaction, blocked, block)
        else await deleteCreatorBlock(transaction, blocked)
      })
    }
  }
  const following = async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await transact(async (transaction) => {
        const accounts = await loadCollectionStates(transaction, CHAIN, addresses)
        const changes = addresses.flatMap((address) => {
          const before = accounts.get(address)
          if (!before) return []
          const after = { ...copyState(before), minted: round + 1 }
          return [{ before, after }]
        })
        await executeAsOne(transaction, saveCollectionStates(changes, now))
      })
    }
  }
  await Promise.all([blocking(), following()])
  const rows = await server.database
    .selectFrom('collections')
    .select(['minted', 'blocked_at'])
    .distinct()
    .execute()
  expect(rows).toEqual([{ minted: ROUNDS, blocked_at: null }])
})

test('a command that meets a deadlock is retried once, and audited once', async () => {
  const [low, high] = await collections(2)
  const hold = (id: string | undefined) => (transaction: Database) =>
    sql`select from collections where id = ${id} for update`.execute(transaction)

  const { promise: isBegun, resolve: begun } = Promise.withResolvers<void>()
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const first = transact(async (transaction) => {
    await hold(low?.id)(transaction)
    begun()
    await isOver
  })
  await isBegun
  const act = commands.block_creator(operatorContext(server), {
    address: ada.address,
    ...reason,
  })
  await expect.poll(waiting, { timeout: 15_000 }).toBe(1)
  const other = transact(async (transaction) => {
    // Delays deadlock detection, so that the command runs into it.
    await sql`set local deadlock_timeout = '10min'`.execute(transaction)
    await hold(high?.id)(transaction)
    await lockBlocks(transaction)
  })
  await expect.poll(waiting, { timeout: 15_000 }).toBe(2)
  end()
  await Promise.all([first, other])

  expect(await act).toEqual({ collections: 2 })
  const { lines } = await commands.audit(operatorContext(server), { page: 1 })
  expect(lines).toMatchObject([{ action: 'block creator', address: creator }])

  async function waiting(): Promise<number> {
    const { rows } = await sql`
      select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(
      server.database,
    )
    return rows.length
  }
})
