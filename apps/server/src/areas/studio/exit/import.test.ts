import { hash } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deployContracts, type TestChain, testChain } from '../../../../test/chain.ts'
import { launcher, startTestIndexer } from '../../../../test/collections/launch.ts'
import { ada, bob, cyn, type TestServer, testServer } from '../../../../test/server.ts'
import {
  deployWithSet,
  type ExitSample,
  exportBundle,
  forgeBundle,
} from '../../../../test/studio/exit.ts'
import { openWorkerDatabase } from '../../../../test/template.ts'
import { importBundle } from '../service/import-bundle.ts'
import { openBundle } from './read-bundle.ts'

let chain: TestChain
let server: TestServer
let other: TestServer
let indexers: ReturnType<typeof startTestIndexer>[]
let shown: ExitSample
let hidden: ExitSample
let path: string
let key: string
let launch: ReturnType<typeof launcher>

/** Settings of the second instance, without the factory of the first. */
let settings: () => { networks: object[]; public_url: string }

beforeAll(async () => {
  chain = await testChain()
  server = await testServer({ networks: [chain.network] })
  launch = launcher(chain)
  await launch.fund(ada, bob, cyn)
  indexers = [startTestIndexer(server)]
  shown = await deployWithSet(server, chain, launch, 'at_once')
  hidden = await deployWithSet(server, chain, launch, 'at_reveal')
  await caughtUp()
  path = await exportBundle(server, shown.id)
  key = (await server.get('/api/bundle-key')).data.public_key

  const { factory, payouts } = await deployContracts(chain, cyn)
  const contracts = { factory, payouts, start_block: 0 }
  settings = () => ({
    networks: [{ ...chain.network, contracts }],
    public_url: 'http://localhost:4000',
  })
  const followed = { address: chain.contracts.factory, start_block: 0 }
  other = await testServer(
    {
      ...settings(),
      networks: [{ ...chain.network, contracts, factories: [followed] }],
    },
    { database: await openWorkerDatabase() },
  )
  indexers.push(startTestIndexer(other))
  await caughtUp()
}, 90_000)
afterAll(async () => {
  for (const indexer of indexers) await indexer.stop()
  await server.close()
  await other.close()
  await chain.stop()
})

async function caughtUp(): Promise<void> {
  for (const indexer of indexers) await indexer.caughtUp(chain)
}

/** Imports a bundle into the second instance; returns the faults of a refused one. */
async function load(file: string, by: string | null = key) {
  try {
    return await importBundle(other.context, file, by)
  } catch (error) {
    if (error instanceof Error && error.name === 'BundleError') return error.message
    throw error
  }
}

/** Reads everything of a collection that visitors, wallets and minters read. */
async function readPublic(of: TestServer, address: string) {
  const reads = [
    `/api/contract/local/${address}`,
    `/api/contract/local/${address}/tokens`,
    `/api/contract/local/${address}/tokens/1`,
    `/api/contract/local/${address}/holders`,
    `/api/contract/local/${address}/changes`,
    `/api/contract/local/${address}/allowlist/${bob.address}`,
    `/metadata/local/${address}/1`,
    `/metadata/local/${address}/contract`,
  ]
  const answers = []
  for (const url of reads) {
    const { status, body } = await of.get(url)
    const text = body
      .replaceAll(of.configuration.public_url, 'SITE')
      .replaceAll(/"(contract_id|updated_at|indexed_at|block_number)":"[^"]*",?/g, '')
    answers.push([url, status, text])
  }
  return answers
}

test('a collection of another factory has the same page, metadata and proofs', async () => {
  const before = (await other.get(`/api/contract/local/${shown.address}`)).data
  expect(before).toMatchObject({ name: 'Quiet Shore', description: '' })
  expect(await load(path, null)).toMatch(
    /^The bundle is signed by [0-9a-f]{64} and names/,
  )
  expect(await load(path, '0'.repeat(64))).toContain('not the key of --key')

  expect(await load(path)).toEqual({
    ...{ name: 'Quiet Shore', chain_alias: 'local' },
    ...{ address: shown.address.toLowerCase(), works: 4, lists: 1 },
    ...{ stored_files: 6, kept_page: false },
  })
  const expected = await readPublic(server, shown.address)
  expect(expected.map(([, status]) => status)).toEqual(expected.map(() => 200))
  expect(await readPublic(other, shown.address)).toEqual(expected)
  const bundle = await openBundle(path)
  for (const { path: name, sha256 } of bundle.manifest.files) {
    if (!name.startsWith('files/')) continue
    const { rawPayload } = await other.app.inject({ url: `/${name}` })
    expect(rawPayload.equals(await bundle.read(name))).toBe(true)
    expect(name).toContain(sha256)
  }
  bundle.close()
})

test('a second import changes nothing, and the page stays after the index is read again', async () => {
  await load(path)
  const before = await readPublic(other, shown.address)
  expect(await load(path)).toMatchObject({ stored_files: 0, works: 4 })
  expect(await readPublic(other, shown.address)).toEqual(before)

  await indexers[1]?.stop()
  await other.database.updateTable('chain_cursors').set({ factory: 'again' }).execute()
  indexers[1] = startTestIndexer(other)
  await launch.mint(bob, hidden.address, 1, 0n)
  await caughtUp()
  expect(await readPublic(other, shown.address)).toEqual(before)
})

test('what its owner changed here is not overwritten', async () => {
  await load(path)
  const body = { description: 'Written here.' }
  await other.post(`/api/contract/local/${shown.address}`, body, { as: ada })
  expect(await load(path)).toMatchObject({ kept_page: true })
  const { data } = await other.get(`/api/contract/local/${shown.address}`)
  expect(data.description).toBe('Written here.')
})

test('a wiped instance reveals a hidden set from its bundle and its reveal file', async () => {
  const file = await exportBundle(server, hidden.id, {
    ...{ reveal_file: hidden.revealFile, confirmation: 'Quiet Shore' },
  })
  expect(await load(file)).toMatchObject({ works: 4, lists: 1 })
  const { data: own } = await other.get(`/api/contract/local/${hidden.address}`, {
    as: ada,
  })
  const metadata = async (of: TestServer) =>
    (await of.get(`/metadata/local/${hidden.address}/1`)).data
  expect((await metadata(other)).name).toBe('Quiet Shore #1')
  const bundle = await openBundle(file)
  const text = String(await bundle.read('reveal.json'))
  bundle.close()
  const prepared = await other.post(
    `/api/contract/studio/${own.own.contract_id}/prepare-reveal`,
    { file: text },
    { as: ada },
  )
  expect(prepared.error).toBeUndefined()
  const { to, data } = prepared.data.transaction
  await launch.send(ada, to, data)
  await caughtUp()
  expect((await metadata(other)).name).toMatch(/^Shore \d$/)

  // The first instance learns the order by the same file, and exports it.
  await server.post(
    `/api/contract/studio/${hidden.id}/prepare-reveal`,
    { file: text },
    { as: ada },
  )
  expect((await metadata(server)).name).toBe((await metadata(other)).name)
  const revealed = await exportBundle(server, hidden.id)
  expect(await load(revealed)).toMatchObject({ works: 4 })
  const swapped = await forgeBundle(revealed, (texts) => {
    const works = String(texts.get('works.jsonl'))
    const other = (id: string) => (id === '1' ? '2' : id === '2' ? '1' : id)
    texts.set(
      'works.jsonl',
      works.replaceAll(/"revealed_id":(\d)/g, (_, id) => `"revealed_id":${other(id)}`),
    )
  })
  expect(await load(swapped.path, swapped.key)).toBe(
    'works.jsonl: the order of its works is not the one that the reveal put on the chain.',
  )
})

test('bundles that are changed, hostile or of a factory that is not named are refused', async () => {
  const changed = join(mkdtempSync(join(tmpdir(), 'platemark-exit-')), 'changed.zip')
  const bytes = readFileSync(path)
  const at = bytes.indexOf(Buffer.from('IDAT')) + 6
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(changed, bytes)
  expect(await load(changed)).toMatch(/its bytes were changed/)

  const refusal = async (change: (text: string) => string, name = 'collection.json') => {
    const forged = await forgeBundle(path, (texts) => {
      texts.set(name, change(String(texts.get(name))))
    })
    return load(forged.path, forged.key)
  }
  expect(
    await refusal((text) => text.replace('Four prints.', 'Four \\u202eprints.')),
  ).toMatch(/^collection\.json, line \d+: description: /)
  expect(
    await refusal((text) => text.replace('https://shore', 'javascript://shore')),
  ).toMatch(/^collection\.json, line \d+: links\.website: Enter an https address/)
  expect(
    await refusal((text) => text.replace('"Everyone"', '"Every\\u0000one"')),
  ).toMatch(/^collection\.json: the title of phase 255 is not valid/)
  expect(
    await refusal((text) => text.replaceAll(/"chain_id": \d+/g, '"chain_id": 5')),
  ).toMatch(/of another collection/)
  const foreign = `0x${'9'.repeat(40)}`
  expect(
    await refusal((text) =>
      text.replaceAll(chain.contracts.factory.toLowerCase(), foreign),
    ),
  ).toContain(`made by the factory ${foreign}, which this instance does not follow`)

  const page = '<script>alert(1)</script>'
  const svg = await forgeBundle(path, (texts) => {
    const described = JSON.parse(String(texts.get('collection.json')))
    texts.delete(`files/${described.cover}`)
    const content = Buffer.from(page)
    const name = `${hash('sha256', content)}.png`
    texts.set(`files/${name}`, content)
    described.cover = name
    texts.set('collection.json', `${JSON.stringify(described, null, 2)}\n`)
  })
  expect(await load(svg.path, svg.key)).toMatch(/^files\/[0-9a-f]{64}\.png: /)
})

test('a collection that the index does not have yet, and foreign code, are named', async () => {
  const { networks } = settings()
  const [network] = networks
  const empty = { address: `0x${'7'.repeat(40)}`, start_block: 0 }
  const forged = await forgeBundle(path, (texts) => {
    const text = String(texts.get('collection.json'))
    texts.set(
      'collection.json',
      text.replaceAll(chain.contracts.factory.toLowerCase(), empty.address),
    )
  })
  const third = await testServer(
    { ...settings(), networks: [{ ...network, factories: [empty] }] },
    { database: await openWorkerDatabase() },
  )
  const into = (file: string, by: string) =>
    importBundle(third.context, file, by).catch((error: Error) => error.message)
  expect(await into(forged.path, forged.key)).toMatch(
    /^The code at 0x7+ on Local is not that of the factory/,
  )
  expect(await into(path, key)).toContain('which this instance does not follow')
  const followed = { address: chain.contracts.factory, start_block: 0 }
  const fourth = await testServer(
    { ...settings(), networks: [{ ...network, factories: [followed] }] },
    { database: await openWorkerDatabase() },
  )
  await expect(importBundle(fourth.context, path, key)).rejects.toThrow(
    /The index of Local has no collection at 0x[0-9a-f]{40} yet/,
  )
  await third.close()
  await fourth.close()
})

test('an import that breaks off goes on with the files that are missing', async () => {
  const fresh = await testServer(
    { ...settings(), networks: other.configuration.networks },
    { database: await openWorkerDatabase() },
  )
  const indexer = startTestIndexer(fresh)
  await indexer.caughtUp(chain)
  const { files } = fresh.context
  let left = 3
  const failing = {
    ...files,
    putFile: async (...file: Parameters<typeof files.putFile>) => {
      if (left-- === 0) throw new Error('power is gone')
      return files.putFile(...file)
    },
  }
  const instance = { ...fresh.context, files: failing }
  await expect(importBundle(instance, path, key)).rejects.toThrow('power is gone')
  const { data } = await fresh.get(`/api/contract/local/${shown.address}`)
  expect(data.description).toBe('')
  expect(await importBundle(fresh.context, path, key)).toMatchObject({ stored_files: 3 })
  expect(await readPublic(fresh, shown.address)).toEqual(
    await readPublic(server, shown.address),
  )
  await indexer.stop()
  await fresh.close()
})
