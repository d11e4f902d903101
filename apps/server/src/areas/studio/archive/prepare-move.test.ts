import { CarReader } from '@ipld/car'
import { exporter } from 'ipfs-unixfs-exporter'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertMintedCollection } from '../../../../test/collection.ts'
import { startHttpServer } from '../../../../test/listen.ts'
import { ada, bob, type TestServer, testServer } from '../../../../test/server.ts'
import { insertSet } from '../../../../test/studio/set.ts'

let server: TestServer
let id: string
/** Files that the gateway has, by their path below `/ipfs/`. */
const pinned = new Map<string, Buffer>()
let isDown = false
const gateway = await startHttpServer((request, response) => {
  if (isDown) return request.socket.destroy()
  const file = pinned.get(String(request.url).replace('/ipfs/', ''))
  response.statusCode = file ? 200 : 404
  response.end(file ?? 'not found')
})
const { host } = new URL(gateway.url)

const address = `0x${'c0'.repeat(20)}`
const WORKS = 7

beforeAll(async () => {
  server = await testServer({ ipfs_gateway_url: gateway.url })
})
beforeEach(async () => {
  await server.reset()
  pinned.clear()
  id = await insertMintedCollection(server.database, {
    ...{ chain_id: 31_337, address, owner: ada.address.toLowerCase() },
  })
})
afterAll(async () => {
  await server.close()
  await gateway.close()
})

const store = (text: string) => server.context.files.put(Buffer.from(text), 'png')

async function addWorks(shown: 'at_once' | 'at_mint' | 'at_reveal' = 'at_once') {
  const works = Array.from({ length: WORKS }, async (_, at) => ({
    file: await store(`work ${at}`),
  }))
  await insertSet(server.database, { contract_id: id, works: await Promise.all(works) })
  await server.database.updateTable('sets').set({ shown }).execute()
}

const prepare = (to: string, as = ada) =>
  server.post(`/api/contract/studio/${id}/prepare-move`, { to }, { as })

const sentences = async (to: string) => (await prepare(to)).error?.fields?.to?.join('\n')

/** Puts the CAR file of the collection on the gateway. */
async function pin() {
  const url = `/api/contract/local/${address}/art`
  const { root, car } = (await server.post(url, {})).data
  const { rawPayload } = await server.app.inject({ url: car.download_url })
  const reader = await CarReader.fromBytes(rawPayload)
  const blocks = {
    async *get(cid: Parameters<typeof reader.get>[0]) {
      const block = await reader.get(cid)
      if (block) yield block.bytes
    },
  }
  const ids = Array.from({ length: WORKS }, (_, at) => at + 1)
  const paths = ids.flatMap((at) => [`metadata/${at}`, `files/${at}.png`])
  for (const path of paths) {
    const entry = await exporter(`${root}/${path}`, blocks)
    if (!('content' in entry)) throw new Error(`${path} is no file`)
    const parts: Uint8Array[] = []
    for await (const part of entry.content()) parts.push(part)
    pinned.set(`${root}/${path}`, Buffer.concat(parts))
  }
  return String(root)
}

test('a set moves to IPFS once the gateway serves the files of five tokens', async () => {
  await addWorks()
  const root = await pin()
  const { data } = await prepare('ipfs')
  expect(data).toMatchObject({
    ...{ state: 'ready', works: WORKS, checked_at: host, shows_unminted: false },
    base_uri: `ipfs://${root}/metadata/`,
    manifest_hash: expect.stringMatching(/^0x/),
  })
  const ids = data.tokens.map(({ token_id }: { token_id: number }) => token_id)
  expect([new Set(ids).size, ids[0], ids[4]]).toEqual([5, 1, WORKS])
  expect(data.tokens[0]).toMatchObject({ name: 'Tidewater #1', path: 'metadata/1' })
})

test('what the gateway does not have, or has otherwise, is named by its file', async () => {
  await addWorks()
  expect(await sentences('ipfs')).toContain(
    `${host}: metadata/1 is not there yet (status 404). Pin the CAR file and wait until it is found.`,
  )
  const root = await pin()
  pinned.set(`${root}/files/7.png`, Buffer.from('another'))
  pinned.set(`${root}/metadata/1`, Buffer.from('{"name":"another"}'))
  expect(await sentences('ipfs')).toBe(
    `${host}: metadata/1 differs from the metadata on this site. Pin the current CAR file.\n${host}: files/7.png differs from the file on this site. Pin the current CAR file.`,
  )
  pinned.set(`${root}/metadata/1`, Buffer.alloc(2_000_000))
  expect(await sentences('ipfs')).toContain('metadata/1 differs from the metadata')
  isDown = true
  expect(await sentences('ipfs')).toContain('metadata/1 could not be loaded.')
  isDown = false
})

test('a set moves back to this site, and one work has one file', async () => {
  await addWorks('at_mint')
  const { data } = await prepare('site')
  expect(data).toMatchObject({
    ...{ state: 'ready', checked_at: null, shows_unminted: false },
    base_uri: 'http://localhost:3000/metadata/local/{address}/',
    manifest_hash: expect.stringMatching(/^0x/),
  })
  // One token is minted, and this site answers no other yet.
  expect(data.tokens.map(({ path }: { path: string }) => path)).toEqual([
    `http://localhost:3000/metadata/local/${address}/1`,
  ])
  const root = (await server.post(`/api/contract/local/${address}/art`, {})).data.root
  expect(await sentences('ipfs')).toContain('metadata/1 is not there yet')
  await server.database.deleteFrom('sets').execute()
  await server.database
    .updateTable('collections')
    .set({ image_file: await store('one') })
    .execute()
  const one = (await prepare('site')).data
  expect(one).toMatchObject({
    works: 1,
    manifest_hash: null,
    tokens: [{ token_id: null }],
  })
  expect(one.base_uri).not.toContain(root)
})

test('what cannot move is refused with a sentence', async () => {
  expect(await sentences('ipfs')).toBe(
    'This collection has no image of its own, so there are no files to move.',
  )
  expect((await prepare('moon')).error?.fields?.to).toEqual(['Use ipfs or site.'])
  expect((await prepare('site', bob)).error?.code).toBe('not_found')
  await addWorks('at_reveal')
  await server.database
    .insertInto('events')
    .values({
      ...{ chain_id: 31_337, block_number: 2, log_index: 0, kind: 'created' },
      ...{ collection_id: id, tx_hash: `0x${'2'.repeat(64)}`, time: new Date() },
      data: JSON.stringify({ provenance_hash: `0x${'5'.repeat(64)}` }),
    })
    .execute()
  expect(await sentences('site')).toBe(
    'The works are hidden. Reveal them first. Then their files can move.',
  )
  await server.database.deleteFrom('events').execute()
  await server.database.updateTable('sets').set({ shown: 'at_once' }).execute()
  await server.database.updateTable('works').set({ file: null }).execute()
  expect(await sentences('site')).toBe('7 works have no image here.')
})
