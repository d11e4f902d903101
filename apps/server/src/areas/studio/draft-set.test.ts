import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newDraft } from '../../../test/calls.ts'
import { insertMintedCollection } from '../../../test/collection.ts'
import { ada, type TestServer, testServer } from '../../../test/server.ts'
import { insertSet } from '../../../test/studio/set.ts'
import { markDeployed } from './service.ts'

let server: TestServer
let draft: string

beforeAll(async () => {
  server = await testServer()
})
beforeEach(async () => {
  await server.reset()
  draft = await newDraft(server, ada)
})
afterAll(() => server.close())

const hash = (digit: string) => digit.repeat(64)

/** Gives the draft a set of a hundred works, of which the first one has a film. */
function addSet({ works = 100, problem_count = 0 } = {}) {
  const attributes = JSON.stringify([
    { trait_type: 'Height', value: 3, display_type: 'number' },
  ])
  return insertSet(server.database, {
    ...{ contract_id: draft, problem_count },
    works: Array.from({ length: works }, (_, place) => ({
      ...{ name: `Tide ${place + 1}`, attributes },
      animation_file: place === 0 ? `${hash('b')}.mp4` : null,
    })),
  })
}

async function addUpload(state: 'receiving' | 'ready') {
  const { id } = await server.database
    .selectFrom('users')
    .select('id')
    .executeTakeFirstOrThrow()
  const now = new Date()
  await server.database
    .insertInto('uploads')
    .values({
      ...{ draft_id: draft, user_id: id, kind: 'folder', manifest_hash: hash('3') },
      ...{ file_count: 1, total_bytes: 9, received_bytes: 0, state },
      ...{ created_at: now, updated_at: now },
    })
    .execute()
}

const update = async (changes: object) => {
  const url = `/api/contract/studio/${draft}/update`
  return (await server.post(url, changes, { as: ada })).data
}

describe('a draft of a set', () => {
  test('is missing its works, its supply and what is left to correct', async () => {
    expect((await update({ art: 'set' })).missing.art).toEqual([
      'Upload the works of the set.',
    ])
    await addUpload('receiving')
    expect((await update({ art: 'set' })).missing.art).toEqual([
      'Wait until all files of the set are uploaded and checked.',
    ])
    await server.database.updateTable('uploads').set({ state: 'ready' }).execute()
    await addSet({ works: 12, problem_count: 7 })
    const { missing, set } = await update({})
    expect(missing).toMatchObject({
      art: ['Correct the set: 7 problems are left.'],
      max_supply: ['The set has 12 works and the supply is 100. Make them equal.'],
    })
    expect(set).toMatchObject({ works: 12, problem_count: 7, upload: { state: 'ready' } })
  })

  test('is a drop', async () => {
    await addSet()
    const { missing } = await update({ art: 'set', kind: 'edition', max_supply: null })
    expect(missing.kind).toEqual(['A set of works needs the kind Drop.'])
  })

  test('with all its works misses nothing of them, and needs none with one image', async () => {
    await addSet()
    const { missing } = await update({ art: 'set', shown: 'at_once' })
    expect(Object.keys(missing)).not.toContain('art')
    await server.database.updateTable('sets').set({ problem_count: 9 }).execute()
    expect(Object.keys((await update({ art: 'one' })).missing)).not.toContain('art')
  })

  test('has an empty page beyond its works, however far', async () => {
    await addSet()
    for (const [page, rows] of [
      ['1', 24],
      ['6', 0],
      ['9999999999', 0],
    ] as const) {
      const url = `/api/contract/studio/${draft}/works?page=${page}`
      const { status, data } = await server.get(url, { as: ada })
      expect([page, status, data.length]).toEqual([page, 200, rows])
    }
  })

  test('takes its works with it when it is deleted', async () => {
    await addSet()
    await server.post(`/api/contract/studio/${draft}/delete`, undefined, { as: ada })
    expect(await server.database.selectFrom('works').selectAll().execute()).toEqual([])
  })
})

describe('the tokens of a deployed set', () => {
  const address = '0x00000000000000000000000000000000000000ab'

  async function deploy(shown: string, art = 'set') {
    await addSet()
    await update({ art, shown })
    const owner = ada.address.toLowerCase()
    const row = { chain_id: 31_337, address, owner, id: draft }
    await insertMintedCollection(server.database, row)
    await markDeployed(server.database, draft, draft)
  }

  const metadata = (id: number) => server.get(`/metadata/local/${address}/${id}`)

  test('have their own name, image and traits in metadata and lists', async () => {
    await deploy('at_mint')
    expect((await metadata(1)).data).toMatchObject({
      name: 'Tide 1',
      image: `http://localhost:3000/files/${hash('a')}.png`,
      animation_url: `http://localhost:3000/files/${hash('b')}.mp4`,
      attributes: [{ trait_type: 'Height', value: 3, display_type: 'number' }],
    })
    const url = `/api/contract/local/${address}/tokens`
    const { data } = await server.get(url)
    expect(data[0].name).toBe('Tide 1')
    expect(data[0].image.small_url).toContain(hash('a'))
    expect((await server.get(`${url}/1`)).data).toMatchObject({
      name: 'Tide 1',
      attributes: [{ trait_type: 'Height', value: '3', tokens: null }],
    })
  })

  test('that are not minted are shown only by a set that is shown at once', async () => {
    await deploy('at_mint')
    expect((await metadata(2)).status).toBe(404)
    await server.database.updateTable('sets').set({ shown: 'at_once' }).execute()
    expect((await metadata(2)).data.name).toBe('Tide 2')
    expect((await metadata(101)).status).toBe(404)
    await server.database.updateTable('sets').set({ shown: 'at_reveal' }).execute()
    expect((await metadata(1)).data).toMatchObject({ attributes: [] })
  })

  test('show one image where the creator chose it, whatever was uploaded', async () => {
    await deploy('at_mint', 'one')
    expect((await metadata(1)).data).toMatchObject({ attributes: [] })
    expect(await server.database.selectFrom('sets').selectAll().execute()).toEqual([])
  })

  test('keep their works when the page of the collection is deleted', async () => {
    await deploy('at_mint')
    await server.post(`/api/contract/studio/${draft}/delete`, undefined, { as: ada })
    expect((await metadata(1)).data.name).toBe('Tide 1')
  })
})
