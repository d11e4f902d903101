import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import type { Endpoint } from '@platemark/api/endpoint'
import { routes as pages } from '@platemark/api/routes'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  collectRoutes,
  endpointKey,
  findSample,
  hiddenCollectionId,
  makeSample,
  newWorld,
  type Route,
  readDatabaseState,
  samples,
  type TestWorld,
  toRequest,
} from '../test/calls.ts'
import { type TestChain, testChain } from '../test/chain.ts'
import { insertCollection } from '../test/collection.ts'
import { leakPattern } from '../test/leak-pattern.ts'
import { listen } from '../test/listen.ts'
import { nameSettings } from '../test/names.ts'
import {
  ada,
  bob,
  cyn,
  type TestResponse,
  type TestServer,
  testServer,
} from '../test/server.ts'

let chain: TestChain
let server: TestServer
let routes: Route[]

beforeAll(async () => {
  chain = await testChain()
  routes = await collectRoutes(async () => {
    server = await testServer({
      ...{ ...nameSettings(chain), networks: [chain.network] },
      rate_limit_scale: 1_000_000,
    })
  })
})
afterAll(async () => {
  await server.close()
  await chain.stop()
})

/** Routes besides the API, public and without a token. */
const open = [
  'GET /api/docs',
  'GET /api/openapi.json',
  'GET /files/:name',
  'GET /lists/:name',
  'GET /plates/:name',
  'GET /marks/emblems/:file',
  'GET /marks/medals/:tier/:file',
  'GET /marks/networks/:file',
  'GET /marks/postmarks/:chain/:file',
  'GET /api/names/:name/image.svg',
  'GET /academy-files/:locale/:alias/:file',
  'GET /api/badges/:digits',
  'GET /api/campaigns/:alias/result.csv',
  'GET /api/campaigns/:alias/inputs.json',
  'GET /api/campaigns/:alias/correction.csv',
  'GET /api/campaigns/:alias/rules.json',
  'GET /api/contract/studio/:contract_id/archive/:ticket.car',
  'GET /api/contract/:chain_alias/:contract_address/art/:root.car',
  'GET /api/contract/studio/:contract_id/exports/:ticket.zip',
  'POST /rpc/:alias',
  'GET /api/ens/:sender/*',
  'POST /api/ens',
  'GET /robots.txt',
  'GET /og/page.png',
  'GET /og/collection/:chain/:file',
  'GET /og/token/:chain/:address/:file',
  'GET /og/collector/:file',
  'GET /og/name/:file',
  'GET /og/academy/:file',
  'GET /og/campaign/:file',
  'GET /og/card/:alias/:file',
  'GET /og/achievement/:address/:file',
  'GET /sitemap.xml',
  'GET /sitemap/pages.xml',
  'GET /sitemap/:chain/:file',
  'GET /llms.txt',
  'GET /collection-meta-page/:chain/:alias',
  ...pages.map(({ path }) => `GET ${path.replaceAll('$', ':')}`),
]

/** Callers of endpoints without an owner. */
const usualCallers = [
  'anonymous',
  'garbage',
  'expired',
  'ended',
  'other',
  'owner',
] as const
const identities = [
  ...(['anonymous', 'garbage', 'expired', 'ended', 'other'] as const),
  // The account of a contract on another network, with the address of the owner.
  'elsewhere',
  // A co-editor of every draft and collection of the owner.
  'editor',
  'owner',
] as const
/** `formerEditor`: a co-editor whom the former owner named. */
type Identity = (typeof identities)[number] | 'former' | 'formerEditor'

describe('every served call', { timeout: 120_000 }, () => {
  const served = () => routes.flatMap(({ endpoint }) => (endpoint ? [endpoint] : []))

  test('has a sample, and every sample is served', () => {
    expect(served().map(endpointKey).sort()).toEqual(Object.keys(samples).sort())
    expect(served().length).toBeGreaterThan(20)
  })

  test('responds to each caller by its access, and changes nothing on refusal', async () => {
    for (const endpoint of served()) {
      const { world, tokens } = await newCallers()
      const actual: Partial<Record<Identity, TestResponse>> = {}
      let state: string | undefined
      for (const identity of endpoint.owner ? identities : usualCallers) {
        const caller = { identity, token: tokens[identity] }
        const { answer, after } = await callAs(endpoint, world, caller, state)
        actual[identity] = answer
        state = after
      }
      if (state !== undefined) await expectState(state, endpointKey(endpoint))
      if (endpoint.owner === 'collection') {
        expect(actual.other?.data).toEqual(actual.anonymous?.data)
        expect(actual.elsewhere?.data).toEqual(actual.anonymous?.data)
        expect(actual.owner?.data).not.toEqual(actual.other?.data)
      }
      await expectSameAsMissing(endpoint, world, actual.other)
    }
  })

  test('takes all rights from a former owner and their co-editors', async () => {
    const owned = served().filter(
      ({ owner }) => owner === 'draft' || owner === 'collection',
    )
    expect(owned.length).toBeGreaterThan(20)
    for (const endpoint of owned) {
      const { world, tokens } = await newCallers()
      const request = toRequest(endpoint, await findSample(endpoint, world))
      await handOver(world)
      for (const identity of ['former', 'formerEditor'] as const) {
        const token = tokens[identity === 'former' ? 'owner' : 'editor']
        await callAs(endpoint, world, { identity, token }, undefined, request)
      }
    }
  })

  test('refuses strangers before it validates their input', async () => {
    const signedIn = served().filter(({ access }) => access === 'signed-in')
    expect(signedIn.length).toBeGreaterThan(10)
    const long = JSON.stringify({
      bio: 'x'.repeat(server.configuration.limits.list_bytes),
    })
    const json = { 'content-type': 'application/json' }
    const sent = [
      { payload: '{"half', headers: json },
      { payload: '{"__proto__":1}', headers: json },
      { payload: '[]', headers: json },
      { payload: long, headers: json },
      { payload: 'text', headers: { 'content-type': 'text/plain' } },
      { payload: '--x', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    ]
    for (const { method, path } of signedIn) {
      const bodies = method === 'GET' ? [{ headers: {} }] : sent
      for (const body of bodies) {
        for (const authorization of [
          undefined,
          `Bearer plm_${'a'.repeat(49)}`,
          'Basic eA',
        ]) {
          const { headers, ...rest } = body
          const url = `${path.replaceAll(/:\w+/g, 'x')}?unknown=1`
          const answer = await server.send(
            { method, url, ...rest, headers },
            { ...(authorization && { headers: { authorization } }) },
          )
          expect([path, answer.status, answer.error?.code]).toEqual([
            path,
            401,
            'unauthenticated',
          ])
        }
      }
    }
  })

  test('responds to a stranger without waiting for a long body', async () => {
    const { port } = await listen(server.app)
    const path = `/api/contract/studio/${randomUUID()}/lists`
    const status = await new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': 16_000_000 }
      const call = httpRequest({ port, method: 'POST', path, headers }, (answer) => {
        resolve(answer.statusCode)
        call.destroy()
      })
      call.on('error', reject)
      call.write('{"phase_id":0,"entries":[')
    })
    expect(status).toBe(401)
  })

  test('refuses a head request as it refuses the read', async () => {
    for (const endpoint of served().filter(({ method }) => method === 'GET')) {
      const world = await newWorld(server, chain)
      const request = toRequest(endpoint, await findSample(endpoint, world))
      const { status } = await server.send({ ...request, method: 'HEAD' })
      expect([endpointKey(endpoint), status]).toEqual([
        endpointKey(endpoint),
        expected(endpoint, 'anonymous')[0],
      ])
    }
  })
})

describe('every other route', { timeout: 120_000 }, () => {
  test('is one of the few without an endpoint, or supports no such method', async () => {
    const others = routes.filter(({ endpoint }) => !endpoint)
    await newWorld(server, chain)
    const before = await readDatabaseState(server)
    const met = new Set<string>()
    for (const { method, url } of others) {
      const key = `${method} ${url}`
      if (open.includes(key)) {
        met.add(key)
        continue
      }
      // The route of @fastify/cors for preflights of every URL; no other request reaches
      // it.
      if (key === 'OPTIONS *') {
        const { status } = await server.send(
          { method: 'OPTIONS', url: '/x' },
          { as: ada },
        )
        expect(status).toBe(404)
        continue
      }
      const path = url.replaceAll(/:\w+/g, 'x')
      // Safe: Fastify's own name of a method.
      const options = { method: method as 'GET', url: path }
      const { status, headers, error } = await server.send(options, { as: ada })
      const said = [key, status, error?.code, headers['cache-control']]
      const refusal = [key, 405, 'method_not_allowed', 'no-store']
      const isAsked = method === 'OPTIONS'
      expect(said).toEqual(isAsked ? [key, 204, undefined, 'no-store'] : refusal)
      expect(headers.allow).toMatch(/OPTIONS$/)
    }
    expect([...met].sort()).toEqual([...new Set(open)].sort())
    expect(await readDatabaseState(server)).toBe(before)
  })

  test('responds the same with a token as without', async () => {
    await newWorld(server, chain)
    await server.tokenOf(ada)
    const before = await readDatabaseState(server)
    for (const key of open) {
      const [method = '', url = ''] = key.split(' ')
      const options = {
        method: method as 'GET',
        url: url.replaceAll(/:\w+/g, 'local'),
        headers: { accept: 'text/html', 'content-type': 'application/json' },
        ...(method === 'POST' && { payload: '{"method":"eth_chainId","id":1}' }),
      }
      const without = await server.send(options)
      const withToken = await server.send(options, { as: ada })
      expect([key, withToken.status]).toEqual([key, without.status])
      expect([key, without.status < 500]).toEqual([key, true])
      expect([key, withToken.headers['cache-control']]).toEqual([key, 'no-store'])
    }
    expect(await readDatabaseState(server)).toBe(before)
  })
})

/**
 * Calls once and checks everything that holds for this caller, with the state of the database
 * if it is known, and the request if it is `made`. Returns the answer, and the state that must be
 * found after this call and further ones that change nothing.
 */
async function callAs(
  endpoint: Endpoint,
  world: TestWorld,
  { identity, token }: { identity: Identity; token: string | undefined },
  state: string | undefined,
  made?: InjectOptions,
): Promise<{ answer: TestResponse; after: string | undefined }> {
  const sample = made ? undefined : makeSample(endpoint, world)
  const request = made ?? toRequest(endpoint, (await sample) ?? {})
  const [status, ...others] = expected(endpoint, identity)
  const who = `${endpointKey(endpoint)} as ${identity}`
  // A sample without a promise writes nothing: such calls are compared together, until one may write.
  const isTogether = made === undefined && !(sample instanceof Promise)
  const mayWrite = endpoint.method !== 'GET' && (status ?? 0) < 400
  const isKnown = isTogether && state !== undefined
  if (isKnown && mayWrite) await expectState(state, `before ${who}`)
  const before = isKnown ? state : await readDatabaseState(server)
  const answer = await server.send(request, {
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
  })
  expect([who, answer.status]).toEqual([
    who,
    others.find((one) => one === answer.status) ?? status,
  ])

  const isRefused = answer.status >= 400
  if (isRefused) expectProblem(answer, who)
  const isUnchanged = isRefused || endpoint.method === 'GET'
  if (isUnchanged && !isTogether) await expectState(before, who)
  if (token || endpoint.access === 'signed-in') {
    expect([who, answer.headers['cache-control']]).toEqual([who, 'no-store'])
    expect([who, answer.headers['access-control-allow-origin']]).toEqual([who, undefined])
  }
  return { answer, after: isUnchanged && isTogether ? before : undefined }
}

async function expectState(before: string, who: string): Promise<void> {
  expect(await readDatabaseState(server), `${who} changes nothing`).toBe(before)
}

/** Statuses that the endpoint declares for this caller. */
function expected(
  endpoint: Pick<Endpoint, 'access' | 'owner' | 'replies' | 'is_for_editors'>,
  identity: Identity,
): number[] {
  const { access, owner, replies, is_for_editors } = endpoint
  const succeeds = Object.keys(replies).map(Number)
  if (access === 'public') return succeeds
  if (identity === 'anonymous') return access === 'optional' ? succeeds : [401]
  if (['garbage', 'expired', 'ended'].includes(identity)) return [401]
  if (identity === 'owner' || !owner || access !== 'signed-in') return succeeds
  if (identity === 'editor' && is_for_editors) return succeeds
  // Collections and names are public, so their owner is no secret.
  return owner === 'collection' || owner === 'name' ? [403] : [404]
}

function expectProblem({ body, headers, status }: TestResponse, who: string): void {
  expect(body, who).not.toMatch(leakPattern)
  const { error, ...beside } = JSON.parse(body)
  expect(Object.keys(beside), who).toEqual([])
  expect(Object.keys(error).sort(), who).toEqual(['code', 'message', 'request_id'])
  expect(error.request_id, who).toBe(headers['x-request-id'])
  expect(headers['content-type'], who).toBe('application/json; charset=utf-8')
  expect(status, who).toBeLessThan(500)
}

/** Responses must not reveal that another user's resource exists. */
async function expectSameAsMissing(
  endpoint: Endpoint,
  world: TestWorld,
  actual: TestResponse | undefined,
): Promise<void> {
  if (endpoint.access !== 'signed-in' || !endpoint.owner) return
  if (endpoint.owner === 'collection' || endpoint.owner === 'name') return
  const { params = {}, ...sample } = await findSample(endpoint, world)
  const missing = Object.fromEntries(
    Object.keys(params).map((name) => [name, randomUUID()]),
  )
  const request = toRequest(endpoint, { ...sample, params: missing })
  const { status, error } = await server.send(request, { as: ada })
  expect([status, error?.code, error?.message]).toEqual([
    actual?.status,
    actual?.error?.code,
    actual?.error?.message,
  ])
}

/** Gives all drafts and collections of ada to bob, as the index does once she handed them over. */
async function handOver({
  server: { database },
  chain,
  draft,
}: TestWorld): Promise<void> {
  const to = bob.address.toLowerCase()
  await database.updateTable('collections').set({ owner: to }).execute()
  await insertCollection(database, {
    ...{ id: draft, chain_id: chain.id, owner: to, creator: ada.address.toLowerCase() },
    address: '0x00000000000000000000000000000000000000ad',
  })
  await database
    .updateTable('drafts')
    .set({ collection_id: draft })
    .where('id', '=', draft)
    .execute()
}

type Tokens = Record<(typeof identities)[number], string | undefined>

type Callers = { world: TestWorld; tokens: Tokens }

let callers: (Callers & { restore: () => Promise<void> }) | undefined

/** Empties the server and gives it a world with all callers, made once and then put back. */
async function newCallers(): Promise<Callers> {
  if (callers) {
    await callers.restore()
    return callers
  }
  const world = await newWorld(server, chain)
  callers = { world, tokens: await tokensOf(world), restore: await server.keep() }
  return callers
}

async function tokensOf(world: TestWorld): Promise<Tokens> {
  const { database, tokenOf, tokenOfUser, post } = world.server
  const ended = await tokenOf(cyn)
  await post('/api/logout', undefined, { as: cyn })
  const eve = `0x${'e'.repeat(40)}` as const
  const expired = await tokenOf(eve)
  const { id } = await database
    .selectFrom('users')
    .select('id')
    .where('address', '=', eve)
    .executeTakeFirstOrThrow()
  await database
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('user_id', '=', id)
    .execute()
  return {
    anonymous: undefined,
    garbage: `plm_${'a'.repeat(49)}`,
    expired,
    ended,
    other: await tokenOf(bob),
    elsewhere: await tokenOfUser(await addAccountElsewhere(world)),
    editor: await tokenOf(await addEditor(world)),
    owner: await tokenOf(ada),
  }
}

async function addAccountElsewhere({ server }: TestWorld): Promise<string> {
  const { id } = await server.database
    .insertInto('users')
    .values({
      ...{ address: ada.address.toLowerCase(), account_kind: 'contract' },
      auth_chain_id: 999,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Names a co-editor of all that samples make for ada. */
async function addEditor({ server, draft }: TestWorld): Promise<`0x${string}`> {
  const { database } = server
  const address = `0x${'d'.repeat(40)}` as const
  const found = await database.selectFrom('collections').select('id').execute()
  const ids = [draft, hiddenCollectionId, ...found.map(({ id }) => id)]
  const owner = ada.address.toLowerCase()
  const rows = ids.map((contract_id) => ({
    ...{ contract_id, owner, address, added_at: new Date() },
  }))
  await database.insertInto('editors').values(rows).execute()
  return address
}
