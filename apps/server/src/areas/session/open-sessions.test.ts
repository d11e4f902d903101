import {
  endAllSessions,
  endSession,
  listSessions,
  type OpenSession,
} from '@platemark/api/session'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type EmptyChain, emptyChain } from '../../../test/chain.ts'
import { ada, bob, type TestServer, testServer } from '../../../test/server.ts'
import {
  bearer,
  type Signer,
  signInCalls,
  toNetworkSettings,
} from '../../../test/session/sign-in.ts'
import { deleteEnded } from './open-sessions.ts'

let chain: EmptyChain
let server: TestServer
let calls: ReturnType<typeof signInCalls>

const HOUR = 3_600_000

beforeAll(async () => {
  chain = await emptyChain(31_337)
  server = await testServer({ networks: [toNetworkSettings(chain, 'local')] })
  calls = signInCalls(server)
})
beforeEach(() => server.reset())
afterAll(async () => {
  await server.close()
  await chain.stop()
})

/**
 * Returns the token of a new session, one second later than the last, so that sessions
 * have an order.
 */
async function enter(
  person: Signer = ada,
  options: { from?: string; connector?: string } = {},
): Promise<string> {
  const { data } = await calls.signIn(person, options)
  server.clock.advance(1000)
  return data.access_token
}

async function list(token: string): Promise<OpenSession[]> {
  return (await server.get(listSessions.path, { headers: bearer(token) })).data
}

const statusOf = async (token: string) =>
  (await server.get(listSessions.path, { headers: bearer(token) })).status

const end = (token: string, id: string) =>
  server.post(endSession.path.replace(':id', id), undefined, { headers: bearer(token) })

const endAll = (token: string) =>
  server.post(endAllSessions.path, undefined, { headers: bearer(token) })

/** Returns the id of a token's session. */
async function idOf(token: string): Promise<string> {
  const current = (await list(token)).find(({ is_current }) => is_current)
  if (!current) throw new Error('No session is the current one.')
  return current.id
}

describe('the list of sessions', () => {
  test('has the current one first, then the newest, and none of others', async () => {
    const first = await enter(ada, { connector: 'io.rabby' })
    await enter(ada, { connector: 'demo' })
    await enter(ada, { connector: 'some.other.wallet' })
    await enter(bob)
    const sessions = await list(first)
    expect(sessions.map(({ connector, is_current }) => [connector, is_current])).toEqual([
      ['io.rabby', true],
      ['other', false],
      ['demo', false],
    ])
    const [current] = sessions
    expect(current).toMatchObject({ chain_id: 31_337, network_prefix: '127.0.0.x' })
    const [began, ends] = [current?.created_at ?? '', current?.expires_at ?? '']
    expect(Date.parse(ends) - Date.parse(began)).toBe(168 * HOUR)
  })

  test('returns neither tokens nor whole client addresses', async () => {
    const token = await enter(ada, { from: '203.0.113.77' })
    const { body, headers } = await server.get(listSessions.path, {
      headers: bearer(token),
    })
    expect(body).not.toMatch(/plm_|token|hash|203\.0\.113\.77|client|user_id/)
    expect(headers['cache-control']).toBe('no-store')
    const kept = await server.database.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(kept)).not.toMatch(/plm_|203\.0\.113\.77/)
  })

  test.each([
    ['203.0.113.77', '203.0.113.x'],
    ['::ffff:203.0.113.77', '203.0.113.x'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::x'],
    ['2001:db8:1::6', '2001:db8:1::x'],
    ['2001:db8::1:2:3:4', '2001:db8::x'],
    ['2001:db8:0:7::1', '2001:db8::x'],
    ['::1', '::x'],
  ])('shows %s as %s', async (from, prefix) => {
    const [session] = await list(await enter(ada, { from }))
    expect(session?.network_prefix).toBe(prefix)
  })

  test('returns the last use of each, to the minute', async () => {
    const used = await enter()
    const asking = await enter()
    const before = await list(asking)
    server.clock.advance(HOUR)
    await statusOf(used)
    const after = await list(asking)
    const id = await idOf(used)
    const lastUse = (sessions: OpenSession[]) =>
      Date.parse(sessions.find((one) => one.id === id)?.last_used_at ?? '')
    expect(lastUse(after) - lastUse(before)).toBeGreaterThanOrEqual(HOUR)
  })

  test('omits the expired and those idle for a day', async () => {
    await enter()
    const kept = await enter()
    server.clock.advance(23 * HOUR)
    expect(await list(kept)).toHaveLength(2)
    server.clock.advance(2 * HOUR)
    expect(await list(kept)).toHaveLength(1)
  })

  test('is refused without a session', async () => {
    const { status, error } = await server.get(listSessions.path)
    expect([status, error?.code]).toEqual([401, 'unauthenticated'])
  })
})

describe('ending a session', () => {
  test('ends that one at once, and no other', async () => {
    const [lost, kept] = [await enter(), await enter()]
    const { status, body } = await end(kept, await idOf(lost))
    expect([status, body]).toEqual([204, ''])
    expect([await statusOf(lost), await statusOf(kept)]).toEqual([401, 200])
    expect(await list(kept)).toHaveLength(1)
  })

  test('ends the current one like logging out does', async () => {
    const token = await enter()
    expect((await end(token, await idOf(token))).status).toBe(204)
    expect(await statusOf(token)).toBe(401)
  })

  test("responds alike for another user's session and for none", async () => {
    const [mine, theirs] = [await enter(ada), await enter(bob)]
    const id = await idOf(theirs)
    const foreign = await end(mine, id)
    const missing = await end(mine, id.replace(/^.{8}/, '00000000'))
    expect([foreign.status, foreign.error?.code]).toEqual([404, 'not_found'])
    const withoutId = ({ body }: typeof foreign) =>
      body.replace(/"request_id":"[^"]+"/, '')
    expect(withoutId(foreign)).toBe(withoutId(missing))
    expect(await statusOf(theirs)).toBe(200)
  })

  test('finds no session that has ended, expired or become idle', async () => {
    const [ended, idle, kept] = [await enter(), await enter(), await enter()]
    const [endedId, idleId] = [await idOf(ended), await idOf(idle)]
    expect((await end(kept, endedId)).status).toBe(204)
    expect((await end(kept, endedId)).status).toBe(404)
    server.clock.advance(23 * HOUR)
    await statusOf(kept)
    server.clock.advance(2 * HOUR)
    expect((await end(kept, idleId)).status).toBe(404)
  })

  test('needs an id and a session', async () => {
    const token = await enter()
    const { status, error } = await end(token, 'first')
    expect([status, error?.fields]).toEqual([422, { id: ['Enter the id of a session.'] }])
    const anonymous = await server.post(endSession.path.replace(':id', await idOf(token)))
    expect([anonymous.status, anonymous.error?.code]).toEqual([401, 'unauthenticated'])
  })

  test('counts once for concurrent requests', async () => {
    const [lost, kept] = [await enter(), await enter()]
    const id = await idOf(lost)
    const answers = await Promise.all(Array.from({ length: 20 }, () => end(kept, id)))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([204, ...Array(19).fill(404)])
  })
})

test('a session that has expired is neither listed nor ended, though it was just used', async () => {
  const old = await enter()
  const id = await idOf(old)
  const use = async (hours: number) => {
    for (let hour = 0; hour < hours; hour += 20) {
      server.clock.advance(20 * HOUR)
      await statusOf(old)
    }
  }
  await use(160)
  const kept = await enter()
  expect(await list(kept)).toHaveLength(2)
  server.clock.advance(8 * HOUR)
  expect(await list(kept)).toHaveLength(1)
  expect((await end(kept, id)).status).toBe(404)
})

describe('ending all sessions', () => {
  test("ends the user's, the current one too, and no others", async () => {
    const mine = [await enter(), await enter(), await enter()]
    const theirs = await enter(bob)
    const { status, body } = await endAll(mine[1] ?? '')
    expect([status, body]).toEqual([204, ''])
    expect(await Promise.all(mine.map(statusOf))).toEqual([401, 401, 401])
    expect(await statusOf(theirs)).toBe(200)
    expect((await endAll(mine[0] ?? '')).status).toBe(401)
  })

  test('without a token is refused', async () => {
    const { status, error } = await server.post(endAllSessions.path)
    expect([status, error?.code]).toEqual([401, 'unauthenticated'])
  })
})

test('a session idle for a day takes no place of an open one', async () => {
  const open = await enter()
  const idle: string[] = []
  for (let count = 0; count < 9; count += 1) idle.push(await enter())
  server.clock.advance(23 * HOUR)
  await statusOf(open)
  server.clock.advance(2 * HOUR)
  for (let count = 0; count < 9; count += 1) await enter()
  expect(await statusOf(open)).toBe(200)
  expect(await Promise.all(idle.map(statusOf))).toEqual(Array(9).fill(401))
})

test('ended sessions and expired texts are deleted, and nothing else', async () => {
  const idle = await enter()
  const open = await enter()
  server.clock.advance(23 * HOUR)
  await statusOf(open)
  server.clock.advance(2 * HOUR)
  await calls.ask(bob.address)
  await deleteEnded(server.context)
  const rows = () => server.database.selectFrom('sessions').select('id').execute()
  expect(await rows()).toHaveLength(1)
  expect([await statusOf(idle), await statusOf(open)]).toEqual([401, 200])
  const texts = () => server.database.selectFrom('challenges').select('address').execute()
  expect(await texts()).toEqual([{ address: bob.address.toLowerCase() }])

  server.clock.advance(7 * 24 * HOUR)
  await deleteEnded(server.context)
  expect([await rows(), await texts()]).toEqual([[], []])
})
