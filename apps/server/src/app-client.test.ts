import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { listChanges, listHolders } from '@platemark/api/collection-reads'
import { listCollections } from '@platemark/api/collections'
import type { Endpoint } from '@platemark/api/endpoint'
import { Problem } from '@platemark/api/problem'
import { createClient } from '@platemark/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { collectRoutes, newWorld, type Route, type TestWorld } from '../test/calls.ts'
import { type TestChain, testChain } from '../test/chain.ts'
import { collectionRow } from '../test/collection.ts'
import { listen } from '../test/listen.ts'
import { nameSettings } from '../test/names.ts'
import { ada, type TestServer, testServer } from '../test/server.ts'

const folder = join(import.meta.dirname, '../../../packages/client')
const readme = readFileSync(join(folder, 'README.md'), 'utf8')

let chain: TestChain
let server: TestServer
let routes: Route[]
let world: TestWorld
let origin: string

beforeAll(async () => {
  chain = await testChain()
  routes = await collectRoutes(async () => {
    server = await testServer({ ...nameSettings(chain), networks: [chain.network] })
  })
  origin = (await listen(server.app)).url
})
beforeEach(async () => {
  world = await newWorld(server, chain)
})
afterAll(async () => {
  await server.close()
  await chain.stop()
})

const programs = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(
  ([, program = '']) => ({
    program,
    printed: /^\/\/ prints: (.*)$/m.exec(program)?.[1],
  }),
)

describe('the programs of the README', () => {
  test('are several', () => expect(programs.length).toBe(5))

  test.each(programs)(
    'print the documented output: $printed',
    async ({ program, printed }) => {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [
          '--input-type=module-typescript',
          '--eval',
          program.replace('http://localhost:3000', origin),
        ],
        { cwd: import.meta.dirname },
      )
      expect(stdout.trim()).toBe(printed)
    },
  )
})

describe('a client', () => {
  const place = () => ({ chain_alias: 'local', contract_address: world.collection })

  test('has a function for every call with a single response', () => {
    const client = createClient({ origin })
    const names = Object.values(client).flatMap((group) => Object.keys(group))
    const served = routes.flatMap(({ endpoint }) => (endpoint ? [endpoint] : []))
    const answered = new Set<Endpoint>(served.filter(({ events }) => !events))
    expect(answered.size).toBeGreaterThan(40)
    expect(new Set(names).size).toBe(answered.size)
  })

  test('returns every row of a list once, over several pages', async () => {
    const rows = Array.from({ length: 60 }, (_, index) =>
      collectionRow({
        chain_id: chain.id,
        address: `0x${String(index).padStart(40, 'b')}`,
        owner: ada.address.toLowerCase(),
      }),
    )
    await server.database.insertInto('collections').values(rows).execute()
    const client = createClient({ origin })
    const found = []
    const query = { sort_by: 'newest' } as const
    for await (const row of client.rows(listCollections, { query })) {
      found.push(row.contract_address)
    }
    expect([found.length, new Set(found).size]).toEqual([61, 61])
  })

  test('ends at once on an empty list', async () => {
    const client = createClient({ origin })
    const rows = []
    for (const list of [listHolders, listChanges] as const) {
      const given = { params: place(), query: {} }
      for await (const row of client.rows(list, given)) rows.push(row)
    }
    expect(rows).toEqual([])
  })

  test('sends its token with the calls that take one, and fails without one', async () => {
    const token = await server.tokenOf(ada)
    const actual: (string | null)[] = []
    const sent: typeof fetch = (url, request) => {
      actual.push(new Headers(request?.headers).get('authorization'))
      return fetch(url, request)
    }
    const client = createClient({ origin, token: () => token, fetch: sent })
    const { data } = await client.profile.getUser()
    expect(data.address).toBe(ada.address)
    await client.collections.listNewest()
    const { data: own } = await client.collections.getCollection({ params: place() })
    expect(own.own?.contract_id).toBeDefined()
    expect(actual).toEqual([`Bearer ${token}`, null, `Bearer ${token}`])

    const stranger = createClient({ origin, token: `plm_${'a'.repeat(49)}` })
    const refused = await stranger.profile.getUser().catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'unauthenticated', status: 401 })
  })

  test('throws a problem with its fields, or with the time to retry', async () => {
    const limited = await testServer({
      rate_limit_scale: 1,
      limits: { reads_per_client: 1 },
    })
    const ask =
      (to: TestServer): typeof fetch =>
      async (url) => {
        const { status, body, headers } = await to.get(String(url).replace(origin, ''))
        const kept = { 'retry-after': headers['retry-after'] ?? '' }
        return new Response(body, { status, headers: kept })
      }
    const call = () => {
      const client = createClient({ origin, fetch: ask(limited) })
      return client.collections.listCollections({ query: { page: '0' } })
    }
    const wrong = await call().catch((error: unknown) => error)
    expect(wrong).toBeInstanceOf(Problem)
    expect(wrong).toMatchObject({
      code: 'validation_failed',
      fields: { page: ['Pages are whole numbers from 1.'] },
      requestId: expect.any(String),
    })
    const late = await call().catch((error: unknown) => error)
    expect(late).toMatchObject({
      code: 'too_many_requests',
      retryAfter: expect.any(Number),
    })
    await limited.close()
  })

  test('creates one draft for a creation sent twice with one key', async () => {
    const client = createClient({ origin, token: await server.tokenOf(ada) })
    const body = {
      chain_alias: 'local',
      kind: 'open_edition',
      name: 'Ebb',
      symbol: 'EBB',
    }
    const create = () =>
      client.studio.createDraft(
        { body: { ...body, kind: 'open_edition' } },
        { idempotencyKey: 'ebb-of-the-tests' },
      )
    const [one, other] = [await create(), await create()]
    expect(other.data.contract_id).toBe(one.data.contract_id)
  })

  test("stops on abort, with the signal's reason", async () => {
    const client = createClient({ origin })
    const signal = AbortSignal.abort(new Error('No longer needed.'))
    await expect(client.currencies.listCurrencies({}, { signal })).rejects.toThrow(
      'No longer needed.',
    )
  })

  test('reports an unreachable server as a problem', async () => {
    const client = createClient({ origin: 'http://127.0.0.1:1' })
    await expect(client.instance.getConfig()).rejects.toMatchObject({
      name: 'Problem',
      code: 'internal',
    })
  })
})
