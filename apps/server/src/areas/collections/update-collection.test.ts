import { keccak256, toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type collectionRow, insertCollection } from '../../../test/collection.ts'
import { create, testNetwork, toBlocks } from '../../../test/collections/logs.ts'
import { projectionOn } from '../../../test/collections/projection.ts'
import { ada, bob, type TestServer, testServer } from '../../../test/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer({ networks: [testNetwork] })
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const address = `0x${'0'.repeat(38)}aa`
const other = `0x${'0'.repeat(38)}bb`

async function collection(of: Partial<ReturnType<typeof collectionRow>> = {}) {
  const owner = ada.address.toLowerCase()
  await insertCollection(server.database, { chain_id: 31_337, address, owner, ...of })
}

const update = (changes: object, as = ada, place = address) =>
  server.post(`/api/contract/local/${place}`, changes, { as })

const page = async (as?: typeof ada) =>
  (await server.get(`/api/contract/local/${address}`, as && { as })).data

const askFree = async (alias: string, as = ada) => {
  const { own } = await page(ada)
  return server.get(`/api/contract/studio/${own.contract_id}/alias?alias=${alias}`, {
    as,
  })
}

const isFree = async (alias: string) => (await askFree(alias)).data.is_free

const noLinks = {
  website: null,
  x: null,
  discord: null,
  instagram: null,
  farcaster: null,
}

describe('the page of a collection', () => {
  test('is changed by its owner, in the sent fields only', async () => {
    await collection()
    const links = { ...noLinks, website: 'https://tide.example/' }
    const first = await update({ description: 'Later.\nMore.', links })
    expect(first.status).toBe(200)
    expect(first.data).toMatchObject({ description: 'Later.\nMore.', links, alias: null })

    const second = await update({ alias: 'tidewater' })
    expect(second.data).toMatchObject({ description: 'Later.\nMore.', links })
    expect(second.data.alias).toBe('tidewater')
    expect((await server.get('/api/contract/local/tidewater')).status).toBe(200)
    expect(await page(ada)).toEqual(second.data)
  })

  test('is changed under its slug too, which can be taken away', async () => {
    await collection({ alias: 'tidewater' })
    const { status, data } = await update({ alias: null }, ada, 'tidewater')
    expect([status, data.alias]).toEqual([200, null])
    // The former slug still resolves.
    expect((await server.get('/api/contract/local/tidewater')).data.alias).toBe(null)
  })

  test('is found by its slug while it is hidden, by its owner only', async () => {
    await collection({ alias: 'tidewater', visibility: 'hidden' })
    const read = (as?: typeof ada) =>
      server.get('/api/contract/local/tidewater', as && { as })
    expect([(await read()).status, (await read(bob)).status]).toEqual([404, 404])
    expect((await read(ada)).data).toMatchObject({ alias: 'tidewater', hidden: true })
    expect((await page()).alias).toBe(null)
    const changed = await update({ alias: 'low-sun' }, ada, 'tidewater')
    expect([changed.status, changed.data.alias]).toEqual([200, 'low-sun'])
    expect((await read()).status).toBe(404)
    expect((await read(ada)).data.alias).toBe('low-sun')
  })

  test('reserves its former slug for a month, and may take it back', async () => {
    await collection({ alias: 'tidewater' })
    await collection({ address: other, alias: null })
    await update({ alias: 'low-sun' })
    const taken = await update({ alias: 'tidewater' }, ada, other)
    expect([taken.status, taken.error?.code]).toEqual([409, 'alias_taken'])
    expect((await update({ alias: 'tidewater' })).status).toBe(200)

    await update({ alias: 'low-sun' })
    const left_at = new Date(Date.now() - 31 * 86_400_000)
    await server.database.updateTable('former_aliases').set({ left_at }).execute()
    expect((await update({ alias: 'tidewater' }, ada, other)).data.alias).toBe(
      'tidewater',
    )
  })

  test('does not change without fields, or with unknown ones', async () => {
    await collection()
    const before = await page()
    expect((await update({})).status).toBe(200)
    expect((await update({ name: 'Mine', owner: bob.address })).status).toBe(200)
    expect(await page()).toEqual(before)
  })

  test.each(['shown', 'hidden'] as const)(
    'is not for others while it is %s',
    async (visibility) => {
      await collection({ visibility })
      const before = await page()
      const { status, error } = await update({ description: 'Mine.' }, bob)
      expect([status, error?.code]).toEqual([403, 'not_yours'])
      expect(await page()).toEqual(before)
    },
  )

  test('is changed by its present owner, not by the former one', async () => {
    await collection({
      creator: ada.address.toLowerCase(),
      owner: bob.address.toLowerCase(),
    })
    expect((await update({ description: 'Mine.' })).status).toBe(403)
    expect((await update({ description: 'Mine.' }, bob)).status).toBe(200)
  })

  test('is for a contract account on its own network only', async () => {
    await collection()
    await server.tokenOf(ada)
    await server.database
      .updateTable('users')
      .set({ account_kind: 'contract', auth_chain_id: 1 })
      .execute()
    expect((await update({ description: 'Mine.' })).status).toBe(403)
    await server.database.updateTable('users').set({ auth_chain_id: 31_337 }).execute()
    expect((await update({ description: 'Mine.' })).status).toBe(200)
  })

  test('is missing when it was deleted, or never existed', async () => {
    await collection({ deleted_at: new Date() })
    for (const as of [ada, bob]) {
      const answers = [
        await update({ description: 'Mine.' }, as),
        await update({ description: 'Mine.' }, as, other),
        await update({ description: 'Mine.' }, as, 'no-such-slug'),
      ]
      expect(answers.map(({ error }) => error?.code)).toEqual([
        'not_found',
        'not_found',
        'not_found',
      ])
    }
    const elsewhere = await server.post(
      `/api/contract/elsewhere/${address}`,
      {},
      { as: ada },
    )
    expect([elsewhere.status, elsewhere.error?.code]).toEqual([404, 'unknown_chain'])
  })

  test('requires a session and a body', async () => {
    await collection()
    const path = `/api/contract/local/${address}`
    expect((await server.post(path, { description: 'Mine.' })).status).toBe(401)
    expect((await server.post(path, undefined, { as: ada })).status).toBe(400)
  })

  test.each<[string, object]>([
    ['description', { description: 'x'.repeat(2001) }],
    ['description', { description: 'a\0b' }],
    ['description', { description: null }],
    ['links.website', { links: { ...noLinks, website: 'javascript:alert(1)' } }],
    ['links.x', { links: { website: null } }],
    ['alias', { alias: 'ab' }],
    ['alias', { alias: '0xabc' }],
    ['alias', { alias: 'Tide' }],
  ])('refuses what %s cannot be', async (field, changes) => {
    await collection()
    const { status, error } = await update(changes)
    expect(status).toBe(422)
    expect(Object.keys(error?.fields ?? {})).toContain(field)
  })

  test('keeps its description if the contract freezes it', async () => {
    await collection({ is_metadata_frozen: true })
    const { status, error } = await update({ description: 'Other.' })
    expect([status, error?.code]).toEqual([409, 'metadata_frozen'])
    expect((await update({ description: 'Water.', links: noLinks })).status).toBe(200)
  })
})

describe('a change with `if_updated_at`', () => {
  test('is refused if another one came first, with the page as it is now', async () => {
    await collection({ alias: 'tidewater' })
    const { own, ...opened } = await page(ada)
    expect(own.updated_by).toBe(null)
    const first = await update({ description: 'Ebb.', if_updated_at: own.updated_at })
    expect(first.data.own.updated_by).toBe(ada.address)
    expect(Date.parse(first.data.own.updated_at)).toBeGreaterThan(
      Date.parse(own.updated_at),
    )

    const late = { description: 'Flood.', alias: 'low-sun', links: noLinks }
    const second = await update({ ...late, if_updated_at: own.updated_at })
    expect([second.status, second.error?.code]).toEqual([409, 'changed_elsewhere'])
    expect(second.data).toEqual(first.data)
    expect(second.data).toMatchObject({ description: 'Ebb.', alias: 'tidewater' })
    expect(await page(ada)).toEqual(first.data)

    const again = await update({
      ...late,
      if_updated_at: second.data.own.updated_at,
    })
    expect([again.status, again.data.description]).toEqual([200, 'Flood.'])
    expect(again.data.chain_alias).toBe(opened.chain_alias)
  })

  test('is made by one of several that were made to the same version', async () => {
    await collection()
    const { own } = await page(ada)
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((description) =>
        update({ description, if_updated_at: own.updated_at }),
      ),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 409, 409, 409])
    const [won] = answers.filter(({ status }) => status === 200)
    const seen = answers.map(({ data }) => data.description)
    expect(seen).toEqual(seen.map(() => won?.data.description))
  })

  test('answers others with 403, and a time that is none with 422', async () => {
    await collection()
    const { own } = await page(ada)
    const { status, data } = await update({ if_updated_at: own.updated_at }, bob)
    expect([status, data]).toEqual([403, undefined])
    expect((await update({ if_updated_at: 'noon' })).status).toBe(422)
  })
})

describe('a slug', () => {
  test('belongs to one collection of a network', async () => {
    await collection({ alias: 'tidewater' })
    await collection({ address: other })
    const { status, error } = await update({ alias: 'tidewater' }, ada, other)
    expect([status, error?.code]).toEqual([409, 'alias_taken'])
    expect((await update({ alias: 'tidewater' })).status).toBe(200)
  })

  test('is reserved for the draft with a pending deployment', async () => {
    await collection()
    await server.database
      .insertInto('drafts')
      .values({
        owner: bob.address.toLowerCase(),
        chain_id: 31_337,
        alias: 'tidewater',
        fields: JSON.stringify({}),
        image_file: null,
        cover_file: null,
        salt: `0x${'5'.repeat(64)}`,
        predicted_address: other,
        list_root: null,
        deadline: new Date(Date.now() + 900_000),
      })
      .execute()
    expect((await update({ alias: 'tidewater' })).error?.code).toBe('alias_taken')
    expect(await isFree('tidewater')).toBe(false)
    expect(await isFree('low-tide')).toBe(true)
    expect((await update({ alias: 'low-tide' })).status).toBe(200)
  })

  test('is free for a collection unless another one of the network has it or just had it', async () => {
    await collection({ alias: 'tidewater' })
    await collection({ address: other, alias: 'sandbar' })
    expect(await isFree('sandbar')).toBe(false)
    expect(await isFree('tidewater')).toBe(true)
    await update({ alias: 'shoal' }, ada, other)
    await update({ alias: 'estuary' })
    expect(await isFree('sandbar')).toBe(false)
    expect(await isFree('tidewater')).toBe(true)
    const asked = await askFree('shoal', bob)
    expect([asked.status, (await askFree('0x', ada)).status]).toEqual([404, 422])
  })

  test('goes to one of several concurrent requests', async () => {
    const places = Array.from({ length: 8 }, (_, place) => `0x${'0'.repeat(38)}c${place}`)
    for (const place of places) await collection({ address: place })
    const answers = await Promise.all(
      places.map((place) => update({ alias: 'tidewater' }, ada, place)),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  })
})

describe('a collection with settings of its owner', () => {
  const made = create(0, [0, 0, 0, 0])

  const follow = () => projectionOn(server).project(toBlocks([made.logs], 1))
  const goBack = () => projectionOn(server).revert(0)

  const found = async () => {
    const row = await server.database
      .selectFrom('collections')
      .select(['id', 'owner'])
      .executeTakeFirstOrThrow()
    // Safe: the column holds addresses.
    return { id: row.id, owner: { address: row.owner as `0x${string}` } }
  }

  test('begins hidden when its draft was', async () => {
    const as = { address: made.collection.creator }
    const data = { chain_alias: 'local', kind: 'drop', name: 'Tide', symbol: 'TIDE' }
    const draft = await server.postForm('/api/contract/studio/create', { data }, { as })
    const id = draft.data.contract_id
    await server.post(`/api/contract/studio/${id}/hide`, undefined, { as })
    await server.database
      .updateTable('drafts')
      .set({
        salt: keccak256(toHex('salt 0')),
        predicted_address: made.collection.address,
      })
      .execute()
    await follow()

    const studio = await server.get('/api/contract/studio/list', { as })
    expect(studio.data).toMatchObject([{ contract_id: id, visibility: 'hidden' }])
    const path = `/api/contract/local/${made.collection.address}`
    expect((await server.get(path)).data.hidden).toBe(true)
    await server.post(`/api/contract/studio/${id}/show`, undefined, { as })
    expect((await server.get(path)).data.hidden).toBe(false)
  })

  test('stays deleted when the chain creates it again', async () => {
    await follow()
    const { id, owner } = await found()
    const call = { as: owner }
    const list = async () => (await server.get('/api/contract/studio/list', call)).data
    expect(await list()).toMatchObject([{ contract_id: id, visibility: 'hidden' }])

    await server.post(`/api/contract/studio/${id}/delete`, undefined, call)
    await goBack()
    await follow()
    expect(await list()).toEqual([])
    const path = `/api/contract/local/${made.collection.address}`
    expect((await server.get(path, call)).status).toBe(404)
    const again = await server.post(`/api/contract/studio/${id}/show`, undefined, call)
    expect(again.status).toBe(404)
  })

  test('stays hidden and described when the chain creates it again', async () => {
    await follow()
    const { id, owner } = await found()
    const call = { as: owner }
    const path = `/api/contract/local/${made.collection.address}`
    await server.post(path, { description: 'By hand.' }, call)
    await server.post(`/api/contract/studio/${id}/hide`, undefined, call)
    await goBack()
    await follow()
    expect((await server.get(path)).data).toMatchObject({
      description: 'By hand.',
      hidden: true,
    })
  })
})
