import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventWriter, rowProjection } from '../../../test/campaign-events.ts'
import {
  type CampaignFields,
  campaignFields,
  GIVEN_CAMPAIGN,
  openCampaign,
  signLink,
} from '../../../test/campaigns.ts'
import { ada, bob, cyn, type TestServer, testServer } from '../../../test/server.ts'
import type { Chain } from '../../configuration/chains.ts'
import type { Projection } from '../../indexer/projection.ts'
import { runCampaigns } from './jobs.ts'
import { withCampaigns } from './projection.ts'

const CHAIN = 31_337
const OTHER = 31_338
const HOUR = 3_600_000

let server: TestServer
let write: ReturnType<typeof eventWriter>
let now: number

beforeAll(async () => {
  server = await testServer({
    networks: [
      { alias: 'local', is_demo: true },
      { alias: 'local-two', is_demo: true },
    ],
  })
})
beforeEach(async () => {
  await server.reset()
  write = eventWriter(server.database)
  now = Date.now()
  for (const chain_id of [CHAIN, OTHER]) {
    await write.collection({ chain_id, address: one, creator: dot })
    await write.collection({ chain_id, address: two, creator: dot })
  }
})
afterAll(() => server.close())

const one = `0x${'1'.repeat(40)}`
const two = `0x${'2'.repeat(40)}`
const dot = `0x${'d'.repeat(40)}`
const low = (person: { address: string }) => person.address.toLowerCase()

/** Hours before or after now. */
const at = (hours: number) => new Date(now + hours * HOUR)

async function start(fields: CampaignFields = {}, chains = [CHAIN]): Promise<void> {
  await openCampaign(server, {
    ...campaignFields(CHAIN),
    counts_from: 'start',
    chains,
    ...fields,
  })
}

async function join(...people: { address: string }[]): Promise<void> {
  for (const person of people) {
    const path = `/api/campaigns/${GIVEN_CAMPAIGN}/join`
    const { status } = await server.post(path, {}, { as: low(person) as `0x${string}` })
    expect(status).toBe(201)
  }
}

async function mint(
  block: number,
  hours: number,
  to: { address: string },
  more: Partial<Parameters<typeof write.mint>[0]> = {},
): Promise<void> {
  const place = { chain_id: CHAIN, collection: one, block, to: low(to), at: at(hours) }
  await write.mint({ ...place, ...more })
}

/** Has the index reach a block, and counts. */
async function count(block: number, confirmed = block, chain = CHAIN): Promise<void> {
  await write.head(chain, { block, confirmed, at: at(0) })
  await runCampaigns(server.context)
}

async function points(): Promise<Record<string, number>> {
  const rows = await server.database
    .selectFrom('campaign_entries')
    .select(['address', 'points'])
    .execute()
  return Object.fromEntries(rows.map((row) => [nameOf(row.address), row.points]))
}

function nameOf(address: string): string {
  const people = { ada: low(ada), bob: low(bob), cyn: low(cyn) }
  return Object.entries(people).find(([, own]) => own === address)?.[0] ?? address
}

const quest = (key: string, rule: object, more: object = {}) => ({
  ...{ key, title: key, points: 10, per: 'campaign', rule, ...more },
})

/** Takes back the blocks above one, in a transaction like the indexer's. */
async function reorganize(block: number, chain = CHAIN): Promise<void> {
  // Safe: only `revert` is called.
  const projection = withCampaigns(rowProjection as Projection)
  await server.database
    .transaction()
    .execute((transaction) =>
      projection.revert(transaction, { id: chain } as Chain, block, new Date()),
    )
}

describe('a credit', () => {
  test('is given once, however often the same blocks are read', async () => {
    await start()
    await join(ada)
    await mint(5, -1, ada)
    await count(5)
    await count(5)
    await server.database
      .updateTable('campaign_cursors')
      .set({ block_number: -1 })
      .execute()
    await count(5)
    expect(await points()).toEqual({ ada: 10 })
  })

  test('needs an event inside the window', async () => {
    await start({ starts_at: at(-2).toISOString(), ends_at: at(2).toISOString() })
    await join(ada, bob)
    await mint(5, -3, ada)
    await mint(6, 2, ada)
    await mint(7, -2, bob)
    await count(9)
    expect(await points()).toEqual({ ada: 0, bob: 10 })
  })

  test('counts from joining, or from the start', async () => {
    await start({ counts_from: 'joining' })
    await mint(5, -1, ada)
    await join(ada)
    await mint(6, 0.1, ada)
    await count(6)
    expect(await points()).toEqual({ ada: 10 })
    await server.database.deleteFrom('campaigns').execute()
    await start({ counts_from: 'start' })
    await join(ada)
    await count(6)
    expect(await points()).toEqual({ ada: 20 })
  })

  test('counts a block of the second of joining, whose time has no fraction', async () => {
    await start({ counts_from: 'joining' })
    await join(ada)
    const { joined_at } = await server.database
      .selectFrom('campaign_entries')
      .select('joined_at')
      .executeTakeFirstOrThrow()
    await mint(5, 0, ada)
    await server.database
      .updateTable('mints')
      .set({ time: new Date(Math.floor(joined_at.getTime() / 1000) * 1000) })
      .execute()
    await count(5)
    expect(await points()).toEqual({ ada: 10 })
  })

  test('goes to the wallet that receives the item, and to no stranger', async () => {
    await start()
    await join(ada)
    await mint(5, -1, bob)
    await count(5)
    expect(await points()).toEqual({ ada: 0 })
  })

  test('is provisional until its block is confirmed', async () => {
    await start()
    await join(ada)
    await mint(5, -1, ada)
    const isFinal = async () =>
      (
        await server.database.selectFrom('campaign_credits').select('is_final').execute()
      ).map((row) => row.is_final)
    await count(5, 4)
    expect(await isFinal()).toEqual([false])
    await count(6, 5)
    expect(await isFinal()).toEqual([true])
  })
})

describe('a quest', () => {
  test.each([
    ['event', 40],
    ['day', 20],
    ['contract', 20],
    ['campaign', 10],
  ])('per %s counts so often', async (per, expected) => {
    const rule = { kind: 'onchain', event: 'mint' }
    await start({
      ...{ starts_at: at(-48).toISOString(), quests: [quest('mint', rule, { per })] },
    })
    await join(ada)
    // Three mints of one collection on two days, and one of another.
    const midnight = (Math.floor(now / (24 * HOUR)) * 24 * HOUR - now) / HOUR
    await mint(5, midnight - 3, ada)
    await mint(6, midnight - 2, ada)
    await mint(7, midnight - 1, ada, { collection: two })
    await mint(8, midnight, ada)
    await count(9)
    expect(await points()).toEqual({ ada: expected })
  })

  test('counts no more than its cap, the first ones by time', async () => {
    const capped = { per: 'event', max_completions: 2 }
    await start({ quests: [quest('mint', { kind: 'onchain', event: 'mint' }, capped)] })
    await join(ada)
    await mint(5, -3, ada)
    await mint(6, -2, ada)
    await mint(7, -1, ada)
    await count(7)
    expect(await points()).toEqual({ ada: 20 })
    const { last_credit_at } = await server.database
      .selectFrom('campaign_entries')
      .select('last_credit_at')
      .executeTakeFirstOrThrow()
    expect(last_credit_at).toEqual(at(-2))
  })

  test('counts within its own times and after the quests that it requires', async () => {
    const event = { kind: 'onchain', event: 'mint' }
    await start({
      quests: [
        quest('late', event, { opens_at: at(-2).toISOString() }),
        quest(
          'after',
          { ...event, where: [{ field: 'contract', op: 'eq', value: two }] },
          {
            ...{ per: 'event', requires: ['late'], points: 5 },
          },
        ),
      ],
    })
    await join(ada)
    await mint(5, -4, ada, { collection: two })
    await mint(6, -1.5, ada)
    await mint(7, -1, ada, { collection: two })
    await count(7)
    expect(await points()).toEqual({ ada: 15 })
  })

  test.each([
    [{ field: 'creator', op: 'ne', value: '$account' }, 20],
    [{ field: 'creator', op: 'eq', value: '$account' }, 10],
    [{ field: 'value_wei', op: 'gte', value: '100' }, 10],
    [{ field: 'amount', op: 'gt', value: 1 }, 10],
    [{ field: 'contract', op: 'in', value: [two, one] }, 20],
    [{ field: 'contract', op: 'ne', value: one }, 20],
    [{ field: 'chain_id', op: 'eq', value: OTHER }, 0],
    [{ field: 'block_time', op: 'lt', value: '$campaign.ends_at' }, 30],
    [{ field: 'block_time', op: 'lte', value: '$campaign.starts_at' }, 0],
  ])('is restricted by %j', async (condition, expected) => {
    const rule = { kind: 'onchain', event: 'mint', where: [condition] }
    await start({ quests: [quest('mint', rule, { per: 'event' })] })
    const own = `0x${'3'.repeat(40)}`
    await write.collection({ chain_id: CHAIN, address: own, creator: low(ada) })
    await join(ada)
    await mint(5, -3, ada, { price_wei: '60', quantity: 2 })
    await mint(6, -2, ada, { collection: two, price_wei: '99' })
    await mint(7, -1, ada, { collection: own })
    await count(7)
    expect(await points()).toEqual({ ada: expected })
  })

  test.each([
    ['product', 20],
    ['shown', 10],
    [[two], 10],
    [`collection:local/${two}`, 10],
    [`collection:local-two/${two}`, 0],
  ])('counts the contracts %j', async (contracts, expected) => {
    await server.database
      .updateTable('collections')
      .set({ visibility: 'hidden' })
      .where('address', '=', one)
      .execute()
    const rule = { kind: 'onchain', event: 'mint', contracts }
    await start({ quests: [quest('mint', rule, { per: 'event' })] })
    await join(ada)
    await mint(5, -3, ada)
    await mint(6, -2, ada, { collection: two })
    await count(6)
    expect(await points()).toEqual({ ada: expected })
  })

  test('is done by creations, sales, purchases and received items', async () => {
    const event = (name: string) => ({ kind: 'onchain', event: name })
    await start({
      quests: [
        quest('made', event('collection_created'), { points: 1 }),
        quest('sold', event('sale_sold'), { points: 10, per: 'event' }),
        quest('bought', event('sale_bought'), { points: 100 }),
        quest('received', event('transfer_in'), { points: 1000 }),
      ],
    })
    const own = `0x${'3'.repeat(40)}`
    await write.collection({
      ...{ chain_id: CHAIN, address: own, creator: low(ada), block: 4, at: at(-4) },
    })
    await join(ada, bob)
    await mint(5, -3, bob, { collection: own, price_wei: '5' })
    await mint(6, -3, bob, { collection: own })
    await mint(7, -3, ada, { collection: own, price_wei: '5' })
    await write.transfer({
      ...{ chain_id: CHAIN, block: 8, collection: own, from: low(bob), to: low(ada) },
      at: at(-2),
    })
    await count(8)
    expect(await points()).toEqual({ ada: 1111, bob: 100 })
  })

  test('is done by names that are registered or made primary', async () => {
    const event = (name: string) => ({ kind: 'onchain', event: name })
    await start({
      quests: [
        quest('name', event('name_registered'), { points: 1 }),
        quest('primary', event('name_primary_set'), { points: 10 }),
      ],
    })
    await join(ada, bob)
    const place = { chain_id: CHAIN, tx_hash: '0x1', time: at(-1), name: 'quiet' }
    const from = `0x${'0'.repeat(40)}`
    const moved = (to: { address: string }, given: string) => ({
      kind: 'transfer' as const,
      data: JSON.stringify({ from: given, to: low(to) }),
    })
    await server.database
      .insertInto('name_events')
      .values([
        { ...place, block_number: 5, log_index: 0, ...moved(ada, from), account: null },
        {
          ...place,
          block_number: 6,
          log_index: 0,
          ...moved(bob, low(ada)),
          account: null,
        },
        {
          ...{
            ...place,
            block_number: 7,
            log_index: 0,
            kind: 'primary',
            account: low(bob),
          },
          data: '{"is_moved":false}',
        },
      ])
      .execute()
    await count(7)
    expect(await points()).toEqual({ ada: 1, bob: 10 })
  })

  test('counts distinct values up to a target, on every network', async () => {
    const rule = { kind: 'count_distinct', of: 'chain', event: 'mint', target: 2 }
    await start({ quests: [quest('both', rule)] }, [CHAIN, OTHER])
    await join(ada, bob)
    await mint(5, -3, ada)
    await mint(6, -2, ada)
    await mint(7, -1, bob)
    await mint(4, -2.5, ada, { chain_id: OTHER })
    await count(7)
    expect(await points()).toEqual({ ada: 0, bob: 0 })
    await count(4, 4, OTHER)
    expect(await points()).toEqual({ ada: 10, bob: 0 })
  })

  test.each(['contract', 'creator', 'day'])(
    'counts distinct values of %s',
    async (of) => {
      const rule = { kind: 'count_distinct', of, event: 'mint', target: 2 }
      await start({ quests: [quest('both', rule)] })
      const other = `0x${'3'.repeat(40)}`
      await write.collection({ chain_id: CHAIN, address: other, creator: one })
      await join(ada)
      await mint(5, -23, ada)
      await mint(6, -22.9, ada)
      await count(6)
      expect(await points()).toEqual({ ada: 0 })
      await mint(7, 2, ada, { collection: other })
      await count(7)
      expect(await points()).toEqual({ ada: 10 })
    },
  )

  test('asks for days in a row', async () => {
    const rule = { kind: 'streak', days: 3, event: 'mint' }
    await start({ starts_at: at(-24 * 9).toISOString(), quests: [quest('row', rule)] })
    await join(ada, bob)
    for (const [block, day] of [-8, -7, -5, -4, -3].entries())
      await mint(block, 24 * day, ada)
    for (const [block, day] of [-8, -7, -5, -4].entries())
      await mint(block + 5, 24 * day, bob)
    await count(9)
    expect(await points()).toEqual({ ada: 10, bob: 0 })
  })

  test('is done by who holds enough at some time, or in a block', async () => {
    const holding = { kind: 'holding', chain_id: CHAIN, contract: one, at_least: 2 }
    await start({
      quests: [
        quest('some', holding),
        quest('block', { ...holding, block: '7' }, { points: 1 }),
      ],
    })
    await join(ada, bob)
    await mint(4, -60, ada, { quantity: 2 })
    await mint(5, -3, bob)
    await mint(6, -2, bob)
    await count(6)
    expect(await points()).toEqual({ ada: 10, bob: 10 })
    const gift = { chain_id: CHAIN, collection: one, from: low(bob), to: dot }
    await write.transfer({ ...gift, block: 7, at: at(-1) })
    await count(7)
    expect(await points()).toEqual({ ada: 11, bob: 10 })
  })

  test('is done by lessons, primary names and profiles', async () => {
    const internal = (event: string, alias?: string) => ({
      kind: 'internal',
      event,
      alias,
    })
    await start({
      quests: [
        quest('lesson', internal('academy_completed', 'wallet-basics'), { points: 1 }),
        quest('name', internal('name_primary_set')),
        quest('profile', internal('profile_completed'), { points: 100 }),
      ],
    })
    await join(ada, bob)
    const users = await server.database
      .selectFrom('users')
      .select(['id', 'address'])
      .execute()
    const own = users.find(({ address }) => address === low(ada))?.id ?? ''
    const done = { user_id: own, alias: 'wallet-basics', state: 'completed' as const }
    await server.database
      .insertInto('academy_progress')
      .values({ ...done, started_at: at(-3), completed_at: at(-2) })
      .execute()
    await server.database
      .updateTable('users')
      .set({ username: 'ada', bio: 'Prints.', avatar_file: 'a.webp' })
      .where('id', '=', own)
      .execute()
    await count(1)
    await count(2)
    expect(await points()).toEqual({ ada: 101, bob: 0 })
  })

  test('is made of all or any of others, and goes with them', async () => {
    const event = (contract: string) => ({
      kind: 'onchain',
      event: 'mint',
      contracts: [contract],
    })
    await start({
      quests: [
        quest('one', event(one), { points: 0 }),
        quest('two', event(two), { points: 0 }),
        quest('all', { kind: 'all_of', quests: ['one', 'two'] }, { points: 1 }),
        quest('any', { kind: 'any_of', quests: ['one', 'two'] }, { points: 10 }),
      ],
    })
    await join(ada)
    await mint(5, -3, ada)
    await count(5)
    expect(await points()).toEqual({ ada: 10 })
    await mint(6, -2, ada, { collection: two })
    await count(6)
    expect(await points()).toEqual({ ada: 11 })
    await reorganize(5)
    await runCampaigns(server.context)
    expect(await points()).toEqual({ ada: 10 })
  })
})

describe('a reorganisation', () => {
  test('lowers the points, and the new branch restores them', async () => {
    await start()
    await join(ada)
    await mint(5, -3, ada)
    await mint(6, -2, ada)
    await count(6, 4)
    expect(await points()).toEqual({ ada: 20 })
    await reorganize(5)
    await runCampaigns(server.context)
    expect(await points()).toEqual({ ada: 10 })
    await mint(6, -1.9, ada, { log: 3 })
    await count(6, 4)
    expect(await points()).toEqual({ ada: 20 })
  })

  test('makes the next event of another network count', async () => {
    const rule = { kind: 'onchain', event: 'mint' }
    await start({ quests: [quest('first', rule)] }, [CHAIN, OTHER])
    await join(ada)
    await mint(5, -3, ada)
    await mint(4, -2, ada, { chain_id: OTHER })
    await count(5, 4)
    await count(4, 4, OTHER)
    await reorganize(4)
    await runCampaigns(server.context)
    const [credit] = await server.database
      .selectFrom('campaign_credits')
      .selectAll()
      .execute()
    expect(credit).toMatchObject({ chain_id: OTHER, event_time: at(-2) })
  })

  test('of events that count together only is followed, too', async () => {
    const rule = { kind: 'count_distinct', of: 'chain', event: 'mint', target: 2 }
    await start({ quests: [quest('both', rule)] }, [CHAIN, OTHER])
    await join(ada)
    await mint(5, -3, ada)
    await mint(4, -2, ada, { chain_id: OTHER })
    await count(5, 4)
    await count(4, 4, OTHER)
    expect(await points()).toEqual({ ada: 10 })
    await reorganize(4)
    await runCampaigns(server.context)
    expect(await points()).toEqual({ ada: 0 })
  })
})

test('a late network credits the earlier event of the same key', async () => {
  await start({ quests: [quest('first', { kind: 'onchain', event: 'mint' })] }, [
    CHAIN,
    OTHER,
  ])
  await join(ada)
  await mint(5, -2, ada)
  await mint(4, -3, ada, { chain_id: OTHER })
  await count(5)
  await count(4, 4, OTHER)
  const credits = await server.database
    .selectFrom('campaign_credits')
    .selectAll()
    .execute()
  expect(credits).toMatchObject([{ chain_id: OTHER, event_time: at(-3), points: 10 }])
})

test('two linked wallets are one person, whose events count once', async () => {
  const rule = {
    kind: 'onchain',
    event: 'mint',
    where: [{ field: 'creator', op: 'ne', value: '$account' }],
  }
  await start({ quests: [quest('days', rule, { per: 'day' })] })
  const own = `0x${'3'.repeat(40)}`
  await write.collection({ chain_id: CHAIN, address: own, creator: low(bob) })
  await join(ada, bob)
  await mint(5, -1, ada)
  await mint(6, -1, bob)
  await count(6)
  expect(await points()).toEqual({ ada: 10, bob: 10 })
  const body = await signLink(server, GIVEN_CAMPAIGN, ada, bob)
  const linked = await server.post(`/api/campaigns/${GIVEN_CAMPAIGN}/wallets`, body, {
    as: ada,
  })
  expect([linked.status, linked.data.wallets]).toEqual([201, [bob.address]])
  await mint(7, -23.9, ada, { collection: own })
  await count(7)
  // On one day both minted once; what the other wallet made is also one's own.
  expect(await points()).toEqual({ ada: 10 })
  const { data } = await server.get(`/api/campaigns/${GIVEN_CAMPAIGN}`, { as: bob })
  expect(data.me).toMatchObject({ joined: true, wallets: [bob.address], just_now: 0 })
})
