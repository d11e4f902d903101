import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertCollection } from '../../../test/collection.ts'
import { operatorContext } from '../../../test/moderation/operator.ts'
import { ada, bob, type TestServer, testServer } from '../../../test/server.ts'
import { commands } from './commands.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer({
    networks: [{ alias: 'local', is_demo: true }],
    rate_limit_scale: 1,
    limits: {
      reports_per_client: 4,
      reports_per_client_day: 5,
      open_reports_per_collection: 5,
    },
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.reset()
  await collection()
})

const address = `0x${'a'.repeat(40)}`
const url = `/api/contract/local/${address}/report`
const reportBody = { category: 'copy', text: 'My print, my name taken off.' }

async function collection(of: Record<string, unknown> = {}) {
  const owner = ada.address.toLowerCase()
  await insertCollection(server.database, { chain_id: 31_337, address, owner, ...of })
}

const change = (values: Record<string, unknown>) =>
  server.database.updateTable('collections').set(values).execute()

const queue = async (page = 1) => commands.reports(operatorContext(server), { page })

describe('a report', () => {
  test('from anyone is received, and queued with reporter, reason and subject', async () => {
    const anonymous = await server.post(url, reportBody, { from: '203.0.113.7' })
    const signedIn = await server.post(url, { category: 'scam' }, { as: bob })
    for (const { status, data } of [anonymous, signedIn]) {
      expect([status, data]).toEqual([202, { status: 'received' }])
    }
    expect(await queue()).toMatchObject({
      ...{ open: 2, total: 2, page: 1 },
      reports: [
        {
          ...{ chain: 'local', address, collection: 'Tidewater', ...reportBody },
          reporter: expect.stringMatching(/^client [0-9a-f]{16}$/),
          ...{ open_reports: 2, is_blocked: false, closed_at: null },
        },
        { category: 'scam', text: '', reporter: bob.address.toLowerCase() },
      ],
    })
  })

  test("never stores the caller's address", async () => {
    await server.post(url, reportBody, { from: '203.0.113.7' })
    await server.post(url, reportBody, { from: '203.0.113.7', as: bob })
    const reports = await server.database.selectFrom('reports').selectAll().execute()
    const uses = await server.database.selectFrom('limit_counters').selectAll().execute()
    expect([reports.length, uses.length]).toEqual([2, 2])
    expect(JSON.stringify([reports, uses])).not.toContain('203.0.113')
  })

  test("replaces the open one of the same person, not another's", async () => {
    const from = '203.0.113.7'
    await server.post(url, reportBody, { from })
    const again = await server.post(
      url,
      { category: 'illegal', text: 'Worse.' },
      { from },
    )
    expect([again.status, again.data]).toEqual([202, { status: 'received' }])
    await server.post(url, reportBody, { from: '203.0.113.8' })
    const { reports, open } = await queue()
    expect(open).toBe(2)
    expect(reports.map(({ category }) => category)).toEqual(['illegal', 'copy'])
  })

  test('sent concurrently by one person is stored once', async () => {
    const sent = await Promise.all(
      Array.from({ length: 4 }, () => server.post(url, reportBody, { as: bob })),
    )
    expect(sent.map(({ status }) => status)).toEqual([202, 202, 202, 202])
    expect((await queue()).total).toBe(1)
  })

  test('is queued anew after the first was closed', async () => {
    await server.post(url, reportBody, { as: bob })
    const [first] = (await queue()).reports
    const closing = { id: first?.id ?? 0, note: 'Asked the artist.', is_all: false }
    await commands.close(operatorContext(server), closing)
    await server.post(url, reportBody, { as: bob })
    const { open, total, reports } = await queue()
    expect([open, total]).toEqual([1, 2])
    expect(reports.map(({ closed_at }) => closed_at === null)).toEqual([true, false])
  })

  test('beyond the limit replaces the oldest, those without a text first', async () => {
    const send = async (text: string, from: { as: typeof bob } | { from: string }) => {
      const { status } = await server.post(url, { category: 'other', text }, from)
      expect(status).toBe(202)
      server.clock.advance(1000)
    }
    await send('account', { as: bob })
    await send('first', { from: '203.0.113.1' })
    await send('', { from: '203.0.113.2' })
    await send('second', { from: '203.0.113.3' })
    await send('', { from: '203.0.113.4' })
    const texts = async () => (await queue()).reports.map(({ text }) => text)
    await send('third', { from: '203.0.113.5' })
    expect(await texts()).toEqual(['account', 'first', 'second', '', 'third'])
    await send('fourth', { from: '203.0.113.6' })
    await send('fifth', { from: '203.0.113.7' })
    expect(await texts()).toEqual(['account', 'second', 'third', 'fourth', 'fifth'])
  })

  test('that replaces an open one removes no other', async () => {
    for (let person = 1; person <= 5; person += 1) {
      await server.post(url, { category: 'other' }, { from: `203.0.113.${person}` })
    }
    await server.post(url, reportBody, { from: '203.0.113.1' })
    const { reports } = await queue()
    expect(reports.map(({ text }) => text)).toEqual([reportBody.text, '', '', '', ''])
    expect(reports.every(({ is_crowded }) => is_crowded)).toBe(true)
  })

  test('is accepted for a hidden collection', async () => {
    await change({ visibility: 'hidden' })
    expect((await server.post(url, reportBody)).status).toBe(202)
  })

  test.each<[string, () => Promise<unknown>, string, number, string]>([
    [
      'a missing',
      async () => {},
      `/api/contract/local/0x${'9'.repeat(40)}/report`,
      404,
      'not_found',
    ],
    ['a deleted', () => change({ deleted_at: new Date() }), url, 404, 'not_found'],
    [
      'one on no network',
      async () => {},
      `/api/contract/mars/${address}/report`,
      404,
      'unknown_chain',
    ],
    [
      'a blocked',
      () =>
        commands.block_collection(operatorContext(server), {
          ...{ chain: 'local', address, category: 'copy', reason: 'A copy.' },
        }),
      url,
      451,
      'blocked',
    ],
  ])('is refused of %s collection', async (_, prepare, at, status, code) => {
    await prepare()
    const answer = await server.post(at, reportBody)
    expect([answer.status, answer.error?.code]).toEqual([status, code])
    expect((await queue()).total).toBe(0)
  })

  test.each<[string, unknown, string]>([
    ['no reason', { text: 'Bad.' }, 'category'],
    ['another reason', { category: 'ugly' }, 'category'],
    ['a text too long', { category: 'copy', text: 'x'.repeat(1001) }, 'text'],
    ['control characters', { category: 'copy', text: 'a\u0000b' }, 'text'],
    ['turned text', { category: 'copy', text: 'a\u202eb' }, 'text'],
    ['a number for a text', { category: 'copy', text: 7 }, 'text'],
  ])('is refused with %s', async (_, body, field) => {
    const { status, error } = await server.post(url, body)
    expect([status, error?.code]).toEqual([422, 'validation_failed'])
    expect(Object.keys(error?.fields ?? {})).toEqual([field])
  })

  test('holds a thousand characters and several lines', async () => {
    const text = `${'é'.repeat(499)}\n${'x'.repeat(500)}`
    expect((await server.post(url, { category: 'other', text })).status).toBe(202)
    expect((await queue()).reports[0]?.text).toBe(text)
  })

  test('is refused with a token that has ended', async () => {
    const headers = { authorization: `Bearer plm_${'a'.repeat(49)}` }
    const { status } = await server.post(url, reportBody, { headers })
    expect(status).toBe(401)
  })

  test('is limited by minute and by day, for each internet address', async () => {
    const from = '203.0.113.9'
    const send = async () => {
      const { status, headers } = await server.post(url, reportBody, { from })
      return status === 429 ? Number(headers['retry-after']) > 0 : status
    }
    expect(await Promise.all([send(), send(), send(), send()])).toEqual([
      202, 202, 202, 202,
    ])
    expect(await send()).toBe(true)
    expect((await server.post(url, reportBody, { from: '203.0.113.10' })).status).toBe(
      202,
    )
    server.clock.advance(61_000)
    expect(await send()).toBe(202)
    server.clock.advance(61_000)
    expect(await send()).toBe(true)
    server.clock.advance(86_400_000)
    expect(await send()).toBe(202)
  })
})

describe('closing', () => {
  const closing = { note: 'Looked into it.', is_all: false }

  test('removes a report from the open ones, and records operator and note', async () => {
    await server.post(url, reportBody, { as: bob })
    const id = (await queue()).reports[0]?.id ?? 0
    expect(await commands.close(operatorContext(server), { id, ...closing })).toEqual({
      closed: 1,
    })
    expect((await queue()).reports).toMatchObject([
      { id, closed_by: 'olga', closing_note: 'Looked into it.' },
    ])
    const { lines } = await commands.audit(operatorContext(server), { page: 1 })
    expect(lines).toMatchObject([
      { action: 'close report', address, details: { report: id } },
    ])
    await expect(
      commands.close(operatorContext(server), { id, ...closing }),
    ).rejects.toThrow(`Report ${id} is already closed.`)
  })

  test('closes all open ones of a collection, and none of another', async () => {
    await collection({ address: `0x${'b'.repeat(40)}` })
    for (const from of ['203.0.113.1', '203.0.113.2']) {
      await server.post(url, reportBody, { from })
      await server.post(url.replaceAll('a'.repeat(40), 'b'.repeat(40)), reportBody, {
        from,
      })
    }
    const id = (await queue()).reports[0]?.id ?? 0
    const all = { id, note: 'Blocked.', is_all: true }
    expect(await commands.close(operatorContext(server), all)).toEqual({ closed: 2 })
    expect((await queue()).open).toBe(2)
  })

  test('is refused for an unknown report', async () => {
    await expect(
      commands.close(operatorContext(server), { id: 999, ...closing }),
    ).rejects.toThrow('There is no report 999.')
  })
})

test('the queue continues over pages, open reports first', async () => {
  const rows = Array.from({ length: 25 }, (_, index) => ({
    ...{ chain_id: 31_337, address, category: 'copy', text: '' },
    reporter: `client ${index}`,
    created_at: new Date(),
    ...(index < 3 && { closed_at: new Date(), closed_by: 'olga', closing_note: 'Done.' }),
  }))
  await server.database.insertInto('reports').values(rows).execute()
  const [first, second] = [await queue(1), await queue(2)]
  expect([first.reports.length, second.reports.length]).toEqual([20, 5])
  const states = [...first.reports, ...second.reports].map(
    ({ closed_at }) => closed_at === null,
  )
  expect(states.lastIndexOf(true)).toBe(21)
  expect(states.indexOf(false)).toBe(22)
})
