import type { Endpoint } from '@platemark/api/endpoint'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  collectRoutes,
  endpointKey,
  findSample,
  newWorld,
  readDatabaseState,
  type TestWorld,
  toRequest,
} from '../test/calls.ts'
import { type TestChain, testChain } from '../test/chain.ts'
import { nameSettings } from '../test/names.ts'
import { ada, inject, type TestServer, testServer } from '../test/server.ts'
import { buildApp } from './app.ts'

let chain: TestChain
let server: TestServer
/** On the database of `server`, which can save. */
let readOnlyApp: FastifyInstance
let unnamedApp: FastifyInstance
let endpoints: Endpoint[]

beforeAll(async () => {
  chain = await testChain()
  server = await testServer({ ...nameSettings(chain), networks: [chain.network] })
  const routes = await collectRoutes(async () => {
    readOnlyApp = await readOnly('https://new.example')
  })
  endpoints = routes.flatMap(({ endpoint }) => (endpoint ? [endpoint] : []))
  unnamedApp = await readOnly(null)
})
afterAll(async () => {
  await Promise.all([readOnlyApp.close(), unnamedApp.close(), server.close()])
  await chain.stop()
})

async function readOnly(site_url: string | null): Promise<FastifyInstance> {
  const { configuration } = server
  const banner = { ...configuration.banner, site_url }
  const app = await buildApp({
    ...server.context,
    configuration: { ...configuration, read_only: true, banner },
  })
  await app.ready()
  return app
}

/** Calls other than GET that a read-only site answers. */
const open = [
  'POST /api/oauth/create-signature-message',
  'POST /api/oauth/login',
  'POST /api/logout',
  'POST /api/user/sessions/:id/end',
  'POST /api/user/sessions/end-all',
  'POST /api/faucet/:chain_alias',
  'POST /api/names',
  'POST /api/earnings/checks',
  'POST /api/contract/:chain_alias/:contract_address/art',
  'POST /api/contract/studio/:contract_id/accounts',
  'POST /api/contract/studio/:contract_id/holders',
  'POST /api/contract/studio/:contract_id/prepare-reveal',
  'POST /api/contract/studio/:contract_id/prepare-move',
  'POST /api/contract/studio/:contract_id/archive',
  'POST /api/contract/studio/:contract_id/export',
]

async function call(app: FastifyInstance, endpoint: Endpoint, world: TestWorld) {
  const request = toRequest(endpoint, await findSample(endpoint, world))
  const token = await server.tokenOf(ada)
  const headers = {
    ...request.headers,
    ...(endpoint.access !== 'public' && { authorization: `Bearer ${token}` }),
  }
  return async () => {
    const { statusCode, body, headers: sent } = await inject(app, { ...request, headers })
    return { status: statusCode, body, retryAfter: sent['retry-after'] }
  }
}

describe('a read-only site', { timeout: 120_000 }, () => {
  test('refuses every call that saves, which changes nothing', async () => {
    const world = await newWorld(server, chain)
    const saving = endpoints.filter(
      (endpoint) => endpoint.method !== 'GET' && !open.includes(endpointKey(endpoint)),
    )
    expect(saving.length).toBeGreaterThan(30)
    for (const endpoint of saving) {
      const send = await call(readOnlyApp, endpoint, world)
      const before = await readDatabaseState(server)
      const { status, body, retryAfter } = await send()
      const { error } = JSON.parse(body)
      expect([endpointKey(endpoint), status, error.code, retryAfter]).toEqual([
        endpointKey(endpoint),
        ...[503, 'read_only', undefined],
      ])
      expect(error.message).toBe(
        'This version is read-only. Continue at https://new.example.',
      )
      expect(await readDatabaseState(server), endpointKey(endpoint)).toBe(before)
    }
  })

  test('answers every read, and the calls that people need to leave with their own', async () => {
    const others = endpoints.filter(
      (endpoint) => endpoint.method === 'GET' || open.includes(endpointKey(endpoint)),
    )
    expect(open.filter((key) => !others.map(endpointKey).includes(key))).toEqual([])
    for (const endpoint of others) {
      const world = await newWorld(server, chain)
      const { status } = await (await call(readOnlyApp, endpoint, world))()
      const succeeds = Object.keys(endpoint.replies).map(Number)
      expect([endpointKey(endpoint), succeeds]).toEqual([
        endpointKey(endpoint),
        expect.arrayContaining([status]),
      ])
    }
  })

  test('refuses without a token or a body that can be read', async () => {
    const url = '/api/user/update'
    const { statusCode } = await readOnlyApp.inject({ method: 'POST', url, body: '{' })
    expect(statusCode).toBe(503)
  })

  test('names no place to continue where the operator named none', async () => {
    const url = '/api/contract/studio/create'
    const refused = await unnamedApp.inject({ method: 'POST', url })
    expect(refused.json().error.message).toBe('This version is read-only.')
    const { data } = (await unnamedApp.inject({ url: '/api/config' })).json()
    expect(data.read_only).toEqual({ site: null })
  })

  test('says so in the configuration that the app reads', async () => {
    const read = async (app: FastifyInstance) =>
      (await app.inject({ url: '/api/config' })).json().data.read_only
    expect(await read(readOnlyApp)).toEqual({
      site: { label: 'the main site', url: 'https://new.example' },
    })
    expect(await read(server.app)).toBeNull()
  })
})
