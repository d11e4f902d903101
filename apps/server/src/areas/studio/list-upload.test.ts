import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { getAddress, toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ada, bob, type TestServer, testServer } from '../../../test/server.ts'
import { checkListOffThread } from './check-list.ts'

let server: TestServer
let url: string

beforeAll(async () => {
  server = await testServer({
    rate_limit_scale: 1,
    limits: {
      lists_per_user: 3,
      lists_per_client: 4,
      list_bytes: 2 ** 22,
      json_bytes: 2000,
    },
  })
  url = await draftUrl(ada)
})
afterAll(() => server.close())

const phase = {
  phase_id: 0,
  kind: 'allowlist',
  title: 'Friends',
  start: '2030-01-01T00:00:00Z',
  end: '2030-02-01T00:00:00Z',
  price_wei: '0',
  max_per_wallet: 1,
  max_supply: null,
}

async function draftUrl(owner: typeof ada): Promise<string> {
  const fields = { chain_alias: 'local', kind: 'drop', name: 'Listed', symbol: 'LIST' }
  const { data } = await server.postForm(
    '/api/contract/studio/create',
    { data: { ...fields, phases: [phase, { ...phase, phase_id: 1 }] } },
    { as: owner },
  )
  return `/api/contract/studio/${data.contract_id}/lists`
}

async function send(body: Buffer | string, { as = ada, from = '203.0.113.1' } = {}) {
  await server.database.deleteFrom('limit_counters').execute()
  const headers = { 'content-type': 'application/json' }
  return server.send({ method: 'POST', url, headers, payload: body }, { as, from })
}

function listOf(entries: unknown[]): Buffer {
  return Buffer.from(JSON.stringify({ phase_id: 0, entries }))
}

const wrong = bob.address.replace(/[a-f]/, (letter) => letter.toUpperCase())

test('a long list stops no other call while it is checked', async () => {
  const [address] = [getAddress(toHex(randomBytes(20)))]
  // Checksums of one address cost as much as those of many, and fewer bytes of this test.
  const entries = Array.from({ length: 40_000 }, () => ({ address }))
  const body = listOf(entries)
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  let isOver = false
  const start = performance.now()
  const sent = send(body).finally(() => {
    isOver = true
  })
  let answered = 0
  while (!isOver) {
    expect((await server.get('/api/contract/studio/list', { as: bob })).status).toBe(200)
    if (!isOver) answered += 1
    await sleep(10)
  }
  const took = performance.now() - start
  clearInterval(timer)
  expect((await sent).data).toMatchObject({ entries: 1, duplicates: [{ address }] })
  expect(answered).toBeGreaterThan(3)
  expect(longest).toBeLessThan(Math.max(200, took / 4))
})

test('a long list is moved to the thread that checks it, not copied', async () => {
  const bytes = Buffer.alloc(100_000, ' ')
  await expect(checkListOffThread(bytes, { user: 'ada' })).rejects.toThrow()
  expect(bytes.length).toBe(0)
})

test.each([1, 30_000])(
  'of %d right and 25 wrong lines, the first 20 are named',
  async (count) => {
    const right = Array.from({ length: count }, () => ({ address: bob.address }))
    const wrongLines = Array.from({ length: 25 }, (_, at) =>
      at % 2 ? { address: wrong } : { address: bob.address, quantity: 0 },
    )
    const { status, error } = await send(listOf([...wrongLines, ...right]))
    const { entries, ...lines } = error?.fields ?? {}
    expect([status, Object.keys(lines).length]).toEqual([422, 20])
    expect(lines['entries.0.quantity']).toEqual(['Enter at least 1.'])
    expect(lines['entries.19.address']?.[0]).toContain('Checksum')
    expect(entries?.[0]).toContain('Lines after 20 are not checked yet')
  },
)

test.each([
  ['no JSON', `[${' '.repeat(70_000)}`, 400, 'bad_request'],
  ['nothing', '', 400, 'bad_request'],
  ['no list', '{"phase_id":0,"entries":{}}', 422, 'validation_failed'],
  ['a line that is no object', '{"phase_id":0,"entries":[7]}', 422, 'validation_failed'],
  ['a prototype', `{"__proto__":{},"phase_id":0,"entries":[]}`, 400, 'bad_request'],
  ['too many bytes', ' '.repeat(2 ** 22 + 1), 413, 'file_too_large'],
])('a body of %s is refused', async (_body, body, status, code) => {
  const answer = await send(body)
  expect([answer.status, answer.error?.code]).toEqual([status, code])
})

test('lists are limited by account and by network, before they are read', async () => {
  await server.database.deleteFrom('limit_counters').execute()
  const headers = { 'content-type': 'application/json' }
  const long = `[${' '.repeat(3000)}`
  const sendAs = async (as: typeof ada, from: string) =>
    (await server.send({ method: 'POST', url, headers, payload: long }, { as, from }))
      .status
  const statuses: number[] = []
  for (let count = 0; count < 4; count += 1) {
    statuses.push(await sendAs(ada, '198.51.100.1'))
  }
  expect(statuses).toEqual([400, 400, 400, 429])
  expect([
    await sendAs(bob, '198.51.100.1'),
    await sendAs(bob, '198.51.100.1'),
    await sendAs(bob, '198.51.100.2'),
  ]).toEqual([400, 429, 400])
})

test('bytes of lists and pictures are limited by account and network in 24 hours', async () => {
  const bounded = await testServer({
    rate_limit_scale: 1,
    limits: {
      upload_bytes_per_user_day: 10_000,
      upload_bytes_per_client_day: 15_000,
      json_bytes: 1000,
      session_idle_hours: 48,
    },
  })
  const list = (as: typeof ada, from: string, bytes = 4000) =>
    bounded.send(
      {
        ...{ method: 'POST', url: '/api/contract/studio/none/lists' },
        headers: { 'content-type': 'application/json' },
        payload: `[${' '.repeat(bytes - 1)}`,
      },
      { as, from },
    )
  const picture = (as: typeof ada, from: string) =>
    bounded.postForm(
      '/api/contract/studio/create',
      { data: {}, files: { image: Buffer.alloc(4000) } },
      { as, from },
    )
  expect((await list(ada, '198.51.100.1')).status).toBe(400)
  expect((await picture(ada, '198.51.100.1')).status).toBe(415)
  const { status, error, headers } = await list(ada, '198.51.100.2')
  expect([status, error?.code]).toEqual([429, 'too_many_requests'])
  expect(error?.message).toMatch(
    /^This account can send 9\.8 KB of pictures and lists within 24 hours, and this would exceed it\. Try again after \d\d:\d\d UTC\.$/,
  )
  expect(Number(headers['retry-after'])).toBeGreaterThan(86_000)
  expect((await picture(ada, '198.51.100.2')).status).toBe(429)
  // What still fits is taken: a refused body does not count.
  expect((await list(ada, '198.51.100.2', 1500)).status).toBe(400)
  expect((await list(bob, '198.51.100.1')).status).toBe(400)
  expect((await list(bob, '198.51.100.1')).error?.message).toMatch(
    /^This network can send 14\.6 KB/,
  )
  bounded.clock.advance(86_401_000)
  expect((await list(ada, '198.51.100.1')).status).toBe(400)
  await bounded.close()
})
