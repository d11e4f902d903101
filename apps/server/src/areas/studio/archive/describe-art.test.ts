import { CarReader } from '@ipld/car'
import { hashSetManifest, writeSetManifest } from '@platemark/rules/set-manifest'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertMintedCollection } from '../../../../test/collection.ts'
import { ada, type TestServer, testServer } from '../../../../test/server.ts'
import { insertSet } from '../../../../test/studio/set.ts'

let server: TestServer

const address = `0x${'c0'.repeat(20)}`
const url = `/api/contract/local/${address}/art`
const owner = ada.address.toLowerCase()

beforeAll(async () => {
  server = await testServer()
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const store = (text: string) => server.context.files.put(Buffer.from(text), 'png')

/** Inserts a collection of which one token is minted, with its own picture if it is named. */
async function insert(picture?: string): Promise<string> {
  const image_file = picture === undefined ? null : await store(picture)
  return insertMintedCollection(server.database, {
    ...{ chain_id: 31_337, address, owner, image_file },
  })
}

/** Gives it two works. */
async function insertWorks(
  contract_id: string,
  shown: 'at_once' | 'at_mint' | 'at_reveal',
) {
  const files = [await store('ebb'), await store('flow')]
  const works = files.map((file, place) => ({ file, name: `Work ${place + 1}` }))
  await insertSet(server.database, { contract_id, works })
  await server.database.updateTable('sets').set({ shown }).execute()
}

const event = (collection_id: string, kind: string, data: object) =>
  server.database
    .insertInto('events')
    .values({
      ...{
        chain_id: 31_337,
        block_number: 2,
        log_index: kind.length,
        kind,
        collection_id,
      },
      ...{ tx_hash: `0x${'2'.repeat(64)}`, time: new Date(), data: JSON.stringify(data) },
    })
    .execute()

const load = (path: string, method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({ method, url: path })

const mint = (minted: number) =>
  server.database.updateTable('collections').set({ minted }).execute()

test('a collection without a file says that its picture is drawn here', async () => {
  await insert()
  const drawn = {
    ...{ art: 'drawn', state: 'shown', works: 0, is_computed: false, root: null },
    site_base_uri: `http://localhost:3000/metadata/local/${address}/`,
    site_files_url: 'http://localhost:3000/files/',
    ...{ manifest_hash: null, car: null, is_car_withheld: false, computing: null },
  }
  expect((await server.get(url)).data).toMatchObject(drawn)
  expect((await server.post(url, {})).data).toMatchObject(drawn)
})

test('anyone computes the address of the one work, and loads the file that has it', async () => {
  await insert('picture')
  expect((await server.get(url)).data).toMatchObject({
    ...{ art: 'one', works: 1, is_computed: false, root: null, car: null },
  })
  const { data } = await server.post(url, {})
  expect(data).toMatchObject({
    ...{ is_computed: true, base_uri: `ipfs://${data.root}/metadata.json` },
    ...{ manifest_hash: null, car: { file_name: 'tidewater.car' } },
  })
  expect((await server.get(url)).data).toEqual(data)
  const { statusCode, rawPayload, headers } = await load(data.car.download_url)
  expect([statusCode, rawPayload.length]).toEqual([200, data.car.size])
  expect(headers['content-disposition']).toBe('attachment; filename="tidewater.car"')
  const roots = await (await CarReader.fromBytes(rawPayload)).getRoots()
  expect(roots.map(String)).toEqual([data.root])
  const other = data.car.download_url.replace(data.root, `b${'a'.repeat(58)}`)
  expect((await load(other)).statusCode).toBe(404)
  expect((await load(other.replace('aaa.car', '.car'))).statusCode).toBe(404)

  await server.database.updateTable('collections').set({ description: 'New.' }).execute()
  expect((await server.get(url)).data).toMatchObject({ is_computed: false, root: null })
  expect((await server.post(url, {})).data.root).not.toBe(data.root)
})

test('the file of a set has no work that is not minted before all are', async () => {
  const id = await insert()
  await insertWorks(id, 'at_mint')
  const { data } = await server.post(url, {})
  expect(data).toMatchObject({
    ...{ art: 'set', works: 2, is_computed: true, car: null, is_car_withheld: true },
    root: expect.stringMatching(/^b/),
  })
  const path = `${url}/${data.root}.car`
  expect((await load(path)).statusCode).toBe(404)
  await mint(2)
  expect((await server.get(url)).data).toMatchObject({
    car: { download_url: path },
    is_car_withheld: false,
  })
  expect((await load(path, 'HEAD')).statusCode).toBe(200)
  await mint(1)
  await server.database.updateTable('sets').set({ shown: 'at_once' }).execute()
  expect((await load(path)).statusCode).toBe(200)
})

test('the hash of the works is that of their manifest in the order of the tokens', async () => {
  const id = await insert()
  await insertWorks(id, 'at_reveal')
  await event(id, 'created', { provenance_hash: `0x${'5'.repeat(64)}`, salt: null })
  expect((await server.post(url, {})).data).toMatchObject({
    ...{ state: 'hidden', works: 2, is_computed: false, is_car_withheld: false },
  })
  for (const [token_id, revealed_id] of [
    [1, 2],
    [2, 1],
  ] as const) {
    await server.database
      .updateTable('works')
      .set({ revealed_id })
      .where('token_id', '=', token_id)
      .execute()
  }
  await event(id, 'revealed', { manifest_hash: `0x${'6'.repeat(64)}` })
  const line = async (token_id: number, name: string, text: string) => ({
    ...{ token_id, name, description: null, external_url: null, attributes: [] },
    ...{ image: (await store(text)).slice(0, 64), animation: null },
  })
  const manifest = writeSetManifest([
    await line(1, 'Work 2', 'flow'),
    await line(2, 'Work 1', 'ebb'),
  ])
  expect((await server.post(url, {})).data).toMatchObject({
    ...{ state: 'shown', manifest_hash: `0x${hashSetManifest(manifest)}` },
  })
})

test('works that this site does not have are hidden, and absent after their reveal', async () => {
  const id = await insert('placeholder')
  await event(id, 'created', { provenance_hash: `0x${'5'.repeat(64)}`, salt: null })
  expect((await server.get(url)).data).toMatchObject({ art: 'set', state: 'hidden' })
  await event(id, 'revealed', { manifest_hash: `0x${'6'.repeat(64)}` })
  expect((await server.get(url)).data).toMatchObject({
    ...{ art: 'set', state: 'absent', works: 0 },
  })
  expect((await server.post(url, {})).data).toMatchObject({ is_computed: false })
})

test('the files of a large set are computed while others ask, and once', async () => {
  const id = await insert()
  await insertWorks(id, 'at_once')
  const [first, second] = await Promise.all([server.post(url, {}), server.post(url, {})])
  expect(first?.data).toEqual(second?.data)
})

test('a set with a missing image has no address, and a blocked collection no files', async () => {
  const id = await insert()
  await insertWorks(id, 'at_once')
  await server.database.updateTable('works').set({ file: null }).execute()
  expect((await server.post(url, {})).data).toMatchObject({
    ...{ state: 'shown', is_computed: false, computing: null },
  })
  expect((await server.get(url.replace('local', 'nowhere'))).error?.code).toBe(
    'unknown_chain',
  )
  expect((await server.get(url.replace('c0c0', 'c1c1'))).error?.code).toBe('not_found')
})
