import { CarReader } from '@ipld/car'
import { exporter } from 'ipfs-unixfs-exporter'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newDraft } from '../../../../test/calls.ts'
import { insertMintedCollection } from '../../../../test/collection.ts'
import { ada, bob, type TestServer, testServer } from '../../../../test/server.ts'
import { insertSet } from '../../../../test/studio/set.ts'
import { createArchiveComputer } from './compute-archives.ts'
import { readArt } from './read-art.ts'

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

const picture = (work: number) => Buffer.from(`picture ${work}`)
const film = Buffer.from('film')

/** Gives the draft a set of three works, of which the third has the picture of the first. */
async function addSet(missing = 0): Promise<void> {
  const { database, context } = server
  await change({ max_supply: 3, art: 'set' })
  const works = [1, 2, 3].map(async (token_id) => {
    const file = await context.files.put(picture(token_id % 2), 'png')
    return {
      ...{ name: token_id === 1 ? 'Ebb' : null, file: token_id <= missing ? null : file },
      animation_file: token_id === 2 ? await context.files.put(film, 'mp4') : null,
      attributes: JSON.stringify([{ trait_type: 'Height', value: token_id }]),
    }
  })
  await insertSet(database, { contract_id: draft, works: await Promise.all(works) })
}

/** Gives the draft one work for all tokens. */
async function addWork({ image, animation }: { image: Buffer; animation?: Buffer }) {
  const { database, context } = server
  const image_file = await context.files.put(image, 'png')
  const animation_file = animation ? await context.files.put(animation, 'mp4') : null
  await database.updateTable('drafts').set({ image_file, animation_file }).execute()
}

const change = (fields: object) =>
  server.post(`/api/contract/studio/${draft}/update`, fields, { as: ada })

const prepare = (as = ada) =>
  server.post(`/api/contract/studio/${draft}/archive`, undefined, { as })

async function load(url: string, method: 'GET' | 'HEAD' = 'GET') {
  const { statusCode, headers, rawPayload } = await server.app.inject({ method, url })
  return { statusCode, headers, bytes: rawPayload }
}

/** Reads a CAR file: its root, and files by their path or address. */
async function openCar(bytes: Buffer) {
  const reader = await CarReader.fromBytes(bytes)
  const blocks = {
    async *get(cid: Parameters<typeof reader.get>[0]) {
      const block = await reader.get(cid)
      if (block) yield block.bytes
    },
  }
  const read = async (path: string) => {
    const entry = await exporter(path.replace('ipfs://', ''), blocks)
    if (!('content' in entry)) throw new Error(`${path} is no file`)
    const pieces: Uint8Array[] = []
    for await (const piece of entry.content()) pieces.push(piece)
    return Buffer.concat(pieces)
  }
  return { roots: (await reader.getRoots()).map(String), read }
}

test('an owner loads the works of a set as one CAR file, the same at every time', async () => {
  await addSet()
  const { data } = await prepare()
  expect(data).toMatchObject({ state: 'ready', sentence: null, read_works: 3, works: 3 })
  const { root, base_uri, size, download_url, file_name } = data.archive
  expect(base_uri).toBe(`ipfs://${root}/metadata/`)
  const { headers, bytes } = await load(download_url)
  expect(headers).toMatchObject({
    'content-type': 'application/vnd.ipld.car; version=1',
    'content-length': String(size),
    'content-disposition': `attachment; filename="${file_name}"`,
  })
  expect(bytes.length).toBe(size)
  expect((await load(download_url)).bytes.equals(bytes)).toBe(true)
  expect((await prepare()).data).toEqual(data)
  const head = await load(download_url, 'HEAD')
  expect([head.bytes.length, head.headers.etag]).toEqual([0, `"${root}"`])

  const { roots, read } = await openCar(bytes)
  expect(roots).toEqual([root])
  const token = async (id: number) => JSON.parse(String(await read(`${base_uri}${id}`)))
  const [first, second, third] = [await token(1), await token(2), await token(3)]
  expect(first).toMatchObject({
    name: 'Ebb',
    attributes: [{ trait_type: 'Height', value: 1 }],
  })
  expect(third.name).toMatch(/ #3$/)
  expect(await read(first.image)).toEqual(picture(1))
  expect(await read(second.image)).toEqual(picture(0))
  expect(await read(third.image)).toEqual(picture(1))
  expect(await read(second.animation_url)).toEqual(film)
  expect(await read(`${root}/files/3.png`)).toEqual(picture(1))
})

test('an owner loads the one work of all tokens with its metadata as one CAR file', async () => {
  await addWork({ image: picture(1), animation: film })
  const { data } = await prepare()
  expect(data).toMatchObject({ state: 'ready', read_works: 1, works: 1 })
  const { root, base_uri, size, download_url } = data.archive
  expect(base_uri).toBe(`ipfs://${root}/metadata.json`)
  const { bytes } = await load(download_url)
  expect(bytes.length).toBe(size)

  const { roots, read } = await openCar(bytes)
  expect(roots).toEqual([root])
  const metadata = JSON.parse(String(await read(base_uri)))
  const { fields } = (await server.get(`/api/contract/studio/${draft}`, { as: ada })).data
  expect(metadata).toEqual({
    ...{ name: fields.name, description: fields.description, attributes: [] },
    image: expect.stringMatching(/^ipfs:.*work\.png$/),
    animation_url: expect.stringMatching(/^ipfs:.*work-animation\.mp4$/),
  })
  expect(await read(metadata.image)).toEqual(picture(1))
  expect(await read(metadata.animation_url)).toEqual(film)
  expect(await read(`${root}/files/work.png`)).toEqual(picture(1))

  await addWork({ image: picture(2) })
  expect((await load(download_url)).statusCode).toBe(404)
  expect((await prepare()).data.archive.root).not.toBe(root)
})

test('a deployed collection has the archive of its own image, not of its draft', async () => {
  await addWork({ image: picture(1) })
  const drafted = (await prepare()).data.archive.root
  const { context, database } = server
  await insertMintedCollection(database, {
    ...{ id: draft, chain_id: 31_337, address: `0x${'c0'.repeat(20)}` },
    owner: ada.address.toLowerCase(),
    image_file: await context.files.put(picture(2), 'png'),
  })
  await database.updateTable('drafts').set({ collection_id: draft }).execute()
  const { root, download_url } = (await prepare()).data.archive
  expect(root).not.toBe(drafted)
  const { read } = await openCar((await load(download_url)).bytes)
  expect(await read(`${root}/files/work.png`)).toEqual(picture(2))
})

test('the archive of a draft is deleted with it', async () => {
  await addWork({ image: picture(1) })
  await prepare()
  const { status } = await server.post(
    ...([`/api/contract/studio/${draft}/delete`, undefined, { as: ada }] as const),
  )
  expect(status).toBe(204)
  const archives = server.database.selectFrom('archives').select('root')
  expect(await archives.execute()).toEqual([])
})

test('the address of a CAR file ends after an hour, and with a change of the works', async () => {
  await addSet()
  const { data } = await prepare()
  const { download_url } = data.archive
  expect((await load(download_url.replace(/.{8}\.car/, '00000000.car'))).statusCode).toBe(
    404,
  )
  server.clock.advance(3_600_001)
  expect((await load(download_url)).statusCode).toBe(404)
  const later = (await prepare()).data.archive
  expect(later.root).toBe(data.archive.root)
  expect((await load(later.download_url)).statusCode).toBe(200)

  await server.database.updateTable('works').set({ name: 'Flow' }).execute()
  expect((await load(later.download_url)).statusCode).toBe(404)
  expect((await prepare()).data.archive.root).not.toBe(later.root)
})

test('what has no archive is answered with a sentence', async () => {
  expect((await prepare()).data).toMatchObject({
    state: 'incomplete',
    sentence: expect.stringMatching(/^This collection has no image yet/),
    archive: null,
  })
  await change({ max_supply: 3, art: 'set' })
  expect((await prepare()).error).toMatchObject({
    code: 'not_found',
    message: 'This collection has no set of works yet.',
  })
  await addSet(2)
  expect((await prepare()).data).toMatchObject({
    state: 'incomplete',
    sentence: '2 works have no image yet. Add the files in the step Art.',
    archive: null,
  })
  expect((await prepare(bob)).error?.code).toBe('not_found')
})

test('a set that is hidden until its reveal has no archive', async () => {
  await addSet()
  await change({ shown: 'at_reveal' })
  const hidden = { state: 'hidden', archive: null }
  expect((await prepare()).data).toMatchObject(hidden)

  await server.database.updateTable('sets').set({ shown: 'at_reveal' }).execute()
  const art = await readArt(server.database, {
    ...{ contract_id: draft, art: 'set', name: '', description: '' },
  })
  expect(art.works).toEqual([])
})

test('a server that ends does not wait for the archive that it computes', async () => {
  await addSet()
  const computer = createArchiveComputer(server.context)
  const art = await readArt(server.database, {
    ...{ contract_id: draft, art: 'set', name: 'Tides', description: '' },
  })
  const { result } = computer.start(art, { user: 'ada' })
  const outcome = expect(result).rejects.toThrow('server ends')
  await computer.close()
  await outcome
})
