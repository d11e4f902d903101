import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../test/server.ts'
import { until } from '../../test/until.ts'
import { startLeases } from './leases.ts'
import { noopMetrics } from './metrics.ts'

const chains = [1, 2, 3, 4, 5].map((id) => ({ id, alias: `chain-${id}` }))
const LEASE_MS = 1500

let server: TestServer
let running: { stop(): Promise<void> }[] = []

beforeEach(async () => {
  server = await testServer()
})
afterEach(async () => {
  await Promise.all(running.map((process) => process.stop()))
  running = []
  await server.close()
})

/** Starts a process that records the chains it works on. */
const startProcess = (
  name: string,
  options: { isAlone?: boolean; lingerMs?: number } = {},
) => {
  const working = new Set<number>()
  const leases = startLeases({
    database: server.database,
    chains,
    holder: { id: randomUUID(), name },
    work: async (chainId, signal) => {
      working.add(chainId)
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      await new Promise((resolve) => setTimeout(resolve, options.lingerMs ?? 0))
      working.delete(chainId)
    },
    log: pino({ level: 'silent' }),
    metrics: noopMetrics,
    leaseMs: LEASE_MS,
    isAlone: options.isAlone ?? false,
  })
  running.push(leases)
  return { working, stop: leases.stop }
}

const leases = () =>
  server.database
    .selectFrom('chain_leases')
    .select(['chain_id', 'holder_name'])
    .orderBy('chain_id')
    .execute()

const leaveBehind = (seconds: number) =>
  sql`insert into chain_leases (chain_id, holder, holder_name, taken_at, expires_at)
    select id, ${randomUUID()}::uuid, 'dead', clock_timestamp(),
      clock_timestamp() + ${seconds} * interval '1 second'
    from unnest(${chains.map(({ id }) => id)}::bigint[]) as id`.execute(server.database)

test('a single process acquires every chain', async () => {
  const one = startProcess('one')
  await until(() => one.working.size === chains.length)
  expect(await leases()).toEqual(
    chains.map(({ id }) => ({ chain_id: id, holder_name: 'one' })),
  )
})

test('two processes share the chains, and none is worked on by both', async () => {
  const one = startProcess('one', { lingerMs: 50 })
  await until(() => one.working.size === 5)
  const two = startProcess('two')
  let both = 0
  await until(() => {
    both += [...one.working].filter((id) => two.working.has(id)).length
    return one.working.size === 3 && two.working.size === 2
  })
  expect(both).toBe(0)
  expect([...one.working, ...two.working].sort()).toEqual([1, 2, 3, 4, 5])
})

test('leases released at a stop are acquired by the other process', async () => {
  const one = startProcess('one')
  const two = startProcess('two')
  await until(() => one.working.size + two.working.size === 5 && two.working.size > 1)
  await one.stop()
  expect(one.working.size).toBe(0)
  await until(() => two.working.size === 5)
})

test('leases of a dead process are acquired once they expire', async () => {
  const began = Date.now()
  await leaveBehind(2)
  const one = startProcess('one')
  await until(() => one.working.size > 0)
  expect(Date.now() - began).toBeGreaterThanOrEqual(1999)
  await until(() => one.working.size === 5)
})

test('leases left behind are void for a process that is alone', async () => {
  await leaveBehind(3600)
  const one = startProcess('one', { isAlone: true })
  await until(() => one.working.size === 5)
})

describe('a lease that another process took', () => {
  test('ends the work on its chain, and only that', async () => {
    const one = startProcess('one')
    await until(() => one.working.size === 5)
    await server.database
      .updateTable('chain_leases')
      .set({ holder: randomUUID(), holder_name: 'thief', expires_at: new Date(8e12) })
      .where('chain_id', '=', 3)
      .execute()
    await until(() => one.working.size === 4)
    expect([...one.working].sort()).toEqual([1, 2, 4, 5])
    expect(await leases()).toContainEqual({ chain_id: 3, holder_name: 'thief' })
  })
})

test('a database that fails for a while ends no work', async () => {
  const one = startProcess('one')
  await until(() => one.working.size === 5)
  await sql`alter table indexer_processes rename to indexer_processes_away`.execute(
    server.database,
  )
  await new Promise((resume) => setTimeout(resume, LEASE_MS))
  await sql`alter table indexer_processes_away rename to indexer_processes`.execute(
    server.database,
  )
  expect(one.working.size).toBe(5)
  await until(async () => {
    const { rows } = await sql<{ left: number }>`
      select min(extract(epoch from expires_at - clock_timestamp()))::float8 as left
      from chain_leases`.execute(server.database)
    return (rows[0]?.left ?? 0) > LEASE_MS / 2000
  })
})
