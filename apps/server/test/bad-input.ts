import type { Endpoint } from '@platemark/api/endpoint'
import type { InjectOptions } from 'fastify'
import { expect } from 'vitest'
import {
  collectRoutes,
  endpointKey,
  findSample,
  newDraft,
  newWorld,
  readDatabaseState,
  type Sample,
  type TestWorld,
  toRequest,
} from './calls.ts'
import { testChain } from './chain.ts'
import { leakPattern } from './leak-pattern.ts'
import { nameSettings } from './names.ts'
import { ada, bob, testServer } from './server.ts'

/** Status, code and field of the expected refusal. */
export type Refusal = [status: number, code: string, field?: string]

export const invalid = (field: string): Refusal => [422, 'validation_failed', field]
export const unreadable: Refusal = [400, 'bad_request']

/** Call with one mistake, and its expected response. */
export type Bad = {
  sample: Sample
  request?: (good: InjectOptions) => InjectOptions
  expected: Refusal
}

/** Resources of bob, while ada calls. */
type Foreign = { draft: string; session: string }

type Spoil = (endpoint: Endpoint, good: Sample, foreign: Foreign) => Bad[]

/** The real app, with a corruption of every call. */
export async function openBadInput() {
  const chain = await testChain()
  let server: TestWorld['server'] | undefined
  const routes = await collectRoutes(async () => {
    server = await testServer({
      ...nameSettings(chain),
      networks: [chain.network],
      rate_limit_scale: 1_000_000,
      limits: { json_bytes: 4096, list_bytes: 8192, manifest_bytes: 8192 },
    })
  })
  if (!server) throw new Error('server is not started')
  const app = server
  const endpoints = routes.flatMap(({ endpoint }) => (endpoint ? [endpoint] : []))
  const reached = new Set<string>()
  return {
    server: app,
    endpoints,
    /** Calls that received bad input. */
    reached,
    /**
     * Sends what `spoil` makes of a valid call to every endpoint, and expects no change.
     */
    async expectRefused(spoil: Spoil, atLeast: number): Promise<void> {
      const world = await newWorld(app, chain)
      const all = await badCalls(endpoints, world, spoil)
      const before = await readRows(app)
      for (const { endpoint, options, expected } of all) {
        await expectRefusal(world, options, expected)
        reached.add(endpointKey(endpoint))
      }
      expect(await readRows(app)).toBe(before)
      expect(all.length).toBeGreaterThanOrEqual(atLeast)
    },
    async close() {
      await app.close()
      await chain.stop()
    },
  }
}

/** Returns the state of the database without counters: bytes count, whatever they hold. */
async function readRows(server: TestWorld['server']): Promise<string> {
  const tables = (await readDatabaseState(server)).split('\n')
  return tables.filter((table) => !table.startsWith('limit_counters ')).join('\n')
}

type BadCall = { endpoint: Endpoint; options: InjectOptions; expected: Refusal }

async function badCalls(
  endpoints: Endpoint[],
  world: TestWorld,
  spoil: Spoil,
): Promise<BadCall[]> {
  const foreign = await foreignOf(world)
  const all: BadCall[] = []
  for (const endpoint of endpoints) {
    for (const bad of spoil(endpoint, await findSample(endpoint, world), foreign)) {
      const good = toRequest(endpoint, bad.sample)
      all.push({ endpoint, options: bad.request?.(good) ?? good, expected: bad.expected })
    }
  }
  return all
}

async function foreignOf({ server }: TestWorld): Promise<Foreign> {
  const { id: session } = await server.database
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'user_id')
    .select('sessions.id')
    .where('address', '=', bob.address.toLowerCase())
    .executeTakeFirstOrThrow()
  return { draft: await newDraft(server, bob), session }
}

async function expectRefusal(
  { server }: TestWorld,
  options: InjectOptions,
  [status, code, field]: Refusal,
): Promise<void> {
  const { error, body, ...answer } = await server.send(options, { as: ada })
  const sent = [options.method, options.url, options.payload]
  expect([...sent, answer.status, error?.code]).toEqual([...sent, status, code])
  if (field !== undefined) {
    expect([...sent, Object.keys(error?.fields ?? {})]).toEqual([...sent, [field]])
  }
  expect(body).not.toMatch(leakPattern)
}
