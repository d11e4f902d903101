import type { Card } from '@platemark/api/collections'
import { encodeFunctionData, getAddress, keccak256, parseEther, toHex } from 'viem'
import {
  afterAll,
  afterEach,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { type TestChain, testChain } from '../../../test/chain.ts'
import {
  anyAbi,
  launcher,
  never,
  plainDrop,
  price,
  startTestIndexer,
} from '../../../test/collections/launch.ts'
import { ada, bob, cyn, type TestServer, testServer } from '../../../test/server.ts'
import { startCollectionJobs } from '../discovery/jobs.ts'
import { createEligibilityReader } from './eligibility.ts'

const two = 31_338
const second = {
  alias: 'local-two',
  id: two,
  name: 'Local two',
  rpc_urls: ['http://127.0.0.1:1'],
}
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }

let chain: TestChain
let server: TestServer
let launch: ReturnType<typeof launcher>
let indexer: ReturnType<typeof startTestIndexer>
const at: Record<'popular' | 'busy' | 'quiet' | 'listed' | 'free', `0x${string}`> = {
  popular: '0x',
  busy: '0x',
  quiet: '0x',
  listed: '0x',
  free: '0x',
}

const day = 86_400
const now = () => Math.floor(Date.now() / 1000)

beforeAll(async () => {
  chain = await testChain()
  launch = launcher(chain)
  await launch.fund(ada, bob, cyn)
  server = await testServer({
    networks: [
      { ...chain.network, usd_rate: 3000 },
      { ...second, native_currency: ether, is_demo: true },
    ],
    promoted: [],
  })
  indexer = startTestIndexer(server)

  // Blocks ten seconds apart, so that the order is certain; the server's clock is moved
  // along.
  const apart = async () => {
    const { timestamp } = await chain.client.getBlock()
    await chain.client.setNextBlockTimestamp({ timestamp: timestamp + 10n })
  }
  server.clock.advance(90_000)
  await apart()
  at.quiet = await launch.create(ada, {
    name: 'Quiet harbour',
    symbol: 'QH',
    publicPhase: {
      ...plainDrop.publicPhase,
      start: now() + day,
      price: parseEther('0.5'),
    },
  })
  await apart()
  at.popular = await launch.create(ada, { name: 'Popular press' })
  await apart()
  at.busy = await launch.create(bob, { name: 'Busy bee', maxSupply: 6 })
  await apart()
  at.free = await launch.create(cyn, {
    name: 'Free 100% proof',
    publicPhase: { ...plainDrop.publicPhase, price: 0n, end: now() + day },
  })
  for (const minter of [bob, cyn, chain.owner]) await launch.mint(minter, at.popular, 1)
  await launch.mint(cyn, at.busy, 6)
  await apart()
  at.listed = await deployListed()
  await indexer.caughtUp(chain)
  for (const [address, owner] of [
    [at.quiet, ada],
    [at.popular, ada],
    [at.busy, bob],
    [at.free, cyn],
  ] as const) {
    await server.get(`/api/contract/local/${address}`, { as: owner })
  }
})
afterAll(async () => {
  await indexer.stop()
  await server.close()
  await chain.stop()
})

/** Through the studio, as a creator does: draft, list, deployment. */
const deployListed = async (): Promise<`0x${string}`> => {
  const data = {
    chain_alias: 'local',
    kind: 'drop',
    name: 'Friends first',
    symbol: 'FF',
    description: 'Two phases.',
    alias: 'friends-first',
    links: { website: 'https://friends.example', x: null },
    max_supply: 50,
    phases: [
      {
        phase_id: 0,
        kind: 'allowlist',
        title: 'Friends',
        start: '2020-01-01T00:00:00Z',
        end: new Date((now() + day) * 1000).toISOString(),
        price_wei: '0',
        max_per_wallet: 2,
        max_supply: null,
      },
      {
        phase_id: 255,
        kind: 'public',
        title: 'Everybody',
        start: new Date((now() + day) * 1000).toISOString(),
        end: new Date((now() + 2 * day) * 1000).toISOString(),
        price_wei: price.toString(),
        max_per_wallet: 5,
        max_supply: null,
      },
    ],
  }
  const created = await server.postForm(
    '/api/contract/studio/create',
    { data },
    { as: ada },
  )
  expect(created.error).toBeUndefined()
  const id = created.data.contract_id
  const entries = [{ address: bob.address, quantity: 3 }, { address: cyn.address }]
  const listed = await server.post(
    `/api/contract/studio/${id}/lists`,
    { phase_id: 0, entries },
    { as: ada },
  )
  expect(listed.error).toBeUndefined()
  const prepared = await server.post(`/api/contract/studio/${id}/prepare`, undefined, {
    as: ada,
  })
  expect(prepared.error).toBeUndefined()
  await launch.send(ada, prepared.data.to, prepared.data.data)
  return prepared.data.predicted_address
}

const namesIn = (answer: { data: { name: string }[] }) =>
  answer.data.map(({ name }) => name)

describe('the public list', () => {
  test('shows cards with price, state and picture', async () => {
    const { data, meta } = await server.get('/api/contract/list?search=busy')
    expect(meta).toEqual({
      page: 1,
      per_page: 24,
      total: 1,
      total_is_exact: true,
      last_page: 1,
      next_cursor: null,
    })
    expect(data).toMatchObject([
      {
        contract_address: at.busy,
        chain_alias: 'local',
        state: 'sold_out',
        minted: 6,
        max_supply: 6,
        price_wei: price.toString(),
        currency: 'ETH',
        creator: {
          ...{ address: bob.address, name: null, avatar_url: null, account_chain: null },
        },
        image: { is_plate: true, url: `/plates/local-${at.busy.toLowerCase()}.svg` },
        promoted_label: null,
        next_change_at: null,
      },
    ])
  })

  test.each([
    [
      'oldest',
      ['Quiet harbour', 'Popular press', 'Busy bee', 'Free 100% proof', 'Friends first'],
    ],
    [
      'newest',
      ['Friends first', 'Free 100% proof', 'Busy bee', 'Popular press', 'Quiet harbour'],
    ],
    [
      'popular',
      ['Popular press', 'Busy bee', 'Friends first', 'Free 100% proof', 'Quiet harbour'],
    ],
    [
      'minted',
      ['Busy bee', 'Popular press', 'Friends first', 'Free 100% proof', 'Quiet harbour'],
    ],
    [
      'volume',
      ['Busy bee', 'Popular press', 'Friends first', 'Free 100% proof', 'Quiet harbour'],
    ],
    [
      'price_asc',
      ['Friends first', 'Free 100% proof', 'Busy bee', 'Popular press', 'Quiet harbour'],
    ],
    [
      'price_desc',
      ['Quiet harbour', 'Busy bee', 'Popular press', 'Friends first', 'Free 100% proof'],
    ],
  ])('sorts by %s, in every window', async (sort, names) => {
    for (const time_interval of ['24h', 'all']) {
      const answer = await server.get(
        `/api/contract/list?sort_by=${sort}&time_interval=${time_interval}`,
      )
      expect(namesIn(answer)).toEqual(names)
    }
  })

  test('sorts what ends soon first, and what does not end or is not open last', async () => {
    const names = namesIn(await server.get('/api/contract/list?sort_by=ending_soon'))
    expect(names.slice(0, 3).sort()).toEqual([
      'Free 100% proof',
      'Friends first',
      'Popular press',
    ])
    expect(names[2]).toBe('Popular press')
  })

  test('finds by part of a name, by its beginning and by address', async () => {
    const find = async (text: string) =>
      namesIn(await server.get(`/api/contract/list?search=${encodeURIComponent(text)}`))
    expect(await find('ARBOU')).toEqual(['Quiet harbour'])
    expect(await find('qh')).toEqual(['Quiet harbour'])
    expect(await find('friends-fir')).toEqual(['Friends first'])
    expect(await find('ui')).toEqual([])
    expect(await find('100%')).toEqual(['Free 100% proof'])
    expect(await find('%%%')).toEqual([])
    expect(await find(at.popular)).toEqual(['Popular press'])
  })

  test('narrows to networks and creators', async () => {
    expect(namesIn(await server.get('/api/contract/list?chain=local-two'))).toEqual([])
    const both = await server.get('/api/contract/list?chain=local,local-two')
    expect(both.meta.total).toBe(5)
    const own = await server.get(
      `/api/contract/list?creator=${ada.address.toLowerCase()}&sort_by=oldest`,
    )
    expect(namesIn(own)).toEqual(['Quiet harbour', 'Popular press', 'Friends first'])
  })

  test.each([
    ['chain=mars', 'chain', 'local, local-two'],
    ['chain=', 'chain', 'local, local-two'],
    ['sort_by=best', 'sort_by', 'trending'],
    ['time_interval=2h', 'time_interval', '24h'],
    ['search=a', 'search', '2 characters'],
    ['search=a%20', 'search', '2 characters'],
    ['search=a%00b', 'search', 'control characters'],
    ['page=0', 'page', 'from 1'],
    ['page=1.5', 'page', 'from 1'],
    ['color=red', 'color', ''],
  ])('refuses %s and says what is allowed', async (query, field, part) => {
    const { status, error } = await server.get(`/api/contract/list?${query}`)
    expect(status).toBe(422)
    expect(error?.code).toBe('validation_failed')
    expect(error?.fields?.[field]?.join()).toContain(part)
  })

  test('is empty beyond its last page', async () => {
    const { data, meta } = await server.get('/api/contract/list?page=1000000000')
    expect(data).toEqual([])
    expect(meta).toMatchObject({ page: 1_000_000_000, total: 5, last_page: 1 })
  })
})

/** Chain whose node does not respond. */
const plainRow = () => ({
  id: crypto.randomUUID(),
  address: toHex(crypto.getRandomValues(new Uint8Array(20))),
  chain_id: two,
  kind: 'drop' as const,
  name: 'Row',
  symbol: 'ROW',
  creator: ada.address.toLowerCase(),
  owner: ada.address.toLowerCase(),
  max_supply: 10_000,
  mint_fee_wei: '0',
  royalty_bps: 0,
  royalty_ceiling_bps: 0,
  notice_seconds: 0,
  is_transferable: true,
  created_at: '2026-01-01T00:00:00Z',
  created_block: 1,
  created_tx: keccak256('0x01'),
})

describe('on a second network', () => {
  afterEach(() =>
    server.database.deleteFrom('collections').where('chain_id', '=', two).execute(),
  )

  test('pages do not overlap, and hold everything once', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => ({
      ...plainRow(),
      name: `Row ${index}`,
    }))
    await server.database.insertInto('collections').values(rows).execute()
    for (const sort of [
      'trending',
      'popular',
      'newest',
      'price_asc',
      'volume',
      'ending_soon',
    ]) {
      const seen = []
      for (const page of [1, 2, 3]) {
        const answer = await server.get(
          `/api/contract/list?chain=local-two&sort_by=${sort}&page=${page}&time_interval=all`,
        )
        expect(answer.meta).toMatchObject({ page, per_page: 24, total: 60, last_page: 3 })
        expect(answer.meta.next_cursor === null).toBe(page === 3)
        seen.push(...namesIn(answer))
      }
      expect(new Set(seen).size).toBe(60)
      expect(seen).toHaveLength(60)
    }
  })

  test('ten real minters outrank a whale and the creator', async () => {
    const [real, whale, own] = [plainRow(), plainRow(), plainRow()]
    await server.database.insertInto('collections').values([real, whale, own]).execute()
    const wallet = (index: number) => `0x${String(index).padStart(40, '0')}`
    let log_index = 0
    const mint = (collection_id: string, minter: string, quantity: number) => ({
      chain_id: two,
      block_number: 1,
      log_index: log_index++,
      collection_id,
      minter,
      phase_id: 255,
      quantity,
      price_wei: price.toString(),
      referrer: null,
      tx_hash: keccak256('0x02'),
      time: new Date(),
    })
    const mints = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((index) =>
      mint(real.id, wallet(index), 1),
    )
    for (const index of [1, 2, 3]) mints.push(mint(own.id, wallet(index), 1))
    for (const index of [1, 2]) mints.push(mint(whale.id, wallet(index), 1))
    for (let round = 0; round < 100; round += 1) {
      mints.push(mint(whale.id, wallet(3), 10), mint(own.id, own.creator, 10))
    }
    await server.database.insertInto('mints').values(mints).execute()
    await startCollectionJobs(server.context)()
    const { data } = await server.get('/api/contract/trending/local-two')
    const ids = data.map((card: { contract_id: string }) => card.contract_id)
    expect(ids).toEqual([real.id, whale.id, own.id])
  })
})

describe('the lists of the first page', () => {
  test('promoted holds the collections promoted now, in order, labelled', async () => {
    const { configuration } = server.context
    const entry = { chain: 'local', from: null, until: null }
    configuration.promoted = [
      { ...entry, address: at.popular, order: 2, label: 'Promoted' },
      { ...entry, address: at.busy, order: 1, label: 'Our pick' },
      {
        ...entry,
        address: at.free,
        order: 0,
        label: 'Past',
        until: '2020-01-01T00:00:00Z',
      },
      {
        ...entry,
        address: at.quiet,
        order: 0,
        label: 'Later',
        from: '2090-01-01T00:00:00Z',
      },
      { ...entry, chain: 'mars', address: at.quiet, order: 0, label: 'Nowhere' },
    ]
    const { status, data } = await server.get('/api/contract/promoted')
    configuration.promoted = []
    expect(status).toBe(200)
    expect(data.map((card: Card) => [card.name, card.promoted_label])).toEqual([
      ['Busy bee', 'Our pick'],
      ['Popular press', 'Promoted'],
    ])
  })

  test('popular holds collections minted by others than the creator, most minters first', async () => {
    expect(namesIn(await server.get('/api/contract/popular'))).toEqual([
      'Popular press',
      'Busy bee',
    ])
  })

  test('newest begins with the latest', async () => {
    expect(namesIn(await server.get('/api/contract/newest'))[0]).toBe('Friends first')
  })

  test('trending needs three minters for a score, the newer first without one', async () => {
    const stopJobs = startCollectionJobs(server.context)
    await stopJobs()
    const scores = await server.database
      .selectFrom('trending_scores')
      .innerJoin('collections', 'collections.id', 'collection_id')
      .select(['name', 'score'])
      .execute()
    // Three minters of one token each a moment ago, 0.01 of a coin worth 3000.
    expect(scores).toEqual([{ name: 'Popular press', score: expect.any(Number) }])
    const expected = 10 * Math.log(4) + 4 * Math.log(4) + 2 * Math.log(1 + 90)
    expect(scores[0]?.score).toBeCloseTo(expected, 1)
    const names = namesIn(await server.get('/api/contract/trending/local'))
    expect(names).toEqual([
      'Popular press',
      'Friends first',
      'Free 100% proof',
      'Busy bee',
      'Quiet harbour',
    ])
    expect(namesIn(await server.get('/api/contract/list'))).toEqual(names)
  })

  test('trending of an unknown network is not found', async () => {
    const { status, error } = await server.get('/api/contract/trending/mars')
    expect([status, error?.code]).toEqual([404, 'unknown_chain'])
  })
})

describe('a collection', () => {
  test('returns the time of the last mint when sold out', async () => {
    const place = `/api/contract/local/${at.busy}`
    const [newest] = (await server.get(`${place}/activity?type=mint`)).data
    const { data } = await server.get(place)
    expect(data).toMatchObject({ state: 'sold_out', sold_out_at: newest.time })
  })

  test('is found by address in any letter case and by slug', async () => {
    const addresses = [at.listed, at.listed.toLowerCase(), 'friends-first']
    for (const address of addresses) {
      const { status, data } = await server.get(`/api/contract/local/${address}`)
      expect(status).toBe(200)
      expect(data).toMatchObject({
        contract_address: getAddress(at.listed),
        alias: 'friends-first',
        description: 'Two phases.',
        links: { website: 'https://friends.example/', x: null, discord: null },
        owner: ada.address,
        state: 'live',
        hidden: false,
        status: 'confirmed',
        max_supply: 50,
        chain_id: chain.id,
      })
      expect(data.own).toBeUndefined()
    }
  })

  test('returns its phases with their published list', async () => {
    const { data } = await server.get('/api/contract/local/friends-first')
    expect(data.phases).toMatchObject([
      { phase_id: 0, kind: 'allowlist', title: 'Friends', list: { entries: 2 } },
      { phase_id: 255, kind: 'public', title: 'Everybody', list: null },
    ])
    expect(data.phases[0].list.url).toMatch(/^\/lists\/[0-9a-f]{64}\.json$/)
    expect(data.next_change_at).toBe(data.phases[0].end)
  })

  test('returns its commitments and their start', async () => {
    const { data } = await server.get(`/api/contract/local/${at.popular}`)
    expect(data.commitments).toContainEqual({
      kind: 'supply',
      is_promised: true,
      since_block: data.created_block,
    })
    expect(data.commitments).toContainEqual({
      kind: 'metadata',
      is_promised: false,
      since_block: null,
    })
  })

  test('marks as promised exactly what its contract holds', async () => {
    const promised = async (changes: object) => {
      const mine = server.database.updateTable('collections')
      await mine.set(changes).where('address', '=', at.popular.toLowerCase()).execute()
      const { data } = await server.get(`/api/contract/local/${at.popular}`)
      return data.commitments.flatMap((one: { kind: string; is_promised: boolean }) =>
        one.is_promised ? [one.kind] : [],
      )
    }
    const always = ['supply', 'royalty', 'transfers', 'mint_fee', 'owner']
    expect(await promised({ notice_seconds: 0 })).toEqual(always)
    expect(await promised({ is_transferable: false })).toEqual(always)
    expect(await promised({ notice_seconds: 86_400 })).toEqual([
      ...always.slice(0, 4),
      'notice',
      'owner',
    ])
    expect(await promised({ notice_seconds: 0, is_transferable: true })).toEqual(always)
  })

  test("returns the owner's fields to the owner only", async () => {
    const path = `/api/contract/local/${at.popular}`
    const own = await server.get(path, { as: ada })
    expect(own.data.own.contract_id).toBe(own.data.contract_id)
    expect((await server.get(path, { as: bob })).data.own).toBeUndefined()
  })

  test('that is hidden is found by its address and in no list', async () => {
    const set = (visibility: 'shown' | 'hidden') =>
      server.database
        .updateTable('collections')
        .set({ visibility })
        .where('address', '=', at.busy.toLowerCase())
        .execute()
    await set('hidden')
    expect((await server.get(`/api/contract/local/${at.busy}`)).data.hidden).toBe(true)
    expect(namesIn(await server.get('/api/contract/list'))).not.toContain('Busy bee')
    expect(namesIn(await server.get('/api/contract/popular'))).not.toContain('Busy bee')
    await set('shown')
  })

  test('deployed without this site stays unlisted until its owner opens it', async () => {
    const address = await launch.create(bob, { name: 'Made elsewhere' })
    await indexer.caughtUp(chain)
    const path = `/api/contract/local/${address}`
    expect((await server.get(path)).data.hidden).toBe(true)
    expect(namesIn(await server.get('/api/contract/list'))).not.toContain(
      'Made elsewhere',
    )
    expect((await server.get(path, { as: bob })).data.hidden).toBe(false)
    expect(namesIn(await server.get('/api/contract/list'))).toContain('Made elsewhere')
    await server.database
      .updateTable('collections')
      .set({ deleted_at: new Date() })
      .where('address', '=', address.toLowerCase())
      .execute()
    expect((await server.get(path)).status).toBe(404)
  })

  test.each([
    ['/api/contract/mars/friends-first', 'unknown_chain'],
    ['/api/contract/local/nothing-here', 'not_found'],
    [`/api/contract/local/${'0x'.padEnd(42, '1')}`, 'not_found'],
    ['/api/contract/local-two/friends-first', 'not_found'],
  ])('at %s is not there', async (path, code) => {
    const { status, error } = await server.get(path)
    expect([status, error?.code]).toEqual([404, code])
  })

  test('is not queried with a name that no database stores', async () => {
    for (const part of ['friends%00first', 'friends_first', 'ab']) {
      expect((await server.get(`/api/contract/local/${part}`)).status).toBe(422)
    }
  })

  test('waits until its block is confirmed before it is listed', async () => {
    const row = plainRow()
    const cursor = {
      chain_id: two,
      genesis_hash: keccak256('0x01'),
      factory: row.address,
      block_number: 20,
      block_hash: keccak256('0x02'),
      block_time: new Date(),
      head_number: 20,
      updated_at: new Date(),
    }
    const confirm = (confirmed_number: number) =>
      server.database
        .updateTable('chain_cursors')
        .set({ confirmed_number })
        .where('chain_id', '=', two)
        .execute()
    const network = server.context.chains.find(({ id }) => id === two)
    if (!network) throw new Error('there is no such network')
    network.confirmations = 5
    await server.database
      .insertInto('collections')
      .values({ ...row, created_block: 10 })
      .execute()
    const actual = async () => {
      const { data } = await server.get(`/api/contract/local-two/${row.address}`)
      const list = await server.get('/api/contract/list?chain=local-two')
      return [data.status, list.meta.total]
    }
    expect(await actual()).toEqual(['provisional', 0])
    await server.database.insertInto('chain_cursors').values(cursor).execute()
    expect(await actual()).toEqual(['provisional', 0])
    await confirm(9)
    expect(await actual()).toEqual(['provisional', 0])
    await confirm(10)
    expect(await actual()).toEqual(['confirmed', 1])
    network.confirmations = 0
    await server.database.deleteFrom('collections').where('chain_id', '=', two).execute()
    await server.database
      .deleteFrom('chain_cursors')
      .where('chain_id', '=', two)
      .execute()
  })
})

describe('eligibility', () => {
  const ask = (address: string, wallet: string) =>
    server.get(`/api/contract/local/${address}/eligibility?address=${wallet}`)

  test("is the contract's result for each phase", async () => {
    const { status, data } = await ask('friends-first', bob.address)
    expect(status).toBe(200)
    expect(data.address).toBe(bob.address)
    const { data: shown } = await server.get('/api/contract/local/friends-first')
    const [friends, everybody] = shown.phases
    expect(data.phases).toEqual([
      {
        phase_id: 0,
        is_listed: true,
        used: 0,
        allowed: 3,
        price_wei: '0',
        start: friends.start,
        end: friends.end,
        max_supply: null,
        minted: 0,
        reasons: [],
      },
      {
        phase_id: 255,
        is_listed: true,
        used: 0,
        allowed: 5,
        price_wei: price.toString(),
        start: everybody.start,
        end: everybody.end,
        max_supply: null,
        minted: 0,
        reasons: ['not_started'],
      },
    ])
  })

  test('reports that a stranger is not on the list', async () => {
    const { data } = await ask('friends-first', chain.owner.address)
    expect(data.phases[0]).toMatchObject({
      is_listed: false,
      allowed: 0,
      reasons: ['not_listed'],
    })
  })

  test('returns sold-out states and minted counts', async () => {
    const { data } = await ask(at.busy, cyn.address)
    expect(data.phases).toMatchObject([{ used: 6, reasons: ['sold_out'] }])
  })

  test('is unavailable while the network does not respond', async () => {
    const row = plainRow()
    await server.database.insertInto('collections').values(row).execute()
    const phase = {
      collection_id: row.id,
      phase_id: 255,
      kind: 'public' as const,
      title: 'Public',
      starts_at: new Date(0),
      ends_at: new Date(never * 1000),
      price_wei: '0',
      max_per_wallet: 1,
      max_supply: null,
      list_root: null,
    }
    await server.database.insertInto('phases').values(phase).execute()
    const { status, error, headers } = await server.get(
      `/api/contract/local-two/${row.address}/eligibility?address=${ada.address}`,
    )
    await server.database.deleteFrom('collections').where('chain_id', '=', two).execute()
    expect([status, error?.code]).toEqual([503, 'chain_unavailable'])
    expect(headers['retry-after']).toBe('5')
  })

  test('asks a node about few phases, and once for each wallet and block', async () => {
    const crowd = await addPhases(at.listed, 40)
    onTestFinished(crowd.remove)
    const requests = countRequests()
    const [{ data }, second] = await Promise.all([
      ask('friends-first', bob.address),
      ask('friends-first', bob.address),
    ])
    expect(data.phases).toHaveLength(16)
    // Those that the wallet can enter are among them.
    const entered = data.phases.filter((phase: { is_listed: boolean }) => phase.is_listed)
    expect(entered).toMatchObject([
      { phase_id: 0, allowed: 3 },
      { phase_id: 255, allowed: 5 },
    ])
    expect(second.data).toEqual(data)
    expect(requests()).toBeLessThanOrEqual(2 + 16 * 3)
    const { data: other } = await ask('friends-first', cyn.address)
    expect(other.phases).toContainEqual(
      expect.objectContaining({ phase_id: 0, is_listed: true, allowed: 2 }),
    )
  })

  test('of many who ask at once reads rows and the block once, until rows change', async () => {
    const limits = { ...server.configuration.limits, kept_answers: 100 }
    const now = new Date(Date.now() + 90_000)
    const context = {
      ...server.context,
      configuration: { ...server.configuration, limits },
      clock: () => now,
    }
    let current = 0
    const read = createEligibilityReader(context, { current: () => current })
    const place = { chain_alias: 'local', contract_address: 'friends-first' }
    const requests = countRequests()
    const once = async (wallet: string) => {
      const before = requests()
      await read(place, wallet)
      return requests() - before
    }
    const alone = await once(bob.address)
    // The block is known; the wallet is asked about.
    const another = await once(cyn.address)
    expect(another).toBeLessThan(alone)
    const before = requests()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        read(place, at % 2 ? bob.address : cyn.address),
      ),
    )
    expect(requests()).toBe(before)
    expect(new Set(answers.map(({ checked_at_block }) => checked_at_block)).size).toBe(1)
    current += 1
    // Only the block is asked for again: of the same block a wallet has the same answer.
    expect(await once(bob.address)).toBe(1)
  })

  test('opens no list that was made for another collection', async () => {
    const { id } = await server.database
      .selectFrom('collections')
      .select('id')
      .where('address', '=', at.quiet.toLowerCase())
      .executeTakeFirstOrThrow()
    const foreign = await server.database
      .selectFrom('collection_lists')
      .selectAll()
      .executeTakeFirstOrThrow()
    await server.database
      .insertInto('collection_lists')
      .values({ ...foreign, collection_id: id })
      .execute()
    const { error } = await server.get(
      `/api/contract/local/${at.quiet}/allowlist/${bob.address}`,
    )
    expect(error?.code).toBe('not_on_list')
    await server.database
      .deleteFrom('collection_lists')
      .where('collection_id', '=', id)
      .execute()
  })

  test('needs an address', async () => {
    const { status } = await server.get('/api/contract/local/friends-first/eligibility')
    expect(status).toBe(422)
    expect((await ask('friends-first', '0x12')).status).toBe(422)
    expect((await ask('nothing-here', ada.address)).status).toBe(404)
    const mars = `/api/contract/mars/friends-first/eligibility?address=${ada.address}`
    expect((await server.get(mars)).error?.code).toBe('unknown_chain')
  })
})

/** Adds phases by list to a collection, as its owner may. */
async function addPhases(address: string, count: number) {
  const { id } = await server.database
    .selectFrom('collections')
    .select('id')
    .where('address', '=', address.toLowerCase())
    .executeTakeFirstOrThrow()
  const phases = Array.from({ length: count }, (_, index) => ({
    ...{ collection_id: id, phase_id: 10 + index, kind: 'allowlist' as const },
    ...{ title: 'Crowd', starts_at: new Date(0), ends_at: new Date(never * 1000) },
    ...{ price_wei: '0', max_per_wallet: 1, max_supply: 10, list_root: null },
  }))
  await server.database.insertInto('phases').values(phases).execute()
  const added = server.database
    .deleteFrom('phases')
    .where('collection_id', '=', id)
    .where('title', '=', 'Crowd')
  return {
    remove: async () => {
      await added.execute()
    },
  }
}

/** Returns a function that counts the requests to the first network's nodes from now on. */
function countRequests(): () => number {
  const [first] = server.context.chains
  if (!first) throw new Error('The server has no network.')
  const request = vi.spyOn(first.client, 'request')
  return () => request.mock.calls.length
}

describe('the entry of a wallet', () => {
  test('carries a proof that the contract accepts', async () => {
    const { status, data } = await server.get(
      `/api/contract/local/friends-first/allowlist/${bob.address}`,
    )
    expect(status).toBe(200)
    expect(data).toMatchObject([{ phase_id: 0, quantity: 3, price_wei: '0' }])
    const [{ packed, proof }] = data
    const calldata = encodeFunctionData({
      abi: anyAbi,
      functionName: 'mintAllowlist',
      args: [2n, BigInt(packed), proof],
    })
    await launch.send(bob, at.listed, calldata)
    await indexer.caughtUp(chain)
    const seen = await server.get(
      `/api/contract/local/friends-first/eligibility?address=${bob.address}`,
    )
    expect(seen.data.phases[0]).toMatchObject({ used: 2, allowed: 3, reasons: [] })
    const collection = await server.get('/api/contract/local/friends-first')
    expect(collection.data.phases[0].minted).toBe(2)
  })

  test('is not on the list, not found, or of no network', async () => {
    const ask = (path: string) =>
      server.get(`/api/contract/${path}/allowlist/${ada.address}`)
    expect((await ask('local/friends-first')).error?.code).toBe('not_on_list')
    expect((await ask('local/nothing-here')).error?.code).toBe('not_found')
    expect((await ask('mars/friends-first')).error?.code).toBe('unknown_chain')
  })
})

test('the names of creators come from their profiles', async () => {
  await server.database
    .insertInto('users')
    .values({
      address: bob.address.toLowerCase(),
      account_kind: 'key',
      auth_chain_id: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await server.database
    .updateTable('users')
    .set({
      username: 'bob_prints',
      avatar_file: `${keccak256(toHex('a')).slice(2)}.webp`,
    })
    .where('address', '=', bob.address.toLowerCase())
    .execute()
  const { data } = await server.get(`/api/contract/local/${at.busy}`)
  expect(data.creator).toMatchObject({ name: 'bob_prints' })
  expect(data.creator.avatar_url).toMatch(/^\/files\/[0-9a-f]{64}\.webp$/)
})
