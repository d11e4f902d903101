import { createHash, randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { collectionAbi } from '@platemark/abi/collection'
import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import { computeCollectionId } from '@platemark/abi/create-params'
import {
  LIST_PIECE_SIZE,
  listLeaf,
  packTerms,
  proofInPiece,
} from '@platemark/rules/allowlist'
import { sql } from 'kysely'
import sharp from 'sharp'
import { getAddress, type Hex, parseEventLogs, parseGwei, toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../../test/chain.ts'
import { collectionRow } from '../../../test/collection.ts'
import { ada, bob, cyn, type TestServer, testServer } from '../../../test/server.ts'
import type { Database } from '../../database/database.ts'
import type { ListTerms } from './list-file.ts'
import type { PreparedDeployment } from './prepare-deployment.ts'
import {
  deleteOtherLists,
  insertListPiece,
  listDraftLists,
  publishList,
} from './queries/lists.ts'
import { claimDeployment, markDeployed } from './service.ts'

let chain: TestChain
let server: TestServer

beforeAll(async () => {
  chain = await testChain()
  server = await testServer({ networks: [chain.network] })
  await setFee(parseGwei('100000'))
})

afterAll(async () => {
  await server.close()
  await chain.stop()
})

beforeEach(() => server.reset())

const hour = 3_600_000
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString()

const publicPhase = {
  phase_id: 255,
  kind: 'public',
  title: 'Everyone',
  start: '2025-01-01T00:00:00Z',
  end: '2099-01-01T00:00:00Z',
  price_wei: '1000000000000000',
  max_per_wallet: 3,
  max_supply: null,
}

const friends = {
  ...publicPhase,
  phase_id: 0,
  kind: 'allowlist',
  title: 'Friends',
  price_wei: '0',
  max_supply: 50,
}

const complete = {
  chain_alias: 'local',
  kind: 'drop',
  name: 'Tidewater',
  symbol: 'TIDE',
  max_supply: 100,
  phases: [publicPhase],
}

const create = (data: object, as = ada, files = {}) =>
  server.postForm('/api/contract/studio/create', { data, files }, { as })
const act = (id: string, verb: string, body?: unknown, as = ada) =>
  server.post(`/api/contract/studio/${id}/${verb}`, body, { as })
const update = (id: string, changes: unknown, as = ada) => act(id, 'update', changes, as)
const prepare = (id: string, as = ada) => act(id, 'prepare', undefined, as)
const setList = (id: string, entries: object[], phase_id = 0, as = ada) =>
  act(id, 'lists', { phase_id, entries }, as)
const listOf = (as = ada) => server.get('/api/contract/studio/list', { as })

async function draft(fields: object = complete, as = ada): Promise<string> {
  const { status, data, body } = await create(fields, as)
  if (status !== 201) throw new Error(body)
  return data.contract_id
}

const picture = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#1d2a44' } })
    .png()
    .toBuffer()

async function setFee(fee: bigint) {
  const hash = await chain.client.writeContract({
    chain: chain.chain,
    account: chain.owner,
    address: chain.contracts.factory,
    abi: collectionFactoryAbi,
    functionName: 'setMintFee',
    args: [fee],
  })
  await chain.client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
}

/** Sends a prepared transaction from the wallet of `as`, like a browser. */
async function send(prepared: PreparedDeployment, as = ada) {
  await chain.client.setBalance({ address: as.address, value: 10n ** 20n })
  const hash = await chain.client.sendTransaction({
    chain: chain.chain,
    account: as,
    // Safe: both are hex by the API contract.
    to: prepared.to as Hex,
    data: prepared.data as Hex,
    value: BigInt(prepared.value),
    gas: 3_000_000n,
  })
  return chain.client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
}

type Receipt = Awaited<ReturnType<typeof send>>

function createdIn({ logs }: Receipt) {
  const [created] = parseEventLogs({
    abi: collectionFactoryAbi,
    eventName: 'CollectionCreated',
    logs,
  })
  if (!created) throw new Error('no collection was created')
  return created.args
}

/** Inserts a collection like the indexer. */
async function index(receipt: Receipt) {
  const { collection, creator, salt } = createdIn(receipt)
  const claimed = await server.database.transaction().execute(async (transaction) => {
    const found = await claimDeployment(transaction, {
      chainId: chain.id,
      creator,
      salt,
      address: collection,
    })
    if (!found) return undefined
    await transaction
      .insertInto('collections')
      .values(
        collectionRow({
          id: found.id,
          chain_id: chain.id,
          address: collection.toLowerCase(),
          alias: found.alias,
          owner: creator.toLowerCase(),
          created_block: Number(receipt.blockNumber),
          created_tx: receipt.transactionHash,
        }),
      )
      .execute()
    await markDeployed(transaction, found.id, found.id)
    return found
  })
  return claimed
}

describe('create', () => {
  test('creates a draft and returns what is missing', async () => {
    const { status, data } = await create({
      chain_alias: 'local',
      kind: 'drop',
      name: '  Low Sun ',
      symbol: 'SUN',
    })

    expect(status).toBe(201)
    expect(data).toMatchObject({
      state: 'draft',
      fields: { name: 'Low Sun', description: '', payees: [], royalty_bps: 0 },
      image: null,
      contract_address: null,
      missing: {
        max_supply: ['A drop needs a supply.'],
        phases: ['Add at least one phase.'],
      },
    })
  })

  test('keeps emoji and scripts that are written with joiners', async () => {
    const names = ['👩\u200d🎨 🏳\ufe0f\u200d🌈', 'می\u200cخواهم', 'ශ්\u200dරී ලංකා']
    for (const name of names) {
      const { data } = await create({ ...complete, name, description: `${name}\u200f.` })
      expect(data.fields).toMatchObject({ name, description: `${name}.` })
    }
    const { error } = await create({ ...complete, name: 'pay\u200dpal' })
    expect(error?.fields?.name).toEqual([
      'U+200D ZERO WIDTH JOINER at character 3 is not allowed. Delete it, or type that part again.',
    ])
  })

  test('keeps picture and cover as public files', async () => {
    const files = { image: await picture(), cover: await picture() }
    const { data } = await create(complete, ada, files)

    expect(data.image).toMatchObject({ is_plate: false })
    const { status, headers } = await server.get(data.image.small_url)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('image/webp')
  })

  test('refuses callers without a session', async () => {
    const { status } = await server.postForm('/api/contract/studio/create', {
      data: complete,
    })
    expect(status).toBe(401)
  })

  test('refuses a network it does not know', async () => {
    const { error } = await create({ ...complete, chain_alias: 'elsewhere' })
    expect(error?.code).toBe('unknown_chain')
  })

  test.each<[string, object]>([
    ['name', { name: 'half a character \ud800' }],
    ['description', { description: 'a\0b' }],
    ['symbol', { symbol: 'tide' }],
    ['alias', { alias: '0xabc' }],
    ['royalty_bps', { royalty_bps: 1001 }],
    ['royalty_ceiling_bps', { royalty_ceiling_bps: 1001 }],
    ['royalty_bps', { royalty_bps: -1 }],
    ['royalty_bps', { royalty_bps: 2.5 }],
    ['kind', { kind: 'lottery' }],
    ['name', { name: 'x'.repeat(61) }],
    ['symbol', { symbol: 'THIRTEENCHARS' }],
    ['description', { description: 'x'.repeat(2001) }],
    ['max_supply', { max_supply: 0 }],
    ['max_supply', { max_supply: '100' }],
    ['is_transferable', { is_transferable: 'yes' }],
    ['notice_seconds', { notice_seconds: 2_592_001 }],
    ['notice_seconds', { notice_seconds: -1 }],
    ['payees.0.bps', { payees: [{ address: ada.address, bps: 0 }] }],
    ['payees.0.address', { payees: [{ address: 'ada', bps: 10_000 }] }],
    [
      'payees',
      { payees: Array.from({ length: 17 }, () => ({ address: ada.address, bps: 1 })) },
    ],
    ['phases', { phases: Array.from({ length: 17 }, () => publicPhase) }],
    ['phases.0.title', { phases: [{ ...publicPhase, title: '' }] }],
    ['phases.0.title', { phases: [{ ...publicPhase, title: 'x'.repeat(41) }] }],
    ['phases.0.phase_id', { phases: [{ ...publicPhase, phase_id: 256 }] }],
    ['phases.0.end', { phases: [{ ...publicPhase, end: 'tomorrow' }] }],
    ['phases.0.price_wei', { phases: [{ ...publicPhase, price_wei: -1 }] }],
    ['phases.0.max_per_wallet', { phases: [{ ...publicPhase, max_per_wallet: 0 }] }],
    ['phases.0.max_per_wallet', { phases: [{ ...publicPhase, max_per_wallet: 65_536 }] }],
    ['phases.0.max_supply', { phases: [{ ...publicPhase, max_supply: 0 }] }],
    ['links.website', { links: { website: 'javascript:alert(1)' } }],
    // Longer than a link may be once escaped.
    ['links.x', { links: { x: `https://x.com/?${'"'.repeat(100)}` } }],
    ['phases.0.price_wei', { phases: [{ ...publicPhase, price_wei: '1' }] }],
    [
      'phases.0.start',
      { phases: [{ ...publicPhase, start: '2026-01-01T00:00:00+02:00' }] },
    ],
    ['phases.1.phase_id', { phases: [friends, { ...friends, title: 'Again' }] }],
    ['phases.0.phase_id', { phases: [{ ...friends, phase_id: 255 }] }],
    ['phases.0.phase_id', { phases: [{ ...publicPhase, phase_id: 3 }] }],
    [
      'payees.0.address',
      {
        payees: [
          { address: ada.address.replace(/[a-f]/, (c) => c.toUpperCase()), bps: 1 },
        ],
      },
    ],
  ])('names the wrong field %s', async (field, change) => {
    const { status, error } = await create({ ...complete, ...change })
    expect(status).toBe(422)
    expect(Object.keys(error?.fields ?? {})).toContain(field)
  })

  test.each([
    ['unsupported_media', 415, '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['file_too_large', 413, 'x'.repeat(21_000_000)],
  ])('answers %s to such a picture, and makes no draft', async (code, status, text) => {
    const answer = await create(complete, ada, { image: Buffer.from(text) })
    expect(answer.status).toBe(status)
    expect(answer.error?.code).toBe(code)
    expect((await listOf()).data).toEqual([])
  })

  test('limits how many pictures a user uploads in a minute', async () => {
    const strict = await testServer({
      networks: [chain.network],
      rate_limit_scale: 1,
      limits: { uploads_per_user: 1 },
    })
    const form = { data: complete, files: { image: await picture() } }
    const post = () => strict.postForm('/api/contract/studio/create', form, { as: ada })

    expect((await post()).status).toBe(201)
    const { status, headers } = await post()
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    await strict.close()
  })
})

describe('update', () => {
  test('changes the sent fields and nothing else', async () => {
    const id = await draft({ ...complete, description: 'Before.' })
    const payees = [{ address: bob.address.toLowerCase(), bps: 10_000 }]
    const changes = { name: 'High Sun', max_supply: null, payees }
    const { status, data } = await update(id, changes)

    expect(status).toBe(200)
    expect(data.fields).toMatchObject({
      name: 'High Sun',
      max_supply: null,
      payees: [{ address: bob.address, bps: 10_000 }],
      description: 'Before.',
      symbol: 'TIDE',
    })
    expect(data.missing).toEqual({ max_supply: ['A drop needs a supply.'] })
  })

  test("responds with 404 to another user's draft and to none alike", async () => {
    const id = await draft()
    const other = await update(id, { name: 'Mine' }, bob)
    const none = await update(
      '00000000-0000-4000-8000-000000000000',
      { name: 'Mine' },
      bob,
    )

    expect([other.status, none.status]).toEqual([404, 404])
    expect(other.error?.message).toBe(none.error?.message)
    expect((await listOf()).data[0].fields.name).toBe('Tidewater')
  })

  test('deletes the list of a removed phase', async () => {
    const id = await draft({ ...complete, phases: [friends, publicPhase] })
    await setList(id, [{ address: bob.address }])
    await update(id, { phases: [publicPhase] })
    const { data } = await update(id, { phases: [friends, publicPhase] })

    expect(data.lists).toEqual([])
    expect(data.missing).toEqual({ 'phases.0.list': ['Add the wallets of this phase.'] })
  })

  test('loses none of several concurrent changes', async () => {
    const id = await draft()
    const answers = await Promise.all([
      update(id, { name: 'High Sun' }),
      update(id, { symbol: 'SUN' }),
      update(id, { description: 'Warm.' }),
    ])

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const expected = { name: 'High Sun', symbol: 'SUN', description: 'Warm.' }
    expect((await listOf()).data[0].fields).toMatchObject(expected)
  })

  test('refuses contradictions, unknown networks and bad ids', async () => {
    const id = await draft()
    const twice = await update(id, { phases: [publicPhase, publicPhase] })
    const elsewhere = await update(id, { chain_alias: 'elsewhere' })

    expect([twice.status, elsewhere.status]).toEqual([422, 404])
    expect(elsewhere.error?.code).toBe('unknown_chain')
    expect((await update('no-uuid', {})).status).toBe(422)
  })
})

describe('missing parts of a draft', () => {
  test.each<[string, object]>([
    ['max_supply', { kind: 'drop', max_supply: null }],
    ['max_supply', { kind: 'open_edition', max_supply: 5 }],
    ['max_supply', { max_supply: 268_435_455 }],
    ['is_transferable', { kind: 'edition', is_transferable: false }],
    ['royalty_bps', { royalty_bps: 500, royalty_ceiling_bps: 400 }],
    ['royalty_receiver', { royalty_receiver: 'split' }],
    [
      'royalty_receiver',
      { royalty_receiver: 'split', payees: [{ address: ada.address, bps: 10_000 }] },
    ],
    ['payees', { payees: [{ address: ada.address, bps: 9_999 }] }],
    [
      'payees',
      {
        payees: [
          { address: ada.address, bps: 9_999 },
          { address: bob.address, bps: 2 },
        ],
      },
    ],
    [
      'payees.1.address',
      {
        payees: [
          { address: ada.address, bps: 5_000 },
          { address: ada.address.toLowerCase(), bps: 5_000 },
        ],
      },
    ],
    ['payees.0.address', { payees: [{ address: `0x${'0'.repeat(40)}`, bps: 10_000 }] }],
    ['phases', { phases: [] }],
    ['phases.0.end', { phases: [{ ...publicPhase, end: publicPhase.start }] }],
    ['phases.0.end', { phases: [{ ...publicPhase, end: '2025-06-01T00:00:00Z' }] }],
    ['phases.0.end', { phases: [{ ...publicPhase, end: '2107-01-01T00:00:00Z' }] }],
    ['phases.0.max_supply', { phases: [{ ...publicPhase, max_supply: 101 }] }],
    [
      'phases.0.price_wei',
      { phases: [{ ...publicPhase, price_wei: `1${'0'.repeat(40)}` }] },
    ],
    ['phases.0.price_wei', { phases: [{ ...publicPhase, price_wei: '49999000000000' }] }],
    ['phases.0.price_wei', { phases: [{ ...publicPhase, price_wei: null }] }],
    ['phases.0.list', { phases: [friends] }],
  ])('names %s', async (field, change) => {
    const { status, error } = await prepare(await draft({ ...complete, ...change }))
    expect(status).toBe(409)
    expect(error?.code).toBe('draft_incomplete')
    expect(Object.keys(error?.fields ?? {})).toEqual([field])
  })

  test('lets phases overlap, and an allowlist phase be the only one', async () => {
    const id = await draft({
      ...complete,
      phases: [friends, { ...friends, phase_id: 1, title: 'Family' }, publicPhase],
    })
    await setList(id, [{ address: bob.address }], 0)
    expect((await prepare(id)).error?.fields).toEqual({
      'phases.1.list': ['Add the wallets of this phase.'],
    })
    await setList(id, [{ address: bob.address }], 1)
    expect((await prepare(id)).status).toBe(200)

    const alone = await draft({ ...complete, phases: [friends] })
    await setList(alone, [{ address: bob.address }])
    expect((await prepare(alone)).status).toBe(200)
  })

  test('lets a phase have as many tokens as the collection, and the royalty its ceiling', async () => {
    const id = await draft({
      ...complete,
      royalty_bps: 400,
      royalty_ceiling_bps: 400,
      phases: [{ ...publicPhase, max_supply: 100 }],
    })
    expect((await prepare(id)).status).toBe(200)
  })

  test('takes half the mint fee as the lowest price, for the whole list too', async () => {
    const id = await draft({ ...complete, phases: [friends] })
    await setList(id, [{ address: bob.address, price_wei: '49999000000000' }])
    const low = await prepare(id)
    await setList(id, [{ address: bob.address, price_wei: '50000000000000' }])
    const enough = await prepare(id)

    expect(low.error?.fields).toEqual({
      'phases.0.list': [
        'On the list: A price is 0 or at least half the mint fee of this network.',
      ],
    })
    expect(enough.status).toBe(200)
  })

  test('report a network without contracts', async () => {
    const bare = await testServer({ networks: [{ ...chain.network, contracts: null }] })
    const form = { data: complete }
    const made = await bare.postForm('/api/contract/studio/create', form, { as: ada })
    const id = made.data.contract_id
    const { error } = await bare.post(`/api/contract/studio/${id}/prepare`, undefined, {
      as: ada,
    })

    expect(Object.keys(error?.fields ?? {})).toEqual(['chain_alias'])
    await bare.close()
  })
})

describe('lists', () => {
  test('keeps equal entries of a wallet once and returns their positions', async () => {
    const id = await draft({ ...complete, phases: [friends] })
    const { status, data } = await setList(id, [
      { address: bob.address, quantity: 4 },
      { address: cyn.address },
      { address: bob.address.toLowerCase(), quantity: 4 },
      { address: bob.address, quantity: 4 },
    ])

    expect(status).toBe(200)
    expect(data).toEqual({
      phase_id: 0,
      entries: 2,
      duplicates: [{ address: bob.address, positions: [0, 2, 3] }],
      duplicate_count: 1,
    })
    const row = await server.database
      .selectFrom('draft_lists')
      .select(['entries', 'content'])
      .executeTakeFirstOrThrow()
    expect([row.entries, JSON.parse(gunzipSync(row.content).toString())]).toEqual([
      2,
      [
        [bob.address.toLowerCase(), 4, null],
        [cyn.address.toLowerCase(), null, null],
      ],
    ])
  })

  test.each([
    ['quantities', { quantity: 4 }, { quantity: 5 }],
    ['prices', { price_wei: '0' }, { price_wei: '1000000000' }],
    ['terms, of which one is absent', {}, { quantity: 1 }],
  ])('refuses entries of a wallet with different %s', async (_, first, second) => {
    const id = await draft({ ...complete, phases: [friends] })
    await setList(id, [{ address: ada.address }])
    const { status, error } = await setList(id, [
      { address: bob.address, ...first },
      { address: cyn.address },
      { address: bob.address.toLowerCase(), ...second },
    ])
    expect([status, error?.fields]).toEqual([
      422,
      {
        'entries.2': [
          `${bob.address} has entries with different terms: entries.0, entries.2. Keep one of them.`,
        ],
      },
    ])
    expect((await listOf()).data[0].lists).toMatchObject([{ entries: 1 }])
  })

  test('names the first 20 repeated wallets and counts the others', async () => {
    const id = await draft({ ...complete, phases: [friends] })
    const entries = Array.from({ length: 25 }, () => ({
      address: getAddress(toHex(randomBytes(20))),
    }))
    const { data } = await setList(id, [...entries, ...entries])
    expect([data.duplicates.length, data.duplicate_count]).toEqual([20, 25])
    const { error } = await setList(id, [
      ...entries,
      ...entries.map((entry) => ({ ...entry, quantity: 2 })),
    ])
    expect(Object.keys(error?.fields ?? {})).toHaveLength(21)
    expect(error?.fields?.entries).toEqual([
      '5 more wallets have entries with different terms.',
    ])
  })

  test('replaces the list of one phase and leaves the others', async () => {
    const id = await draft({
      ...complete,
      phases: [friends, { ...friends, phase_id: 1 }],
    })
    await setList(id, [{ address: bob.address }], 0)
    await setList(id, [{ address: bob.address }, { address: cyn.address }], 1)
    await setList(id, [{ address: ada.address }], 0)

    expect((await listOf()).data[0].lists).toEqual([
      { phase_id: 0, entries: 1, earlier_entries: 0, left_out: 0, root: null, url: null },
      { phase_id: 1, entries: 2, earlier_entries: 0, left_out: 0, root: null, url: null },
    ])
  })

  test('removes the list of a phase when it is replaced by none', async () => {
    const id = await draft({ ...complete, phases: [friends] })
    await setList(id, [{ address: bob.address }])
    expect((await setList(id, [])).data).toMatchObject({ phase_id: 0, entries: 0 })
    expect((await listOf()).data[0].lists).toEqual([])
  })

  test('refuses the public phase, unknown phases and wrong checksums', async () => {
    const id = await draft({ ...complete, phases: [friends, publicPhase] })
    const wrong = bob.address.replace(/[a-f]/, (letter) => letter.toUpperCase())

    expect((await setList(id, [{ address: bob.address }], 255)).status).toBe(422)
    expect((await setList(id, [{ address: bob.address }], 7)).status).toBe(422)
    const answer = await setList(id, [{ address: cyn.address }, { address: wrong }])
    expect(Object.keys(answer.error?.fields ?? {})).toEqual(['entries.1.address'])
  })

  test("responds with 404 for another user's draft, 401 without a session", async () => {
    const id = await draft({ ...complete, phases: [friends] })
    expect((await setList(id, [{ address: bob.address }], 0, bob)).status).toBe(404)
    const anonymous = await server.post(`/api/contract/studio/${id}/lists`, {
      phase_id: 0,
      entries: [{ address: bob.address }],
    })
    expect(anonymous.status).toBe(401)
  })

  test('takes thousands of wallets and stores them in one public file', async () => {
    const id = await draft({ ...complete, phases: [friends] })
    const entries = Array.from({ length: 3000 }, (_, i) => ({
      address: `0x${(i + 1).toString(16).padStart(40, '0')}`,
    }))
    expect((await setList(id, entries)).data.entries).toBe(3000)
    expect((await prepare(id)).status).toBe(200)

    const [{ lists }] = (await listOf()).data
    const file = JSON.parse((await server.get(lists[0].url)).body)
    expect([file.entries.length, file.nodes.length]).toEqual([3000, 12])
    expect(file.entries).toContainEqual([entries[2999]?.address, 0, null, null])
    const stored = await server.database
      .selectFrom('list_entries')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirst()
    expect(stored?.count).toBe(3000)
  })

  test('proves each entry of a long list from its piece, without a stored proof', async () => {
    const id = await draft({ ...complete, phases: [friends] })
    const entries = Array.from({ length: 600 }, (_, i) => ({
      address: getAddress(`0x${(i + 1).toString(16).padStart(40, '0')}`),
    }))
    await setList(id, entries)
    const { data: prepared } = await prepare(id)
    const [{ lists }] = (await listOf()).data
    await index(await send(prepared))
    const file = JSON.parse((await server.get(lists[0].url)).body)
    await server.database
      .insertInto('collection_lists')
      .values({
        ...{ collection_id: id, root: file.root, content_hash: file.root },
        block_number: 1,
      })
      .execute()
    for (const position of [0, 255, 256, 511, 512, 599]) {
      const account = String(file.entries[position]?.[0])
      const { data } = await server.get(
        `/api/contract/local/${prepared.predicted_address}/allowlist/${account}`,
      )
      expect(data).toEqual([
        { ...proveEntries(file, account)[0], root: file.root, phase_id: 0 },
      ])
    }
    const { rows } = await sql<{ bytes: number }>`
      select max(pg_column_size(e))::integer as bytes from list_entries e`.execute(
      server.database,
    )
    expect(rows[0]?.bytes).toBeLessThan(240)
  })
})

describe('studio list', () => {
  test("shows the caller's own, newest first, and no others", async () => {
    await draft({ ...complete, name: 'First' })
    await draft({ ...complete, name: 'Second' })
    await draft({ ...complete, name: 'Of Bob' }, bob)

    const names = (await listOf()).data.map(
      (one: { fields: { name: string } }) => one.fields.name,
    )
    expect(names).toEqual(['Second', 'First'])
    expect((await server.get('/api/contract/studio/list')).status).toBe(401)
  })
})

describe('prepare', () => {
  test('returns a transaction that creates exactly this collection at that address', async () => {
    const start = new Date(Date.parse(fromNow(hour))).toISOString()
    const id = await draft({
      ...complete,
      kind: 'open_edition',
      max_supply: null,
      is_transferable: false,
      royalty_bps: 250,
      royalty_ceiling_bps: 500,
      notice_seconds: 3600,
      payees: [
        { address: ada.address, bps: 7_000 },
        { address: bob.address, bps: 3_000 },
      ],
      phases: [{ ...publicPhase, start, max_supply: 77 }],
    })
    const { status, data } = await prepare(id)
    expect(status).toBe(200)
    expect(data).toMatchObject({
      chain_id: chain.id,
      to: getAddress(chain.contracts.factory),
      value: '0',
    })

    const receipt = await send(data)
    expect(createdIn(receipt).collection).toBe(data.predicted_address)
    const overview = await chain.client.readContract({
      address: data.predicted_address,
      abi: collectionAbi,
      functionName: 'overview',
    })
    const base = `http://localhost:3000/metadata/local/${data.predicted_address.toLowerCase()}/`
    expect(overview).toMatchObject({
      kind: 1,
      transferable: false,
      name: 'Tidewater',
      symbol: 'TIDE',
      owner: ada.address,
      maxSupply: 0n,
      royaltyBps: 250n,
      royaltyCeilingBps: 500n,
      notice: 3600n,
      mintFee: parseGwei('100000'),
      baseUri: base,
      contractUri: `${base}contract`,
      publicPhase: {
        price: 10n ** 15n,
        start: Math.floor(Date.parse(start) / 1000),
        end: Date.parse(publicPhase.end) / 1000,
        walletLimit: 3,
        supplyCap: 77,
      },
      payees: [
        { account: ada.address, bps: 7_000 },
        { account: bob.address, bps: 3_000 },
      ],
    })
  })

  test('publishes lists with which only listed wallets mint', async () => {
    const id = await draft({
      ...complete,
      phases: [friends, { ...friends, phase_id: 4, title: 'Family' }, publicPhase],
    })
    await setList(id, [{ address: bob.address, quantity: 2 }, { address: cyn.address }])
    await setList(id, [{ address: bob.address, price_wei: '2000000000000000' }], 4)
    const { data: prepared } = await prepare(id)
    const receipt = await send(prepared)

    const [{ lists }] = (await listOf()).data
    const { body, headers } = await server.get(lists[0].url)
    expect(headers['access-control-allow-origin']).toBe('*')
    const [added] = parseEventLogs({
      abi: collectionAbi,
      eventName: 'ListAdded',
      logs: receipt.logs,
    })
    const contentHash = createHash('sha256').update(body).digest('hex')
    expect(added?.args).toEqual({ root: lists[0].root, contentHash: `0x${contentHash}` })

    const file = JSON.parse(body)
    expect(file).toMatchObject({
      chain_id: chain.id,
      collection_id: computeCollectionId(ada.address, createdIn(receipt).salt),
      root: lists[0].root,
      phases: [
        {
          phase_id: 0,
          title: 'Friends',
          price_wei: '0',
          max_per_wallet: 3,
          max_supply: 50,
        },
        { phase_id: 4, title: 'Family' },
      ],
    })
    const [first, family] = proveEntries(file, bob.address)
    if (!first || !family) throw new Error('the file has no entries of bob')
    expect(first).toMatchObject({ phase_id: 0, quantity: 2, price_wei: '0' })
    expect(family).toMatchObject({
      phase_id: 4,
      quantity: 3,
      price_wei: '2000000000000000',
    })

    const check = (account: Hex, entry: { packed: string; proof: Hex[] }) =>
      chain.client.readContract({
        address: prepared.predicted_address,
        abi: collectionAbi,
        functionName: 'checkMint',
        args: [account, 5n, BigInt(entry.packed), entry.proof],
        blockTag: 'pending',
      })
    const fee = parseGwei('100000')
    expect(await check(bob.address, first)).toEqual([0n, 2n, 2n * fee])
    expect(await check(bob.address, family)).toEqual([
      0n,
      3n,
      3n * (fee + 2n * 10n ** 15n),
    ])
    expect((await check(ada.address, first))[0]).toBe(64n)

    await chain.client.setBalance({ address: bob.address, value: 10n ** 20n })
    const hash = await chain.client.writeContract({
      chain: chain.chain,
      account: bob,
      address: prepared.predicted_address,
      abi: collectionAbi,
      functionName: 'mintAllowlist',
      args: [2n, BigInt(first.packed), first.proof],
      value: 2n * fee,
    })
    const { status } = await chain.client.waitForTransactionReceipt({
      hash,
      pollingInterval: 20,
    })
    expect(status).toBe('success')
  })

  test('makes an edition without a cap too', async () => {
    const id = await draft({ ...complete, kind: 'edition', max_supply: null })
    const { data } = await prepare(id)
    expect((await send(data)).status).toBe('success')
  })

  test('returns the same transaction again until it expires', async () => {
    const id = await draft({ ...complete, phases: [friends, publicPhase] })
    await setList(id, [{ address: bob.address }])
    const first = await prepare(id)
    const again = await prepare(id)

    expect(again.data).toEqual(first.data)
    const expires = Date.parse(first.data.expires_at) - Date.now()
    expect(expires).toBeGreaterThan(14 * 60_000)
    expect(expires).toBeLessThan(16 * 60_000)
  })

  test('returns one transaction to concurrent callers', async () => {
    const id = await draft()
    const answers = await Promise.all(Array.from({ length: 5 }, () => prepare(id)))
    const different = new Set(answers.map(({ data }) => data.data))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(different.size).toBe(1)
  })

  test('freezes the draft: an edit between two signatures never makes two collections', async () => {
    const id = await draft({ ...complete, phases: [friends, publicPhase] })
    await setList(id, [{ address: bob.address }])
    const { data: first } = await prepare(id)

    const edited = await update(id, { name: 'Another name' })
    const listed = await setList(id, [{ address: cyn.address }])
    expect([edited.error?.code, listed.error?.code]).toEqual([
      'deployment_pending',
      'deployment_pending',
    ])
    expect(Number(edited.headers['retry-after'])).toBeGreaterThan(800)
    expect((await listOf()).data[0]).toMatchObject({
      state: 'deploying',
      contract_address: first.predicted_address,
      missing: {},
    })

    const { data: second } = await prepare(id)
    const results = [(await send(first)).status, (await send(second)).status]
    expect(results).toEqual(['success', 'reverted'])
    // Mined but not indexed yet: nothing is left to sign or change.
    expect((await prepare(id)).error?.code).toBe('deployment_pending')
    expect((await update(id, { name: 'Another name' })).status).toBe(409)
  })

  test('races with edits: the last preparation matches the draft', async () => {
    const id = await draft()
    const [edited, prepared] = await Promise.all([
      update(id, { name: 'Raced' }),
      prepare(id),
    ])

    expect(prepared.status).toBe(200)
    const [shown] = (await listOf()).data
    const receipt = await send(prepared.data)
    const name = await chain.client.readContract({
      address: createdIn(receipt).collection,
      abi: collectionAbi,
      functionName: 'name',
    })
    expect([200, 409]).toContain(edited.status)
    expect(name).toBe(shown.fields.name)
  })

  test('races with deletion: either the draft is gone or its transaction stands', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await draft({ ...complete, phases: [friends, publicPhase] })
      await setList(id, [{ address: bob.address }])
      const [prepared, deleted] = await Promise.all([
        prepare(id),
        setTimeout(round * 10).then(() => act(id, 'delete')),
      ])
      expect(prepared.status).toBeLessThan(500)
      expect(deleted.status).toBe(prepared.status === 200 ? 409 : 204)
    }
    const left = await server.database
      .selectFrom('lists')
      .leftJoin('drafts', 'drafts.id', 'lists.draft_id')
      .select('root')
      .where('drafts.id', 'is', null)
      .execute()
    expect(left).toEqual([])
  })

  test('publishes no list of a deleted draft', async () => {
    const id = await draft()
    await act(id, 'delete')
    await publishList(server.database, {
      draft_id: id,
      version: 1,
      chain_id: chain.id,
      root: `0x${'00'.repeat(32)}`,
      content_hash: `0x${'11'.repeat(32)}`,
      terms: { phases: [] },
      entries: 0,
      now: new Date(),
    })
    const lists = await server.database.selectFrom('lists').select('root').execute()
    expect(lists).toEqual([])
  })

  test('uses its own list, whatever a losing call has published since', async () => {
    const id = await draft({ ...complete, phases: [friends, publicPhase] })
    await setList(id, [{ address: bob.address }])
    const first = await prepare(id)
    const lost = {
      draft_id: id,
      version: 1,
      chain_id: chain.id,
      root: `0x${'00'.repeat(32)}`,
      content_hash: `0x${'11'.repeat(32)}`,
      terms: { phases: [] },
      entries: 0,
      now: new Date(),
    }
    await publishList(server.database, lost)
    await server.database
      .updateTable('lists')
      .set({ content_hash: sql<string>`content_hash` })
      .where('root', '<>', lost.root)
      .execute()

    expect((await prepare(id)).data.data).toBe(first.data.data)
    const [shown] = (await listOf()).data
    expect(shown.lists[0].root).not.toBe(lost.root)
    await index(await send(first.data))
    expect(await listDraftLists(server.database, [id])).toHaveLength(1)
  })

  test('skips a list that was deleted while it was being published', async () => {
    const id = await draft({ ...complete, phases: [friends, publicPhase] })
    const root = `0x${'00'.repeat(32)}`
    await publishList(server.database, {
      draft_id: id,
      version: 1,
      chain_id: chain.id,
      root,
      content_hash: `0x${'11'.repeat(32)}`,
      terms: { phases: [] },
      entries: 2,
      now: new Date(),
    })
    const entry = { phase_id: 0, quantity: 1, price_wei: '0', packed: '1', position: 0 }
    const piece = (number: number) =>
      insertListPiece(server.database, root, {
        ...{ piece: number, nodes: new Uint8Array(32), proof: new Uint8Array() },
        entries: JSON.stringify([{ ...entry, address: `0x${`${number}`.repeat(40)}` }]),
      })
    const entries = () => server.database.selectFrom('list_entries').selectAll().execute()
    await piece(0)
    expect(await entries()).toHaveLength(1)
    await deleteOtherLists(server.database, id, null)
    await piece(1)
    expect(await entries()).toEqual([])
  })

  test("responds with 404 to another user's draft, 401 without a session", async () => {
    const id = await draft()
    expect((await prepare(id, bob)).status).toBe(404)
    expect((await server.post(`/api/contract/studio/${id}/prepare`)).status).toBe(401)
  })

  test('fails when the chain cannot be reached', async () => {
    const rpc_urls = ['http://127.0.0.1:9']
    const cut = await testServer({ networks: [{ ...chain.network, rpc_urls }] })
    const form = { data: complete }
    const made = await cut.postForm('/api/contract/studio/create', form, { as: ada })
    const url = `/api/contract/studio/${made.data.contract_id}/prepare`
    const { status, error } = await cut.post(url, undefined, { as: ada })

    expect([status, error?.code]).toEqual([503, 'chain_unavailable'])
    await cut.close()
  })

  test('uses the current fee', async () => {
    const id = await draft()
    await setFee(parseGwei('3000000'))
    const dear = await prepare(id)
    await setFee(parseGwei('100000'))

    expect(dear.error?.fields).toEqual({
      'phases.0.price_wei': [
        'A price is 0 or at least half the mint fee of this network.',
      ],
    })
    expect((await prepare(id)).status).toBe(200)
  })

  test('returns no second transaction when the fee changes under a frozen draft', async () => {
    const id = await draft()
    const { data: first } = await prepare(id)
    await setFee(parseGwei('200000'))
    const other = await prepare(id)
    await setFee(parseGwei('100000'))

    expect(other.error?.code).toBe('deployment_pending')
    expect(Number(other.headers['retry-after'])).toBeGreaterThan(800)
    expect((await prepare(id)).data).toEqual(first)
  })

  test('returns no second transaction when the site moves under a frozen draft', async () => {
    const id = await draft()
    const { data: first } = await prepare(id)
    const { configuration } = server.context
    const { public_url } = configuration
    configuration.public_url = 'https://elsewhere.example'
    const other = await prepare(id)
    configuration.public_url = public_url

    expect(other.error?.code).toBe('deployment_pending')
    expect((await prepare(id)).data).toEqual(first)
  })
})

describe('claiming a deployment', () => {
  test('passes the draft to the collection created from it', async () => {
    const files = { image: await picture() }
    const fields = {
      ...complete,
      alias: 'tidewater',
      description: 'Water.',
      phases: [friends, publicPhase],
    }
    const made = await create(fields, ada, files)
    const id = made.data.contract_id
    await setList(id, [{ address: bob.address }])
    const { data: prepared } = await prepare(id)
    const claimed = await index(await send(prepared))

    expect(claimed).toMatchObject({
      id,
      alias: 'tidewater',
      description: 'Water.',
      image_file: made.data.image.original_url.replace('/files/', ''),
      cover_file: null,
      publicPhaseTitle: 'Everyone',
    })
    expect(await listDraftLists(server.database, [id])).toMatchObject([
      { entries: 1, terms: { phases: [{ phase_id: 0, title: 'Friends' }] } },
    ])
    expect((await listOf()).data[0]).toMatchObject({
      contract_id: id,
      missing: {},
      contract_address: prepared.predicted_address,
    })
    for (const answer of [
      await update(id, { name: 'Late' }),
      await setList(id, [{ address: cyn.address }]),
      await prepare(id),
    ]) {
      expect(answer.error?.code).toBe('already_deployed')
    }
    const taken = await create({ ...complete, alias: 'tidewater' }, bob)
    expect(taken.error?.code).toBe('alias_taken')
    const other = await draft(complete, bob)
    expect((await update(other, { alias: 'tidewater' }, bob)).error?.code).toBe(
      'alias_taken',
    )
  })

  test('gives a slug to one collection only', async () => {
    const mine = await draft({ ...complete, alias: 'kiln' })
    const theirs = await draft({ ...complete, alias: 'kiln' }, bob)
    const first = await prepare(mine)
    const second = await prepare(theirs, bob)

    expect(second.error).toMatchObject({
      code: 'draft_incomplete',
      fields: { alias: ['Another collection on this network has that address.'] },
    })
    expect((await index(await send(first.data)))?.alias).toBe('kiln')
  })

  test('leaves a contested slug to the collection that came first', async () => {
    const mine = await draft({ ...complete, alias: 'kiln' })
    const { data: prepared } = await prepare(mine)
    const theirs = await draft(complete, bob)
    const other = await prepare(theirs, bob)
    await server.database
      .updateTable('drafts')
      .set({ alias: 'kiln' })
      .where('id', '=', theirs)
      .execute()

    expect((await index(await send(other.data, bob)))?.alias).toBe('kiln')
    expect((await index(await send(prepared)))?.alias).toBeNull()
  })

  test('belongs to salt and creator together', async () => {
    const id = await draft()
    const { data: prepared } = await prepare(id)
    const stolen = await index(await send(prepared, bob))
    const own = await index(await send(prepared))

    expect(stolen).toBeUndefined()
    expect(own?.id).toBe(id)
  })
})

/** Confirms blocks like the indexer, which reads them twice. */
const confirm = async (database: Database) => {
  const { number, hash, timestamp } = await chain.client.getBlock()
  const now = new Date()
  const cursor = {
    chain_id: chain.id,
    genesis_hash: hash,
    factory: chain.contracts.factory,
    block_number: Number(number),
    block_hash: hash,
    block_time: new Date(Number(timestamp) * 1000),
    head_number: Number(number),
    confirmed_number: Number(number),
    updated_at: now,
  }
  await database
    .insertInto('chain_cursors')
    .values(cursor)
    .onConflict((row) => row.column('chain_id').doUpdateSet(cursor))
    .execute()
}

// Last, because these move the chain's time permanently.
describe('a prepared transaction that was never sent', () => {
  test('is void after its deadline, and the next one makes another collection', async () => {
    const id = await draft({ ...complete, phases: [friends, publicPhase] })
    await setList(id, [{ address: bob.address }])
    const { data: first } = await prepare(id)
    const deadline = first.expires_at
    expect((await listOf()).data[0]).toMatchObject({ state: 'deploying', deadline })
    await chain.client.increaseTime({ seconds: 16 * 60 })
    server.clock.advance(16 * 60_000)

    expect((await listOf()).data[0]).toMatchObject({
      ...{ state: 'draft', contract_address: null },
      deadline,
    })
    expect((await update(id, { name: 'Second thought' })).status).toBe(200)
    expect((await listOf()).data[0].deadline).toBeNull()
    const { data: second } = await prepare(id)
    expect(second.predicted_address).not.toBe(first.predicted_address)

    expect((await send(first)).status).toBe('reverted')
    await index(await send(second))
    expect(await listDraftLists(server.database, [id])).toHaveLength(1)
    const lists = await server.database.selectFrom('lists').select('root').execute()
    expect(lists).toHaveLength(1)
  })

  test('is void only where blocks are confirmed', async () => {
    const slow = await testServer({
      networks: [{ ...chain.network, is_demo: false, confirmations: 3 }],
    })
    const post = (url: string, body?: unknown) =>
      slow.post(`/api/contract/studio/${url}`, body, { as: ada })
    const made = await slow.postForm(
      '/api/contract/studio/create',
      { data: complete },
      { as: ada },
    )
    const id = made.data.contract_id
    expect((await post(`${id}/prepare`)).status).toBe(200)
    const unread = await post(`${id}/update`, { name: 'Nothing is confirmed' })
    await confirm(slow.database)

    await chain.client.increaseTime({ seconds: 16 * 60 })
    await chain.client.mine({ blocks: 4 })
    const early = await post(`${id}/update`, { name: 'Too early' })
    const again = await post(`${id}/prepare`)
    await confirm(slow.database)
    const late = await post(`${id}/update`, { name: 'In time' })

    expect([unread.status, early.status, again.status, late.status]).toEqual([
      409, 409, 409, 200,
    ])
    await slow.close()
  })

  test("stays frozen until the chain's time is past the deadline", async () => {
    const id = await draft()
    await prepare(id)
    server.clock.advance(60 * 60_000)

    expect((await update(id, { name: 'Too early' })).error?.code).toBe(
      'deployment_pending',
    )
  })

  test('is found when it was mined in time and the index is late', async () => {
    const id = await draft()
    const { data: prepared } = await prepare(id)
    const receipt = await send(prepared)
    await chain.client.increaseTime({ seconds: 16 * 60 })

    expect((await update(id, { name: 'Too late' })).error?.code).toBe(
      'deployment_pending',
    )
    expect((await prepare(id)).error?.code).toBe('deployment_pending')
    expect((await index(receipt))?.id).toBe(id)
  })

  test('is prepared anew under another salt without edits', async () => {
    const id = await draft()
    const { data: first } = await prepare(id)
    await chain.client.increaseTime({ seconds: 16 * 60 })
    const { data: second } = await prepare(id)

    expect(second.predicted_address).not.toBe(first.predicted_address)
    expect((await send(second)).status).toBe('success')
  })
})

describe('an alias', () => {
  const shoal = { ...complete, alias: 'shoal' }

  test('is held until the deadline of a deployment that is not sent, and taken up again', async () => {
    const id = await draft(shoal)
    const { data: first } = await prepare(id)
    const { error } = await create(shoal, bob)
    expect([error?.code, error?.message]).toEqual([
      'alias_taken',
      'Another collection on this network has that address.',
    ])
    const until = first.expires_at.slice(11, 16)
    expect((await create(shoal)).error?.message).toBe(
      `Another deployment of this wallet reserves that address until ${until} UTC. Send its transaction, or wait until then.`,
    )
    expect((await prepare(id)).data).toEqual(first)

    const left = Date.parse(first.expires_at) - server.context.clock().getTime()
    server.clock.advance(left - 1000)
    expect((await create(shoal, bob)).status).toBe(409)
    server.clock.advance(1000)
    await chain.client.increaseTime({ seconds: 16 * 60 })
    await chain.client.mine({ blocks: 1 })
    const theirs = await draft(shoal, bob)
    expect((await prepare(theirs, bob)).status).toBe(200)
    // Its former owner can choose another.
    expect((await prepare(id)).error?.fields).toEqual({
      alias: ['Another collection on this network has that address.'],
    })
  })
})

test('of two accounts that prepare the same alias at once one holds it', async () => {
  const shoal = { ...complete, alias: 'shoal' }
  const drafts = [ada, bob].map(async (as) => ({ as, id: await draft(shoal, as) }))
  const both = await Promise.all(drafts)
  const answers = await Promise.all(both.map(({ as, id }) => prepare(id, as)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.error?.fields).toEqual({
    alias: ['Another collection on this network has that address.'],
  })
})

test('drafts and held aliases are bounded for each account and network', async () => {
  const bounded = await testServer({
    networks: [chain.network],
    limits: { drafts_per_account: 3, held_aliases_per_account: 2 },
  })
  const studio = '/api/contract/studio'
  const make = (alias: string, as = ada) =>
    bounded.postForm(`${studio}/create`, { data: { ...complete, alias } }, { as })
  const ids: string[] = []
  for (const alias of ['one-shoal', 'two-shoal', 'six-shoal']) {
    ids.push((await make(alias)).data.contract_id)
  }
  const { status, error } = await make('ten-shoal')
  expect([status, error?.code, error?.message]).toEqual([
    409,
    'too_many_drafts',
    'This wallet has 3 drafts on this network, which is the maximum. Delete or deploy one first.',
  ])
  expect((await make('ten-shoal', bob)).status).toBe(201)

  const held = await Promise.all(
    ids.map((id) => bounded.post(`${studio}/${id}/prepare`, undefined, { as: ada })),
  )
  expect(held.map((answer) => answer.status).sort()).toEqual([200, 200, 409])
  const refused = held.find((answer) => answer.status === 409)
  expect(refused?.error?.code).toBe('too_many_drafts')
  expect(refused?.error?.message).toMatch(
    /^This wallet has 2 deployments with a page address waiting on this network, which is the maximum\. Send one of their transactions, or wait until \d\d:\d\d UTC\.$/,
  )
  const [again = ''] = ids.filter((_, place) => held[place]?.status === 200)
  expect(
    (await bounded.post(`${studio}/${again}/prepare`, undefined, { as: ada })).status,
  ).toBe(200)
  await bounded.close()
})

type PublicFile = {
  chain_id: number
  collection_id: Hex
  phases: (ListTerms['phases'][number] & { start: string; end: string })[]
  nodes: Hex[]
  entries: [Hex, number, number | null, string | null][]
}

/** Proves the entries of an account from nothing but the file, in the order of phases. */
function proveEntries(file: PublicFile, account: string) {
  const scope = { chainId: file.chain_id, collectionId: file.collection_id }
  const termsOf = ([, id, quantity, price_wei]: PublicFile['entries'][number]) => {
    const phase = file.phases.find(({ phase_id }) => phase_id === id)
    if (!phase) throw new Error(`the file has no phase ${id}`)
    return {
      phaseId: id,
      start: Date.parse(phase.start) / 1000,
      end: Date.parse(phase.end) / 1000,
      priceWei: BigInt(price_wei ?? phase.price_wei),
      limit: quantity ?? phase.max_per_wallet,
      phaseCap: phase.max_supply,
    }
  }
  const leaves = file.entries.map((entry) =>
    listLeaf(scope, entry[0], packTerms(termsOf(entry))),
  )
  return file.entries
    .flatMap((entry, position) => {
      if (entry[0] !== account.toLowerCase()) return []
      const terms = termsOf(entry)
      const start = position - (position % LIST_PIECE_SIZE)
      const piece = leaves.slice(start, start + LIST_PIECE_SIZE)
      return {
        phase_id: terms.phaseId,
        quantity: terms.limit,
        price_wei: String(terms.priceWei),
        packed: String(packTerms(terms)),
        proof: proofInPiece(piece, file.nodes, position),
      }
    })
    .sort((a, b) => a.phase_id - b.phase_id)
}
