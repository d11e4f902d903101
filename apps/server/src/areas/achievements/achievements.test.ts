import type { OwnAchievement } from '@platemark/api/achievements'
import { zeroHash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from 'vitest'
import { rightAnswers } from '../../../test/academy.ts'
import { type TestChain, testChain } from '../../../test/chain.ts'
import { launcher, price, startTestIndexer } from '../../../test/collections/launch.ts'
import { type TestNames, testNames } from '../../../test/names.ts'
import { outcome } from '../../../test/outcome.ts'
import { ada, bob, cyn, type TestServer, testServer } from '../../../test/server.ts'
import { updateAchievements } from './jobs.ts'

let chain: TestChain
let names: TestNames
let server: TestServer
let indexer: ReturnType<typeof startTestIndexer>
let empty: `0x${string}`
let launch: ReturnType<typeof launcher>

beforeAll(async () => {
  chain = await testChain()
  names = await testNames(chain)
  launch = launcher(chain)
  await launch.fund(ada, bob, cyn)
  server = await testServer({ ...names.settings, networks: [chain.network] })
})
beforeEach(async () => {
  empty = await chain.client.snapshot()
  await server.reset()
  indexer = startTestIndexer(server)
})
afterEach(async () => {
  await indexer.stop()
  await chain.client.revert({ id: empty })
})
afterAll(async () => {
  await server.close()
  await chain.stop()
})

type Person = { address: `0x${string}` }

const claim = (as: Person, achievement: unknown = 'welcome', more: object = {}) =>
  server.post('/api/user/achievements/claim', { achievement, ...more }, { as })

const own = async (as: Person, id: string): Promise<OwnAchievement> => {
  const { data } = await server.get('/api/user/achievements', { as })
  return data.achievements.find((one: OwnAchievement) => one.id === id)
}

/** Waits for the indexer, and does a round of the job. */
const update = async () => {
  await indexer.caughtUp(chain)
  await updateAchievements(server.context)
}

describe('a claim', () => {
  test('is stored once, and a repeated one answers the first', async () => {
    const first = await claim(ada)
    expect(first.data).toEqual({
      achievement: 'welcome',
      status: 'claimed',
      already_claimed: false,
      claimed_at: expect.any(String),
    })
    server.clock.advance(60_000)
    const { data } = await claim(ada)
    expect(data).toEqual({ ...first.data, already_claimed: true })
    const [stored] = (await server.get(`/api/achievements/${ada.address}`)).data
    expect(stored).toMatchObject({ id: 'welcome', claimed_at: first.data.claimed_at })
  })

  test('of 20 parallel calls makes one row', async () => {
    await server.tokenOf(ada)
    const replies = await Promise.all(Array.from({ length: 20 }, () => claim(ada)))
    expect(replies.every(({ status }) => status === 200)).toBe(true)
    const firsts = replies.filter(({ data }) => !data.already_claimed)
    expect(firsts).toHaveLength(1)
    const rows = await server.database
      .selectFrom('user_achievements')
      .selectAll()
      .where('claimed_at', 'is not', null)
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('takes nothing but the id from the caller', async () => {
    await update()
    const more = { progress: 10, target: 1, user_id: bob.address, claimed_at: 0 }
    const { status, error, data } = await claim(ada, 'collector_10', more)
    expect([status, error?.code, data]).toEqual([
      403,
      'achievement_not_eligible',
      { progress: 0, target: 10 },
    ])
  })

  test('of what does not exist or was closed is refused', async () => {
    expect(outcome(await claim(ada, 'no_such_thing'))).toEqual([
      404,
      'achievement_unknown',
    ])
    for (const bad of ['', 'Welcome!', 7, null])
      expect(outcome(await claim(ada, bad))).toEqual([422, 'validation_failed'])
    expect((await server.post('/api/user/achievements/claim', {})).status).toBe(401)
    const { achievements } = server.context.configuration
    const until = new Date(Date.now() - 1000)
    server.context.configuration.achievements = achievements.map((one) =>
      one.id === 'welcome' ? { ...one, until } : one,
    )
    expect(outcome(await claim(ada))).toEqual([410, 'achievement_closed'])
    server.context.configuration.achievements = achievements
  })

  test('waits while the indexer is behind or blocks are not counted yet', async () => {
    // Nothing is indexed, whatever the indexer was quick enough to read.
    await indexer.stop()
    await server.reset()
    const { headers, ...early } = await claim(ada, 'first_mint')
    expect(outcome(early)).toEqual([409, 'achievement_not_indexed'])
    expect(headers['retry-after']).toBe('60')
    indexer = startTestIndexer(server)
    await update()
    expect(outcome(await claim(ada, 'first_mint'))[0]).toBe(403)
    const drop = await launch.create(bob)
    await launch.mint(ada, drop, 1)
    await indexer.caughtUp(chain)
    expect(outcome(await claim(ada, 'first_mint'))[0]).toBe(409)
    await updateAchievements(server.context)
    expect(outcome(await claim(ada, 'first_mint'))[0]).toBe(200)
    await indexer.stop()
    server.clock.advance(120_000)
    expect(outcome(await claim(ada, 'explorer_3'))[0]).toBe(409)
    server.clock.advance(-120_000)
  })
})

describe('rules over mints', () => {
  test('count collections, networks, early mints and days, of others where it matters', async () => {
    const own_drop = await launch.create(ada)
    await launch.mint(ada, own_drop, 1)
    await server.tokenOf(ada)
    await update()
    expect(await own(ada, 'first_mint')).toMatchObject({ progress: 0, status: 'locked' })
    expect(await own(ada, 'early_bird')).toMatchObject({ progress: 0 })
    expect(await own(ada, 'collector_10')).toMatchObject({ progress: 1, target: 10 })
    const drops = [await launch.create(bob), await launch.create(bob)]
    const [first = zeroHash, second = zeroHash] = drops
    await launch.mint(cyn, first, 10)
    await launch.mint(ada, first, 1)
    await update()
    // The eleventh token of the first drop is not early.
    expect(await own(ada, 'early_bird')).toMatchObject({ status: 'locked' })
    await launch.mint(ada, second, 2)
    await update()
    expect(await own(ada, 'early_bird')).toMatchObject({ status: 'claimable' })
    expect(await own(ada, 'first_mint')).toMatchObject({ status: 'claimable' })
    expect(await own(ada, 'collector_10')).toMatchObject({ progress: 3 })
    expect(await own(ada, 'explorer_3')).toMatchObject({ progress: 1 })
    expect(await own(ada, 'streak_7')).toMatchObject({ progress: 1 })
    expect(await own(cyn, 'early_bird')).toMatchObject({ status: 'claimable' })
  })

  test('count seven days in a row, and not with a gap', async () => {
    const day = (account: string, mark: string, chain_id = chain.id) => ({
      ...{ account: account.toLowerCase(), kind: 'day' as const, mark },
      ...{ chain_id, block_number: 0 },
    })
    const days = [1, 2, 3, 4, 5, 6, 8].map((one) => day(ada.address, `2026-01-0${one}`))
    await server.database.insertInto('achievement_marks').values(days).execute()
    expect(await own(ada, 'streak_7')).toMatchObject({ progress: 6, status: 'locked' })
    await server.database
      .insertInto('achievement_marks')
      .values(day(ada.address, '2026-01-07', 31_338))
      .execute()
    expect(await own(ada, 'streak_7')).toMatchObject({ progress: 7, status: 'claimable' })
  })

  test('count sales, minters and sold out editions of the creator', async () => {
    const drop = await launch.create(bob, { maxSupply: 25 })
    await launch.mint(bob, drop, 5)
    await server.tokenOf(bob)
    await update()
    expect(await own(bob, 'creator_first')).toMatchObject({ status: 'claimable' })
    expect(await own(bob, 'creator_first_sale')).toMatchObject({ status: 'locked' })
    const people = Array.from({ length: 10 }, (_, index) =>
      privateKeyToAccount(`0x${(index + 1001).toString(16).padStart(64, '0')}`),
    )
    await launch.fund(...people)
    for (const person of people) await launch.mint(person, drop, 2)
    await update()
    expect(await own(bob, 'creator_first_sale')).toMatchObject({ status: 'claimable' })
    expect(await own(bob, 'creator_100_minters')).toMatchObject({ progress: 10 })
    expect(await own(bob, 'creator_sold_out')).toMatchObject({ status: 'claimable' })
    expect(await own(bob, 'creator_multichain')).toMatchObject({ progress: 1 })
  })

  test('forget blocks that were replaced, and a claim that rests on them is withdrawn', async () => {
    await server.tokenOf(ada)
    const drop = await launch.create(bob)
    await update()
    const before = await chain.client.snapshot()
    await launch.mint(ada, drop, 1)
    await update()
    expect((await claim(ada, 'first_mint')).status).toBe(200)
    const pins = { pinned: ['first_mint'] }
    expect(
      (await server.post('/api/user/achievements/pin', pins, { as: ada })).status,
    ).toBe(200)
    await chain.client.revert({ id: before })
    await chain.client.mine({ blocks: 2 })
    await update()
    expect(await own(ada, 'first_mint')).toMatchObject({
      status: 'locked',
      claimed_at: null,
    })
    expect((await server.get(`/api/achievements/${ada.address}`)).data).toEqual([])
    const pinned = `/api/achievements/pinned?addresses=${ada.address}`
    expect((await server.get(pinned)).data).toEqual({})
    // Mined again, it comes back with its first date.
    await launch.mint(ada, drop, 1, price)
    await update()
    expect(await own(ada, 'first_mint')).toMatchObject({ status: 'claimed' })
    const { minters, tokens } = await server.database
      .selectFrom('achievement_collections')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect([Number(minters), Number(tokens)]).toEqual([1, 1])
  })
})

describe('rules over names, profile and academy', () => {
  test('count names that the account owns, and keep a claim after a transfer', async () => {
    await names.register(ada, 'abcd', true)
    await server.tokenOf(ada)
    await update()
    for (const id of ['name_owner', 'name_primary', 'name_short'])
      expect((await claim(ada, id)).status).toBe(200)
    await names.transfer(ada, bob.address, 'abcd')
    await update()
    expect(await own(ada, 'name_owner')).toMatchObject({ status: 'claimed' })
    expect(await own(bob, 'name_owner')).toMatchObject({ status: 'claimable' })
    // It did not register the name itself.
    expect(await own(bob, 'name_short')).toMatchObject({ status: 'locked' })
    expect(await own(bob, 'name_primary')).toMatchObject({ status: 'locked' })
  })

  test('count the fields of the profile and the lessons that were passed', async () => {
    await server.post('/api/user/update', { username: 'ada_l', bio: 'Hi.' }, { as: ada })
    expect(await own(ada, 'profile_complete')).toMatchObject({ progress: 2, target: 3 })
    await server.database.updateTable('users').set({ avatar_file: 'a.webp' }).execute()
    expect(await own(ada, 'profile_complete')).toMatchObject({ status: 'claimable' })
    await server.post('/api/academy/wallet-basics/quiz', rightAnswers('wallet-basics'), {
      as: ada,
    })
    expect(await own(ada, 'academy_first_lesson')).toMatchObject({ status: 'claimable' })
    expect(await own(ada, 'academy_safety')).toMatchObject({ progress: 1, target: 4 })
    const graduate = await own(ada, 'academy_graduate')
    expect(graduate).toMatchObject({ progress: 1, target: 16 })
  })

  test('are counted by the job, for the dot in the menu', async () => {
    await server.tokenOf(ada)
    await updateAchievements(server.context)
    const count = async () =>
      (await server.get('/api/user/get', { as: ada })).data.claimable_achievements
    expect(await count()).toBe(1)
    await claim(ada)
    expect(await count()).toBe(0)
  })
})

describe('pinned achievements', () => {
  const pin = (pinned: unknown) =>
    server.post('/api/user/achievements/pin', { pinned }, { as: ada })

  test('are up to three claimed ones in the chosen order', async () => {
    await claim(ada)
    expect((await pin(['welcome'])).data).toEqual({ pinned: ['welcome'] })
    const path = `/api/achievements/pinned?addresses=${bob.address},${ada.address}`
    expect((await server.get(path)).data).toEqual({
      [ada.address.toLowerCase()]: [
        { id: 'welcome', title: 'Welcome', icon: '/marks/medals/bronze/welcome.svg' },
      ],
    })
    expect((await pin([])).data).toEqual({ pinned: [] })
    expect((await server.get(path)).data).toEqual({})
  })

  test.each([
    [['first_mint']],
    [['welcome', 'welcome']],
    [['a_a', 'b_b', 'c_c', 'd_d']],
    [['no spaces']],
    ['welcome'],
  ])('refuse %j', async (pinned) => {
    await claim(ada)
    const { status, error } = await pin(pinned)
    expect([status, error?.code]).toEqual([422, 'validation_failed'])
  })
})

test('accounts and networks that are not there are refused or empty', async () => {
  const at = `/api/achievements/${bob.address}`
  expect((await server.get(at)).data).toEqual([])
  expect((await server.get(`${at}?chain=local`)).data).toEqual([])
  expect(outcome(await server.get(`${at}?chain=none`))).toEqual([
    422,
    'validation_failed',
  ])
  expect((await server.get('/api/achievements/pinned?addresses=x')).status).toBe(422)
})
