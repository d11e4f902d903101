import { commitToOrder } from '@platemark/rules/reveal-commitment'
import {
  fingerprintWorks,
  type RevealFile,
  writeRevealFile,
} from '@platemark/rules/reveal-file'
import { deriveRevealSecret, revealTypedData } from '@platemark/rules/reveal-secret'
import { hashSetManifest, writeSetManifest } from '@platemark/rules/set-manifest'
import { type Hex, keccak256, stringToHex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../../../test/chain.ts'
import { launcher, startTestIndexer } from '../../../../test/collections/launch.ts'
import { ada, bob, type TestServer, testServer } from '../../../../test/server.ts'
import { insertSet } from '../../../../test/studio/set.ts'
import { openCommitmentOffThread } from './open-commitment.ts'

let chain: TestChain
let server: TestServer
let indexer: ReturnType<typeof startTestIndexer>
let launch: ReturnType<typeof launcher>

beforeAll(async () => {
  chain = await testChain()
  server = await testServer({ networks: [chain.network] })
  launch = launcher(chain)
  await launch.fund(ada, bob)
})
beforeEach(() => server.reset())
afterAll(async () => {
  await server.close()
  await chain.stop()
})

const WORKS = 6
const secret = keccak256(stringToHex('the secret of the tests'))
const image = (work: number) => keccak256(stringToHex(`image ${work}`)).slice(2)

const fields = {
  ...{ chain_alias: 'local', kind: 'drop', name: 'Paper Moons', symbol: 'MOONS' },
  ...{ max_supply: WORKS, art: 'set', shown: 'at_reveal' },
  phases: [
    {
      ...{ phase_id: 255, kind: 'public', title: 'Everyone', price_wei: '0' },
      ...{ start: '2025-01-01T00:00:00Z', end: '2099-01-01T00:00:00Z' },
      ...{ max_per_wallet: WORKS, max_supply: null },
    },
  ],
}

const act = (id: string, verb: string, body?: unknown, as = ada) =>
  server.post(`/api/contract/studio/${id}/${verb}`, body, { as })

/** Makes a draft of a set whose works are stored as an upload leaves them. */
async function newDraft(names = (work: number) => `Moon ${work}`, count = WORKS) {
  const { data } = await server.postForm(
    '/api/contract/studio/create',
    { data: fields },
    { as: ada },
  )
  const { database, context } = server
  const works = Array.from({ length: count }, (_, index) => ({
    ...{ token_id: index + 1, name: names(index + 1), description: null },
    ...{ external_url: null, attributes: [] },
  }))
  const manifest = writeSetManifest(
    works.map((work) => ({ ...work, image: image(work.token_id), animation: null })),
  )
  const hash = hashSetManifest(manifest)
  const manifest_file = await context.files.putDerived(
    ...([hash, 'manifest', 'bin', Buffer.from(manifest)] as const),
  )
  const contract_id: string = data.contract_id
  await insertSet(database, {
    ...{ contract_id, manifest_file },
    works: works.map(({ token_id, name }) => ({ name, file: `${image(token_id)}.png` })),
  })
  return { contract_id, manifest, set_hash: hash }
}

type TestDraft = Awaited<ReturnType<typeof newDraft>>

function fileOf(
  { contract_id, manifest, set_hash }: TestDraft,
  key = secret,
): RevealFile {
  const { manifestHash, commitment } = commitToOrder(manifest, key)
  return {
    ...{ chain_id: chain.id, factory: chain.contracts.factory, contract_id },
    ...{ name: 'Paper Moons', works: WORKS, set_hash, secret: key, commitment },
    ...{ manifest_hash: manifestHash, fingerprints: fingerprintWorks(manifest) },
  }
}

/** Sends a transaction that the API prepared. */
const send = ({ to, data }: { to: Hex; data: Hex }) => launch.send(ada, to, data)

const commit = (draft: TestDraft, file: RevealFile) =>
  act(draft.contract_id, 'reveal', {
    commitment: file.commitment,
    set_hash: draft.set_hash,
  })

/** Deploys a draft, indexes it and mints all but one of its tokens. */
async function deploy(draft: TestDraft, file: RevealFile): Promise<Hex> {
  await commit(draft, file)
  const { data: prepared, body } = await act(draft.contract_id, 'prepare')
  if (!prepared) throw new Error(body)
  await send(prepared)
  await launch.mint(bob, prepared.predicted_address, WORKS - 1, 0n)
  await indexer.caughtUp(chain)
  return prepared.predicted_address
}

const metadata = async (address: Hex, id: number) =>
  (await server.get(`/metadata/local/${address}/${id}`)).data

async function namesOf(address: Hex) {
  const tokens = Array.from({ length: WORKS - 1 }, (_, place) => place + 1)
  return Promise.all(tokens.map(async (id) => (await metadata(address, id)).name))
}

const shuffledNames = (draft: TestDraft) =>
  commitToOrder(draft.manifest, secret)
    .order.slice(0, WORKS - 1)
    .map((work) => `Moon ${work + 1}`)

const hiddenNames = Array.from(
  { length: WORKS - 1 },
  (_, place) => `Paper Moons #${place + 1}`,
)

const prepareReveal = (id: string, body: object, as = ada) =>
  act(id, 'prepare-reveal', body, as)

describe('a hidden set', () => {
  beforeEach(() => {
    indexer = startTestIndexer(server)
    return () => indexer.stop()
  })

  test('is deployed only with a commitment to its present works', async () => {
    const draft = await newDraft()
    const id = draft.contract_id
    const missing = async () => {
      const { data } = await server.get(`/api/contract/studio/${id}`, { as: ada })
      return data.missing.reveal
    }
    expect(await missing()).toEqual([
      'Make the reveal file and keep it safe. Without it the works can never be revealed.',
    ])
    const { error } = await act(id, 'prepare')
    expect([error?.code, Object.keys(error?.fields ?? {})]).toEqual([
      'draft_incomplete',
      ['reveal'],
    ])

    const file = fileOf(draft)
    const others = { commitment: file.commitment, set_hash: '0'.repeat(64) }
    expect((await act(id, 'reveal', others)).error?.fields?.set_hash).toEqual([
      'The works changed since. Make a new reveal file.',
    ])
    expect((await commit(draft, file)).data).toMatchObject({
      reveal: { commitment: file.commitment },
      missing: {},
    })
    await server.database
      .updateTable('sets')
      .set({ manifest_file: `${'1'.repeat(64)}-manifest.bin` })
      .execute()
    expect(await missing()).toEqual([
      'The works or the network were changed since the reveal file was made. Make a new reveal file.',
    ])
  })

  test('shows its works after the reveal, and no more once a reorg takes it away', async () => {
    const draft = await newDraft()
    const file = fileOf(draft)
    const address = await deploy(draft, file)
    const tokens = `/api/contract/local/${address}/tokens`
    const hidden = await metadata(address, 1)
    expect(await namesOf(address)).toEqual(hiddenNames)
    expect((await server.get(`${tokens}/1`)).data).toMatchObject({
      provenance_hash: file.commitment,
      is_revealed: false,
      attributes: [],
    })

    const text = writeRevealFile(file)
    const { data } = await prepareReveal(draft.contract_id, { file: text })
    expect(data.manifest_hash).toBe(file.manifest_hash)
    // The order is known here by now, and shown by the event alone.
    expect(await metadata(address, 1)).toEqual(hidden)
    const listed = (await server.get(tokens)).body
    for (let work = 1; work <= WORKS; work++) expect(listed).not.toContain(image(work))

    const before = await chain.client.snapshot()
    const { logs } = await send(data.transaction)
    await indexer.caughtUp(chain)
    expect(logs).toHaveLength(2)
    expect(await namesOf(address)).toEqual(shuffledNames(draft))
    const [first = 0] = commitToOrder(draft.manifest, secret).order
    expect((await metadata(address, 1)).image).toContain(image(first + 1))
    expect((await server.get(`${tokens}/1`)).data.name).toBe(`Moon ${first + 1}`)
    expect((await server.get(`/metadata/local/${address}/${WORKS}`)).status).toBe(404)

    await chain.client.revert({ id: before })
    await chain.client.mine({ blocks: 2 })
    await indexer.caughtUp(chain)
    expect(await namesOf(address)).toEqual(hiddenNames)
  })

  test('is revealed after the database was wiped, by its file or its secret', async () => {
    const original = await newDraft()
    const typed = revealTypedData({
      ...{ site: 'localhost:3000', chainId: chain.id },
      ...{ factory: chain.contracts.factory, contractId: original.contract_id },
    })
    const derived = deriveRevealSecret(await ada.signTypedData(typed))
    const file = fileOf(original, derived)
    const address = await deploy(original, file)
    await indexer.stop()
    await server.reset()
    indexer = startTestIndexer(server)
    await indexer.caughtUp(chain)

    const { id } = await server.database
      .selectFrom('collections')
      .select('id')
      .where('address', '=', address.toLowerCase())
      .executeTakeFirstOrThrow()
    expect(id).not.toBe(original.contract_id)
    const { data: terms } = await server.get(`/api/contract/studio/${id}/reveal`, {
      as: ada,
    })
    expect(terms).toMatchObject({
      ...{ contract_id: original.contract_id, site: 'localhost:3000' },
      ...{ commitment: file.commitment, manifest: null, is_revealed: false },
    })

    const text = writeRevealFile(file)
    expect((await prepareReveal(id, { file: text })).error?.fields?.works_of).toEqual([
      'This site does not have the works of the collection. Upload them as the set of a draft, and choose that draft.',
    ])
    const changed = await newDraft((work) => (work === 3 ? 'Sun' : `Moon ${work}`))
    const wrong = { file: text, works_of: changed.contract_id }
    expect((await prepareReveal(id, wrong)).error?.fields?.works_of).toEqual([
      'Work 3 is not the one that was committed to: its name, description or traits are others. Upload it as it was.',
    ])
    const { contract_id: works_of } = await newDraft()
    const bySecret = await prepareReveal(id, { secret: derived, works_of })
    const byFile = await prepareReveal(id, { file: text, works_of })
    expect(bySecret.data).toEqual(byFile.data)
    await send(byFile.data.transaction)
    await indexer.caughtUp(chain)
    const order = commitToOrder(original.manifest, derived).order.slice(0, WORKS - 1)
    expect(await namesOf(address)).toEqual(order.map((work) => `Moon ${work + 1}`))
    expect((await prepareReveal(id, { file: text })).data.transaction).toBeNull()
  })

  test('that is large is opened in another thread, with the same answers', async () => {
    const works = Array.from({ length: 600 }, (_, index) => ({
      ...{ token_id: index + 1, name: `Moon ${index + 1}`, description: null },
      ...{ external_url: null, attributes: [], image: image(index), animation: null },
    }))
    const text = writeSetManifest(works)
    const manifest = { text, set_hash: hashSetManifest(text) }
    const expected = commitToOrder(text, secret)
    const open = (key: Hex) =>
      openCommitmentOffThread(
        {
          opening: { secret: key, file: undefined },
          ...{ manifest, commitment: expected.commitment },
        },
        { user: 'ada', client: 'local' },
      )
    expect(text.length).toBeGreaterThan(65_536)
    expect(await open(secret)).toEqual(expected)
    await expect(open(keccak256('0x01'))).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { secret: [expect.stringContaining('the secret is another')] },
    })
  })

  test('names what is wrong with a file, a secret or the collection', async () => {
    const draft = await newDraft()
    const file = fileOf(draft)
    const id = draft.contract_id
    await deploy(draft, file)
    const refusal = async (body: object) =>
      Object.values((await prepareReveal(id, body)).error?.fields ?? {}).join(' ')
    const of = (changes: Partial<RevealFile>) => ({
      file: writeRevealFile({ ...file, ...changes }),
    })
    expect(await refusal({})).toBe('Choose the reveal file of this collection.')
    expect(await refusal({ file: 'secret' })).toContain('not a complete reveal file')
    expect(await refusal(of({ chain_id: 1 }))).toContain('the network with chain id 1,')
    expect(await refusal(of({ factory: bob.address }))).toContain(bob.address)
    expect(await refusal(of({ contract_id: 'other' }))).toContain('another collection')
    const later = fileOf(draft, keccak256('0x01'))
    expect(await refusal({ file: writeRevealFile(later) })).toContain(
      'not the reveal file of this collection',
    )
    expect(await refusal({ secret: later.secret })).toContain('the secret is another')
    expect((await prepareReveal(id, of({}), bob)).status).toBe(404)
    await server.database.updateTable('events').set({ data: '{}' }).execute()
    expect(await refusal(of({}))).toContain('Nothing is hidden in this collection')
  })
})
