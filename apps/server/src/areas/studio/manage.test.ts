import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type collectionRow, insertCollection } from '../../../test/collection.ts'
import { ada, bob, type TestServer, testServer } from '../../../test/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer({
    networks: [{ alias: 'local', is_demo: true, rpc_urls: ['http://127.0.0.1:9'] }],
  })
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const fields = {
  chain_alias: 'local',
  kind: 'drop',
  name: 'Tidewater',
  symbol: 'TIDE',
  max_supply: 100,
}

const address = `0x${'0'.repeat(38)}aa`

async function draft(as = ada): Promise<string> {
  const form = { data: fields }
  const { data } = await server.postForm('/api/contract/studio/create', form, { as })
  return data.contract_id
}

/** Collection of ada, as the indexer inserts it. */
async function collection(of: Partial<ReturnType<typeof collectionRow>> = {}) {
  const { id = randomUUID() } = of
  const owner = ada.address.toLowerCase()
  const place = { chain_id: 31_337, address, owner }
  await insertCollection(server.database, { ...place, ...of, id })
  await server.database
    .insertInto('phases')
    .values({
      collection_id: id,
      phase_id: 255,
      kind: 'public',
      title: 'Everyone',
      starts_at: '2025-01-01T00:00:00Z',
      ends_at: '2099-01-01T00:00:00Z',
      price_wei: '0',
      max_per_wallet: 3,
      max_supply: null,
      list_root: null,
    })
    .execute()
  return id
}

async function freeze(id: string): Promise<void> {
  await server.database
    .updateTable('drafts')
    .set({
      salt: `0x${'5'.repeat(64)}`,
      predicted_address: address,
      deadline: new Date(Date.now() + 600_000),
    })
    .where('id', '=', id)
    .execute()
}

const act = (id: string, verb: string, as = ada) =>
  server.post(`/api/contract/studio/${id}/${verb}`, undefined, { as })

type Form = { files?: Record<string, Uint8Array>; data?: object }

const send = (id: string, verb: string, form: Form, as = ada) =>
  server.postForm(`/api/contract/studio/${id}/${verb}`, form, { as })

const remove = (id: string, verb: string, as = ada) =>
  send(id, verb, { data: { remove: '1' } }, as)

const studio = async (as = ada) =>
  (await server.get('/api/contract/studio/list', { as })).data

const page = (place = address) => server.get(`/api/contract/local/${place}`)

/** Names in every list that could contain a collection, and the count of a search. */
async function listed(): Promise<{ names: string[]; total: number }> {
  const urls = [
    '/api/contract/list?sort_by=newest',
    '/api/contract/list?search=tidewater',
    `/api/contract/list?creator=${ada.address}`,
    '/api/contract/newest',
    '/api/contract/popular',
    '/api/contract/trending/local',
  ]
  // Beyond the seconds for which lists may be cached.
  server.clock.advance(60_000)
  const answers = await Promise.all(urls.map((url) => server.get(url)))
  return {
    names: answers.flatMap(({ data }) => data.map(({ name }: { name: string }) => name)),
    total: answers.reduce((sum, { meta }) => sum + (meta?.total ?? 0), 0),
  }
}

const picture = (color = '#1d2a44') =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: color } })
    .png()
    .toBuffer()

const verbs = ['show', 'hide', 'update-image', 'update-cover', 'delete']

const call = (id: string, verb: string, as = ada) =>
  verb.startsWith('update') ? remove(id, verb, as) : act(id, verb, as)

describe('every managing call', () => {
  test.each(verbs)(
    '%s responds with 404 to others and for missing ones alike',
    async (verb) => {
      const before = [await draft(), await collection()]
      const deleted = await collection({ address: `${address.slice(0, -2)}bb` })
      await act(deleted, 'delete')
      const ids = [...before, deleted, randomUUID()]
      const actual = await Promise.all(ids.map((id) => call(id, verb, bob)))
      actual.push(await call(deleted, verb, ada))

      expect(actual.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
      expect(
        new Set(actual.map(({ error }) => `${error?.code} ${error?.message}`)).size,
      ).toBe(1)
      const own = (await studio()).map((one: { contract_id: string }) => one.contract_id)
      expect(own.sort()).toEqual(before.sort())
    },
  )

  test.each(verbs)(
    '%s responds with 401 without a session, 422 for an invalid id',
    async (verb) => {
      const path = `/api/contract/studio/${await draft()}/${verb}`
      expect((await server.post(path)).status).toBe(401)
      expect((await call('no-id', verb)).status).toBe(422)
    },
  )

  test.each(verbs)('%s waits for the deployment of a frozen draft', async (verb) => {
    const id = await draft()
    await freeze(id)
    const { status, error, headers } = await call(id, verb)

    expect([status, error?.code]).toEqual([409, 'deployment_pending'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(500)
    expect(await studio()).toMatchObject([{ contract_id: id, visibility: 'shown' }])
  })

  test.each(verbs)('%s is refused to the former owner', async (verb) => {
    const id = await draft()
    await collection({ id, owner: bob.address.toLowerCase() })
    await server.database
      .updateTable('drafts')
      .set({ collection_id: id })
      .where('id', '=', id)
      .execute()

    expect(await studio()).toEqual([])
    expect((await call(id, verb)).status).toBe(404)
    expect((await call(id, verb, bob)).status).toBeLessThan(300)
  })

  test('is for a contract account on its own network only', async () => {
    const ids = [await draft(), await collection()]
    await server.database
      .updateTable('users')
      .set({ account_kind: 'contract', auth_chain_id: 1 })
      .execute()
    for (const id of ids) {
      for (const verb of verbs) expect((await call(id, verb)).status).toBe(404)
    }
    expect(await studio()).toEqual([])
  })
})

describe('hiding and showing', () => {
  test('takes a collection out of every list, search and count, and puts it back', async () => {
    const id = await collection({ minted: 2, unique_minters: 2 })
    const shown = await listed()
    expect(shown.names.length).toBeGreaterThan(3)

    const hidden = await act(id, 'hide')
    expect([hidden.status, hidden.data.visibility]).toEqual([200, 'hidden'])
    expect(await listed()).toEqual({ names: [], total: 0 })

    expect((await act(id, 'show')).data.visibility).toBe('shown')
    expect(await listed()).toEqual(shown)
  })

  test('leaves the page to whoever has its address, marked as hidden', async () => {
    const id = await collection()
    await act(id, 'hide')
    expect((await page()).data).toMatchObject({ hidden: true, name: 'Tidewater' })
    await act(id, 'show')
    expect((await page()).data.hidden).toBe(false)
  })

  test('can be repeated', async () => {
    for (const id of [await draft(), await collection()]) {
      for (const verb of ['hide', 'hide', 'show', 'show']) {
        const { status, data } = await act(id, verb)
        expect([status, data.visibility]).toEqual([
          200,
          verb === 'hide' ? 'hidden' : 'shown',
        ])
      }
    }
  })

  test('lists a collection deployed without this site', async () => {
    const id = await collection({ is_unlisted: true })
    expect((await studio())[0]).toMatchObject({ visibility: 'hidden' })
    expect((await act(id, 'show')).data.visibility).toBe('shown')
    expect((await listed()).names).toContain('Tidewater')
  })
})

describe('pictures', () => {
  test.each([
    ['draft', 'update-image', 'image', draft],
    ['draft', 'update-cover', 'cover', draft],
    ['collection', 'update-image', 'image', collection],
    ['collection', 'update-cover', 'cover', collection],
  ])('of a %s are set and taken away by %s', async (_, verb, name, make) => {
    const id = await make()
    const set = await send(id, verb, { files: { [name]: await picture() } })
    expect(set.status).toBe(200)
    expect(set.data[name]).toMatchObject({ is_plate: false })
    expect((await server.get(set.data[name].url)).status).toBe(200)
    expect((await studio())[0][name]).toEqual(set.data[name])

    const cleared = await remove(id, verb)
    expect([cleared.status, cleared.data[name]]).toEqual([200, null])
  })

  test.each(['image', 'cover'])('that break off are refused as %s', async (name) => {
    const files = { [name]: (await picture()).subarray(0, -20) }
    const { status, error } = await send(await draft(), `update-${name}`, { files })
    expect([status, error?.message]).toEqual([
      415,
      'This PNG is incomplete: its end is missing. Export or download it again.',
    ])
  })

  test('of a collection are those of its page', async () => {
    const id = await collection()
    const image = await send(id, 'update-image', { files: { image: await picture() } })
    const cover = await send(id, 'update-cover', {
      files: { cover: await picture('#66d19f') },
    })
    const { data } = await page()
    expect(data.image).toEqual(image.data.image)
    expect(data.cover).toEqual(cover.data.cover)

    await remove(id, 'update-image')
    expect((await page()).data.image.is_plate).toBe(true)
  })

  test.each([
    ['draft', draft],
    ['collection', collection],
  ])('of a %s change only the version that they were sent for', async (_, make) => {
    const id = await make()
    const opened = (await act(id, 'show')).data.updated_at
    const cover = { cover: await picture() }
    const sent = { files: cover, data: { if_updated_at: opened } }
    const set = await send(id, 'update-cover', sent)
    expect(set.status).toBe(200)

    const late = { remove: '1', if_updated_at: opened }
    const refused = await send(id, 'update-cover', { data: late })
    expect([refused.status, refused.error?.code]).toEqual([409, 'changed_elsewhere'])
    expect(refused.data.updated_at).toBe(set.data.updated_at)
    expect(refused.data.cover).toEqual(set.data.cover)
    const again = { remove: '1', if_updated_at: set.data.updated_at }
    const removed = await send(id, 'update-cover', { data: again })
    expect([removed.status, removed.data.cover]).toEqual([200, null])
  })

  test('stay if the contract freezes metadata, except for the cover', async () => {
    const id = await collection({ is_metadata_frozen: true })
    const image = await remove(id, 'update-image')
    expect([image.status, image.error?.code]).toEqual([409, 'metadata_frozen'])
    expect((await remove(id, 'update-cover')).status).toBe(200)
  })

  test.each([
    ['unsupported_media', 415, '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['file_too_large', 413, 'x'.repeat(21_000_000)],
  ])('answers %s and keeps the former one', async (code, status, text) => {
    const id = await collection()
    for (const [verb, name] of [
      ['update-image', 'image'],
      ['update-cover', 'cover'],
    ] as const) {
      const kept = await send(id, verb, { files: { [name]: await picture() } })
      const { error, ...answer } = await send(id, verb, {
        files: { [name]: Buffer.from(text) },
      })
      expect([answer.status, error?.code]).toEqual([status, code])
      expect((await studio())[0][name]).toEqual(kept.data[name])
    }
  })

  test('require either a picture or its removal, under the right name', async () => {
    const id = await draft()
    const files = { image: await picture() }
    const both = await send(id, 'update-image', { files, data: { remove: '1' } })
    const none = await send(id, 'update-image', { data: {} })
    const other = await send(id, 'update-cover', { files })

    expect([both.status, none.status, other.status]).toEqual([422, 422, 400])
    expect(Object.keys(none.error?.fields ?? {})).toEqual(['image'])
    const json = await server.post(
      `/api/contract/studio/${id}/update-image`,
      {},
      { as: ada },
    )
    expect(json.status).toBe(415)
  })

  test('count towards the uploads of their user', async () => {
    const strict = await testServer({
      rate_limit_scale: 1,
      limits: { uploads_per_user: 2 },
    })
    const made = await strict.postForm(
      '/api/contract/studio/create',
      { data: fields },
      { as: ada },
    )
    const form = { files: { cover: await picture() } }
    const url = `/api/contract/studio/${made.data.contract_id}/update-cover`
    const post = () => strict.postForm(url, form, { as: ada })

    expect([(await post()).status, (await post()).status]).toEqual([200, 200])
    const { status, headers } = await post()
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    await strict.close()
  })
})

describe('deleting', () => {
  test('removes a draft with all its rows', async () => {
    const id = await draft()
    const { status, body } = await act(id, 'delete')
    expect([status, body]).toEqual([204, ''])
    expect(await studio()).toEqual([])
    const rows = await server.database.selectFrom('drafts').select('id').execute()
    expect(rows).toEqual([])
    expect((await act(id, 'delete')).status).toBe(404)
  })

  test('takes a collection off the site and frees its alias', async () => {
    const id = await collection({ alias: 'tidewater' })
    expect((await page('tidewater')).status).toBe(200)
    expect((await act(id, 'delete')).status).toBe(204)

    expect(await studio()).toEqual([])
    expect(await listed()).toEqual({ names: [], total: 0 })
    expect([(await page()).status, (await page('tidewater')).status]).toEqual([404, 404])
    const form = { data: { ...fields, alias: 'tidewater' } }
    const again = await server.postForm('/api/contract/studio/create', form, { as: bob })
    expect(again.status).toBe(201)
  })

  test('leaves the metadata of tokens, to which their contract links', async () => {
    const id = await collection({ minted: 1 })
    await act(id, 'delete')
    expect((await server.get(`/metadata/local/${address}/1`)).status).toBe(200)
  })
})

describe('the studio list', () => {
  test('shows collections beside drafts, the newest first, as their chain says', async () => {
    const mine = await draft()
    const made = await collection({
      minted: 7,
      is_unlisted: true,
      created_at: new Date(Date.now() - 60_000),
    })
    const payees = (kind: string, block: number, { address }: typeof ada) => ({
      ...{ chain_id: 31_337, block_number: block, log_index: 1, collection_id: made },
      ...{ kind, tx_hash: `0x${'1'.repeat(64)}`, time: new Date() },
      data: JSON.stringify({
        payees: [{ account: address.toLowerCase(), bps: 10_000 }],
      }),
    })
    await server.database
      .insertInto('events')
      .values([
        payees('created', 1, ada),
        payees('payees_changed', 2, bob),
        // Announced only: it does not count yet.
        payees('payees_scheduled', 3, ada),
      ])
      .execute()

    const [first, second, ...others] = await studio()
    expect(others).toEqual([])
    expect(first).toMatchObject({ contract_id: mine, state: 'draft', minted: 0 })
    expect(second).toMatchObject({
      contract_id: made,
      state: 'live',
      minted: 7,
      missing: {},
      contract_address: '0x00000000000000000000000000000000000000AA',
      fields: {
        chain_alias: 'local',
        name: 'Tidewater',
        payees: [{ address: bob.address, bps: 10_000 }],
        phases: [{ phase_id: 255, title: 'Everyone', max_per_wallet: 3 }],
      },
    })
  })

  test('marks a collection with an event that could not be read', async () => {
    await collection({ unreadable_block: 7 })
    expect(await studio()).toMatchObject([{ state: 'unreadable' }])
  })

  test('shows a collection once, though its draft is kept', async () => {
    const id = await draft()
    await collection({ id })
    await server.database.updateTable('drafts').set({ collection_id: id }).execute()
    expect(await studio()).toMatchObject([{ contract_id: id, state: 'live' }])
  })

  test('follows a collection to its new owner', async () => {
    const id = await collection({ owner: bob.address.toLowerCase() })
    expect(await studio()).toEqual([])
    expect(await studio(bob)).toMatchObject([{ contract_id: id }])
  })
})
