import { liveCounts } from '@platemark/api/live'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertCollection } from '../../../test/collection.ts'
import { listen } from '../../../test/listen.ts'
import { listenTo, type TestListener } from '../../../test/live/listening.ts'
import { ada, type TestServer, testServer } from '../../../test/server.ts'
import { notifyCollections } from '../indexing/notifications.ts'

const CHAIN = 31_337
const place = '0x00000000000000000000000000000000000000aa'
const path = `/api/contract/local/${place}/events`

let servers: TestServer[]
let id: string

beforeAll(async () => {
  servers = [await testServer(), await testServer()]
})
afterAll(async () => {
  for (const server of servers) await server.close()
})
beforeEach(async () => {
  await first().reset()
  const owner = ada.address.toLowerCase()
  id = await insertCollection(first().database, {
    chain_id: CHAIN,
    address: place,
    owner,
  })
})

function first(): TestServer {
  const [server] = servers
  if (!server) throw new Error('There is no server.')
  return server
}

async function listenEverywhere(): Promise<TestListener[]> {
  const places = await Promise.all(servers.map(({ app }) => listen(app)))
  const listeners = await Promise.all(places.map(({ url }) => listenTo(`${url}${path}`)))
  await Promise.all(listeners.map((listener) => listener.until(1)))
  return listeners
}

async function mint(minted: number): Promise<void> {
  await first()
    .database.transaction()
    .execute(async (transaction) => {
      await transaction
        .updateTable('collections')
        .set({ minted })
        .where('id', '=', id)
        .execute()
      await notifyCollections(transaction, CHAIN, [id])
    })
}

async function untilMinted(listener: TestListener, minted: number): Promise<void> {
  for (;;) {
    const last = listener.events().at(-1)
    if (liveCounts.parse(last?.data).minted === minted) return
    await listener.until(listener.events().length + 1)
  }
}

/** Ends the listening connections, and returns how many there were. */
async function cutOff(): Promise<number> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'platemark listens'
      and datname = current_database()`.execute(first().database)
  return rows.length
}

test('every process receives what any of them commits', async () => {
  const listeners = await listenEverywhere()
  expect(await listeningProcesses()).toBe(servers.length)
  for (let minted = 1; minted <= 3; minted += 1) {
    await mint(minted)
    await Promise.all(listeners.map((listener) => untilMinted(listener, minted)))
  }
  for (const listener of listeners) listener.leave()
})

test('no change is lost when the listening connection breaks', async () => {
  const listeners = await listenEverywhere()
  for (let minted = 1; minted <= 5; minted += 1) {
    // Committed before it listens again, so the notification is lost.
    while ((await cutOff()) === 0) await new Promise((resume) => setTimeout(resume, 10))
    await mint(minted)
    await Promise.all(listeners.map((listener) => untilMinted(listener, minted)))
  }
  for (const listener of listeners) listener.leave()
})

test('one dedicated connection listens, for any number of clients', async () => {
  const listeners = (
    await Promise.all(Array.from({ length: 20 }, () => listenEverywhere()))
  ).flat()
  expect(await listeningProcesses()).toBe(servers.length)
  for (const listener of listeners) listener.leave()
})

async function listeningProcesses(): Promise<number> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where application_name = 'platemark listens'
      and datname = current_database()`.execute(first().database)
  return rows.length
}
