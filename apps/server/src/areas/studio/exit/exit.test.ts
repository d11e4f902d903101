import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../../../test/chain.ts'
import { launcher, startTestIndexer } from '../../../../test/collections/launch.ts'
import { ada, bob, type TestServer, testServer } from '../../../../test/server.ts'
import {
  deployWithSet,
  type ExitSample,
  exportBundle,
  finishExit,
  forgeBundle,
  WORKS,
} from '../../../../test/studio/exit.ts'
import { StorageProblem } from '../../../files/storage-problem.ts'
import { BundleError, openBundle } from './read-bundle.ts'
import { isSignedBy } from './signing-key.ts'

let chain: TestChain
let server: TestServer
let indexer: ReturnType<typeof startTestIndexer>
let sample: ExitSample
let path: string

beforeAll(async () => {
  chain = await testChain()
  server = await testServer({ networks: [chain.network] })
  const launch = launcher(chain)
  await launch.fund(ada, bob)
  indexer = startTestIndexer(server)
  sample = await deployWithSet(server, chain, launch, 'at_reveal')
  await indexer.caughtUp(chain)
  path = await exportBundle(server, sample.id)
}, 60_000)
afterAll(async () => {
  await indexer.stop()
  await server.close()
  await chain.stop()
})

const studio = () => `/api/contract/studio/${sample.id}`

/** Returns the text of each file of a bundle, by path. */
async function readTexts(file: string): Promise<Map<string, string>> {
  const bundle = await openBundle(file)
  const texts = new Map<string, string>()
  for (const one of bundle.manifest.files) {
    texts.set(one.path, String(await bundle.read(one.path)))
  }
  for (const one of ['manifest.json', 'public-key.pem']) {
    texts.set(one, String(await bundle.read(one)))
  }
  bundle.close()
  return texts
}

/** Returns the faults of a file. */
async function faultsOf(file: string): Promise<readonly string[]> {
  try {
    ;(await openBundle(file)).close()
    return []
  } catch (error) {
    if (error instanceof BundleError) return error.faults
    throw error
  }
}

const place = () => join(mkdtempSync(join(tmpdir(), 'platemark-exit-')), 'bundle.zip')

type Change = Parameters<typeof forgeBundle>[1]

/** Returns the path of a bundle with changes that is signed by another key. */
const forge = async (change: Change, changeManifest?: (text: string) => string) =>
  (await forgeBundle(path, change, changeManifest)).path

test('a bundle holds works, page, list, holders and earnings, and no account data', async () => {
  await server.post('/api/user/update', { email: 'ada@shore.example.org' }, { as: ada })
  const texts = await readTexts(await exportBundle(server, sample.id))
  const { image, cover, ...collection } = JSON.parse(texts.get('collection.json') ?? '')
  expect(collection).toMatchObject({
    ...{ chain_id: chain.id, address: sample.address.toLowerCase() },
    ...{ name: 'Quiet Shore', description: 'Four prints.\nOne coast.' },
    alias: 'quiet-shore-hidden',
    art: { shown: 'at_reveal', works: WORKS, car_root: null },
  })
  expect(collection.phases.map(({ title }: { title: string }) => title).sort()).toEqual([
    'Everyone',
    'Friends',
  ])
  const [list] = collection.lists
  const listFile = texts.get(`lists/${list.content_hash.slice(2)}.json`) ?? ''
  expect(JSON.parse(listFile).entries).toHaveLength(1)
  expect(texts.get('works.jsonl')?.trim().split('\n')).toHaveLength(WORKS)
  expect([...texts.keys()].filter((name) => name.startsWith('files/'))).toHaveLength(
    WORKS + 2,
  )
  expect(texts.has(`files/${image}`) && texts.has(`files/${cover}`)).toBe(true)
  expect(texts.get('holders.csv')).toBe(`"wallet","tokens"\r\n"${bob.address}","2"\r\n`)
  expect(texts.get('earnings.csv')).toContain('"kind"')
  expect(texts.has('reveal.json')).toBe(false)
  const all = [...texts.values()].join('\n')
  expect(all).not.toContain('ada@shore')
  expect(all).not.toContain(JSON.parse(sample.revealFile).secret)
})

test('the same content gives the same bytes, signed by the key of the site', async () => {
  const first = readFileSync(await exportBundle(server, sample.id))
  server.clock.advance(3_600_000)
  const second = readFileSync(await exportBundle(server, sample.id))
  expect(second.equals(first)).toBe(true)
  const { data } = await server.get('/api/bundle-key')
  const bundle = await openBundle(path)
  const manifest = await bundle.read('manifest.json')
  expect(isSignedBy(data.public_key, manifest, await bundle.read('manifest.sig'))).toBe(
    true,
  )
  expect(bundle.manifest.public_key).toBe(data.public_key)
  expect(String(await bundle.read('public-key.pem'))).toBe(data.pem)
  bundle.close()
  const key = join(server.configuration.data_folder, 'bundle-key.pem')
  expect(statSync(key).mode & 0o777).toBe(0o600)
})

test('a reveal file goes with a bundle only once its owner has typed the name', async () => {
  const reveal_file = sample.revealFile
  const start = async (body: object) =>
    (await server.post(`${studio()}/export`, body, { as: ada })).error?.fields
  expect(await start({ reveal_file })).toEqual({
    confirmation: [
      'Type the name of the collection, Quiet Shore. Anyone with the bundle can then reveal the works.',
    ],
  })
  const confirmation = 'Quiet Shore'
  expect(await start({ reveal_file: '{}', confirmation })).toEqual({
    reveal_file: ['This is not a reveal file.'],
  })
  const texts = await readTexts(
    await exportBundle(server, sample.id, { reveal_file, confirmation }),
  )
  expect(texts.get('reveal.json')).toBe(reveal_file)
})

test('every changed, missing or cut byte of a file is found and named', async () => {
  const bytes = readFileSync(path)
  const target = place()
  const check = async (changed: Buffer) => {
    writeFileSync(target, changed)
    return faultsOf(target)
  }
  expect(await check(bytes)).toEqual([])
  expect(await check(bytes.subarray(0, bytes.length - 100))).toEqual([
    expect.stringMatching(/incomplete/),
  ])
  const at = bytes.indexOf(Buffer.from('IDAT'))
  const changed = Buffer.from(bytes)
  changed[at + 6] = (changed[at + 6] ?? 0) ^ 1
  expect(await check(changed)).toEqual([
    expect.stringMatching(
      /^files\/[0-9a-f]{64}\.png \(manifest\.json, line \d+\): its bytes were changed\.$/,
    ),
  ])

  const forged = async (name: string, text: string | Buffer) =>
    faultsOf(await forge((texts) => texts.set(name, text)))
  const works = (await readTexts(path)).get('works.jsonl') ?? ''
  expect(await forged('works.jsonl', works.replace('Shore 3', 'Shore 9'))).toEqual([
    'works.jsonl, line 3: the work is not the one of set.json.',
  ])
  expect(await forged('works.jsonl', works.replace('{"token_id":2', '{"token'))).toEqual([
    'works.jsonl, line 2: it is not JSON.',
  ])
  expect(await forged('files/note.txt', 'x')).toEqual([
    'files/note.txt: its name is not its hash.',
  ])
  expect(await faultsOf(await forge((texts) => texts.delete('set.json')))).toEqual([
    expect.stringMatching(/^set\.json: it is not in the bundle\./),
  ])
  const list = [...(await readTexts(path)).entries()].find(([name]) =>
    name.startsWith('lists/'),
  )
  const other = (list?.[1] ?? '').replace(/"quantity":2|,2,/, ',3,')
  expect(await forged(list?.[0] ?? '', other)).toEqual([
    `${list?.[0]}: its entries do not give its root: it was changed.`,
  ])
})

test('other versions and a foreign signature are refused with a sentence', async () => {
  const versioned = (version: number) =>
    forge(
      () => {},
      (text) => text.replace('"version":1', `"version":${version}`),
    )
  expect(await faultsOf(await versioned(2))).toEqual([
    'manifest.json: the bundle has version 2, and this program reads version 1. Update this Platemark.',
  ])
  expect(await faultsOf(await versioned(0))).toEqual([
    'manifest.json: the bundle has version 0, and this program reads version 1. Export it again.',
  ])
  const unsigned = await forge(
    () => {},
    (text) =>
      text.replace(/"public_key":"[0-9a-f]{64}"/, `"public_key":"${'a'.repeat(64)}"`),
  )
  expect(await faultsOf(unsigned)).toEqual([
    expect.stringMatching(/^manifest\.sig: it is not the signature of manifest\.json/),
  ])
})

test('a bundle that cannot be written leaves no file, and a sentence', async () => {
  const works = server.database.updateTable('works').where('token_id', '=', 2)
  const file = (
    await server.database
      .selectFrom('works')
      .select('file')
      .where('token_id', '=', 2)
      .executeTakeFirstOrThrow()
  ).file
  await works.set({ file: `${'e'.repeat(64)}.png` }).execute()
  const { state, sentence, bundle } = await finishExit(server, sample.id)
  await works.set({ file }).execute()
  expect([state, bundle]).toEqual(['failed', null])
  expect(sentence).toMatch(/^The bundle could not be written\./)
  const folder = join(server.configuration.data_folder, 'uploads')
  expect(await readdir(folder)).toEqual([])
})

test('a storage that is full keeps no bundle, with a sentence', async () => {
  const { context } = server
  const { files } = context
  context.files = {
    ...files,
    putFile: () => Promise.reject(new StorageProblem('full', new Error('ENOSPC'))),
  }
  const { state, sentence } = await finishExit(server, sample.id)
  context.files = files
  expect([state, sentence]).toEqual([
    'failed',
    'The storage of this site is full, so the bundle was not kept. Try again later, or ask its operator to make room.',
  ])
  expect(await readdir(join(server.configuration.data_folder, 'uploads'))).toEqual([])
})

test('a run that is going is joined, and ends with the process that wrote it', async () => {
  const owner = ada.address.toLowerCase()
  const now = server.context.clock()
  const { id } = await server.database
    .insertInto('exit_bundles')
    .values({
      ...{ contract_id: sample.id, owner, state: 'running', has_reveal_file: false },
      ...{ file_name: 'quiet-shore-exit.zip', ticket: '7'.repeat(64) },
      ...{ started_at: new Date(now.getTime() + 1000), updated_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const start = (body: object) => server.post(`${studio()}/export`, body, { as: ada })
  expect((await start({})).data).toMatchObject({ run_id: id, state: 'running' })
  const confirmed = { reveal_file: sample.revealFile, confirmation: 'Quiet Shore' }
  expect((await start(confirmed)).error?.code).toBe('busy')
  await server.database
    .updateTable('exit_bundles')
    .set({ updated_at: new Date(now.getTime() - 61_000) })
    .where('id', '=', id)
    .execute()
  const { data } = await server.get(`${studio()}/exports/${id}`, { as: ada })
  expect(data.exit).toMatchObject({
    state: 'failed',
    sentence: 'The server was stopped while the bundle was written. Start it again.',
  })
  await server.database.deleteFrom('exit_bundles').where('id', '=', id).execute()
})

test('a bundle is downloaded in parts, by its owner alone, for a day', async () => {
  const latest = `${studio()}/exports/latest`
  await server.database.deleteFrom('exit_bundles').execute()
  expect((await server.get(latest, { as: ada })).data).toEqual({ exit: null })
  const { bundle, ...run } = await finishExit(server, sample.id)
  expect(run).toMatchObject({ state: 'ready', sentence: null, has_reveal_file: false })
  const { download_url: url = '', size, sha256, file_name } = bundle ?? {}
  expect(file_name).toBe('quiet-shore-exit.zip')
  const load = (headers = {}) => server.app.inject({ url, headers })
  const whole = await load()
  expect(whole.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${file_name}"`,
    'cache-control': 'no-store',
    'content-length': String(size),
  })
  expect(createHash('sha256').update(whole.rawPayload).digest('hex')).toBe(sha256)
  const rest = await load({ range: 'bytes=1000-', 'if-range': whole.headers.etag })
  expect(rest.statusCode).toBe(206)
  expect(rest.rawPayload.equals(whole.rawPayload.subarray(1000))).toBe(true)
  expect((await server.get(`/files/${sha256}.zip`)).status).toBe(404)
  expect((await server.get(latest, { as: ada })).data.exit).toEqual({ ...run, bundle })
  expect((await server.get(latest, { as: bob })).status).toBe(404)
  expect((await server.post(`${studio()}/export`, {}, { as: bob })).status).toBe(404)
  expect((await server.get(`${studio()}/exports/x`, { as: ada })).status).toBe(422)

  const give = (owner: string) =>
    server.database
      .updateTable('collections')
      .set({ owner: owner.toLowerCase() })
      .where('id', '=', sample.id)
      .execute()
  await give(bob.address)
  expect((await load()).statusCode).toBe(404)
  await give(ada.address)
  server.clock.advance(24 * 3_600_000 + 1)
  expect((await load()).statusCode).toBe(404)
  expect((await load({ range: 'bytes=0-9' })).statusCode).toBe(404)
})
