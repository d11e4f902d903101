import { getUser } from '@platemark/api/profile'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ada, type TestServer, testServer } from '../../../test/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})
beforeEach(() => server.reset())
afterAll(() => server.close())

test('returns the signed-in user to themselves, uncached', async () => {
  const { status, data, headers } = await server.get(getUser.path, { as: ada })
  expect(status).toBe(200)
  expect(data).toMatchObject({ address: ada.address, username: null, balance: 0 })
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['access-control-allow-origin']).toBeUndefined()
  expect(headers.etag).toBeUndefined()
})

test('shows a stored picture', async () => {
  await server.tokenOf(ada)
  await server.database.updateTable('users').set({ avatar_file: 'a.webp' }).execute()
  const { data } = await server.get(getUser.path, { as: ada })
  expect(data.avatar_url).toBe('/files/a.webp')
})

test.each([
  ['no token', undefined],
  ['another scheme', 'Basic YTpi'],
  ['no token behind the word', 'Bearer '],
  ['a token of another shape', 'Bearer plm_short'],
  ['an unknown token', `Bearer plm_${'a'.repeat(49)}`],
  ['a token with spaces', `Bearer plm_${'a'.repeat(40)} ${'b'.repeat(8)}`],
  ['a very long token', `Bearer ${'a'.repeat(5000)}`],
])('refuses %s', async (_, authorization) => {
  const call = authorization === undefined ? {} : { headers: { authorization } }
  const { status, error } = await server.get(getUser.path, call)
  expect([status, error?.code, error?.message]).toEqual([
    401,
    'unauthenticated',
    'Sign in to continue.',
  ])
})

test('refuses a token in the address', async () => {
  const token = await server.tokenOf(ada)
  expect((await server.get(`${getUser.path}?access_token=${token}`)).status).toBe(401)
})

test('ends a session that was idle for a day, and one that is a week old', async () => {
  const hour = 3_600_000
  expect((await server.get(getUser.path, { as: ada })).status).toBe(200)
  for (let hours = 0; hours < 7 * 24 - 24; hours += 23) {
    server.clock.advance(23 * hour)
    expect((await server.get(getUser.path, { as: ada })).status).toBe(200)
  }
  server.clock.advance(23 * hour)
  expect((await server.get(getUser.path, { as: ada })).status).toBe(401)

  await server.reset()
  expect((await server.get(getUser.path, { as: ada })).status).toBe(200)
  server.clock.advance(24 * hour)
  expect((await server.get(getUser.path, { as: ada })).status).toBe(401)
})

test('records the use of a session at most once a minute', async () => {
  const lastUse = async () => {
    await server.get(getUser.path, { as: ada })
    const [row] = await server.database.selectFrom('sessions').selectAll().execute()
    return row?.last_used_at.getTime()
  }
  const first = await lastUse()
  server.clock.advance(50_000)
  expect(await lastUse()).toBe(first)
  server.clock.advance(20_000)
  expect(await lastUse()).toBeGreaterThan(first ?? Number.POSITIVE_INFINITY)
})
