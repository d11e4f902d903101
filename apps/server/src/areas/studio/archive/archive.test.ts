import { CarReader } from '@ipld/car'
import { exporter } from 'ipfs-unixfs-exporter'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newDraft } from '../../../../test/calls.ts'
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

const prepare = (as = ada) =>
  server.post(`/api/contract/studio/${draft}/archive`, undefined, { as })

async function load(url: string, method: 'GET' | 'HEAD' = 'GET') {
  const { statusCode, headers, rawPayload } = await server.app.inject({ method, url })
  return { statusCode, headers, bytes: rawPayload }
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

  const reader = await CarReader.fromBytes(bytes)
  expect((await reader.getRoots()).map(String)).toEqual([root])
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
  const fields = { max_supply: 3, art: 'set', shown: 'at_reveal' }
  await server.post(`/api/contract/studio/${draft}/update`, fields, { as: ada })
  const hidden = { state: 'hidden', archive: null }
  expect((await prepare()).data).toMatchObject(hidden)

  await server.database.updateTable('sets').set({ shown: 'at_reveal' }).execute()
  const art = await readArt(server.database, {
    ...{ contract_id: draft, name: '', description: '' },
  })
  expect(art.works).toEqual([])
})

test('a server that ends does not wait for the archive that it computes', async () => {
  await addSet()
  const computer = createArchiveComputer(server.context)
  const art = await readArt(server.database, {
    ...{ contract_id: draft, name: 'Tides', description: '' },
  })
  const { result } = computer.start(art, { user: 'ada' })
  const outcome = expect(result).rejects.toThrow('server ends')
  await computer.close()
  await outcome
})
