import { draftFields } from '@platemark/api/studio'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { photo } from '../../../test/master-files.ts'
import { ada, bob, type TestServer, testServer } from '../../../test/server.ts'
import { findSession, type Session } from '../../http/session.ts'
import { createDraft } from './service.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const fields = { chain_alias: 'local', kind: 'drop', name: 'Tidewater', symbol: 'TIDE' }
const key = 'a request of ada'

const create = (idempotencyKey: string, data: object = fields, as = ada, files = {}) =>
  server.postForm(
    '/api/contract/studio/create',
    { data, files },
    { as, headers: { 'idempotency-key': idempotencyKey } },
  )

const countDrafts = async () =>
  (await server.database.selectFrom('drafts').select('id').execute()).length

const picture = (color: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: color } })
    .png()
    .toBuffer()

async function sessionOfAda(): Promise<Session> {
  const token = await server.tokenOf(ada)
  const found = await findSession(server.database, token, {
    now: new Date(),
    idleMs: 60_000,
  })
  if (!found) throw new Error('ada is not signed in')
  return found
}

describe('a request to make a draft that carries a key', () => {
  test('creates one draft however often it is sent', async () => {
    const first = await create(key)
    const again = await create(key)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.data).toEqual(first.data)
    expect(await countDrafts()).toBe(1)
  })

  test('names again what was taken out of a photo', async () => {
    const files = {
      image: await photo().jpeg().toBuffer(),
      cover: await picture('#336699'),
    }
    const first = await create(key, fields, ada, files)
    expect(first.data.picture_notes).toEqual({
      image: [expect.stringMatching(/^Location and camera data were removed/)],
    })
    expect((await create(key, fields, ada, files)).data).toEqual(first.data)
  })

  test('creates one draft when it is sent 64 times at once', async () => {
    const session = await sessionOfAda()
    const parsed = draftFields.parse(fields)
    const drafts = await Promise.all(
      Array.from({ length: 64 }, () =>
        createDraft(server.context, session, parsed, {}, key),
      ),
    )
    expect(new Set(drafts.map(({ contract_id }) => contract_id)).size).toBe(1)
    expect(drafts).toHaveLength(64)
    expect(await countDrafts()).toBe(1)
  })

  test('returns the present draft', async () => {
    const { data } = await create(key)
    const changes = { name: 'High Sun' }
    await server.post(`/api/contract/studio/${data.contract_id}/update`, changes, {
      as: ada,
    })
    const again = await create(key)
    expect(again.data).toMatchObject({
      contract_id: data.contract_id,
      fields: { name: 'High Sun' },
    })
  })

  test('is refused with other content', async () => {
    const image = await picture('#1d2a44')
    await create(key, fields, ada, { image })
    const others = [
      await create(key, { ...fields, name: 'Another' }, ada, { image }),
      await create(key, fields, ada, { image: await picture('#66d19f') }),
      await create(key, fields, ada, { cover: image }),
      await create(key),
    ]
    for (const { status, error } of others) {
      expect([status, error?.code]).toEqual([422, 'validation_failed'])
      expect(Object.keys(error?.fields ?? {})).toEqual(['idempotency-key'])
    }
    expect((await create(key, fields, ada, { image })).status).toBe(201)
    expect(await countDrafts()).toBe(1)
  })

  test('counts its pictures once', async () => {
    const files = { image: await picture('#1d2a44') }
    await create(key, fields, ada, files)
    await create(key, fields, ada, files)
    const used = await server.database
      .selectFrom('limit_counters')
      .select('used')
      .where('key', 'like', 'upload:%')
      .execute()
    expect(used).toEqual([{ used: 1 }])
  })

  test("is independent of another user's, and of another key", async () => {
    await create(key)
    await create(key, fields, bob)
    await create('another request')
    expect(await countDrafts()).toBe(3)
  })

  test('is new again after 24 hours', async () => {
    const first = await create(key)
    server.clock.advance(24 * 3_600_000 - 60_000)
    expect((await create(key)).data.contract_id).toBe(first.data.contract_id)
    server.clock.advance(2 * 60_000)
    const later = await create(key, { ...fields, name: 'Another' })
    expect(later.status).toBe(201)
    expect(later.data.contract_id).not.toBe(first.data.contract_id)
    const keys = await server.database.selectFrom('draft_keys').select('key').execute()
    expect(keys).toEqual([{ key }])
  })

  test('does not restore a deleted draft', async () => {
    const { data } = await create(key)
    await server.post(`/api/contract/studio/${data.contract_id}/delete`, undefined, {
      as: ada,
    })
    const { status, error } = await create(key)
    expect([status, error?.code]).toEqual([404, 'not_found'])
    expect(await countDrafts()).toBe(0)
  })

  test('can be sent again after it failed', async () => {
    const failed = await create(key, fields, ada, { image: Buffer.from('no picture') })
    expect(failed.status).toBe(415)
    expect((await create(key)).status).toBe(201)
  })

  test.each([
    ['short', 'seven77'],
    ['long', 'k'.repeat(129)],
    ['strange', 'a key with é'],
  ])('is refused when its key is too %s', async (_, bad) => {
    const { status, error } = await create(bad)
    expect([status, Object.keys(error?.fields ?? {})]).toEqual([422, ['idempotency-key']])
    expect(await countDrafts()).toBe(0)
  })

  test('takes keys of 8 and of 128 characters', async () => {
    expect((await create('k'.repeat(8))).status).toBe(201)
    expect((await create('k'.repeat(128))).status).toBe(201)
  })
})

test('a request without a key creates a draft each time', async () => {
  const form = { data: fields }
  await server.postForm('/api/contract/studio/create', form, { as: ada })
  await server.postForm('/api/contract/studio/create', form, { as: ada })
  expect(await countDrafts()).toBe(2)
})
