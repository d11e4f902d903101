import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { campaignBadgesAbi } from '@platemark/abi/campaign-badges'
import { badgeDeploymentPlan } from '@platemark/abi/deploy-badges'
import { getBadgeIds, getBadgeTokenId, getRewardDigits } from '@platemark/rules/badge-ids'
import { encodeFunctionData, maxUint256 } from 'viem'
import {
  generatePrivateKey,
  privateKeyToAccount,
  privateKeyToAddress,
} from 'viem/accounts'
import { readContract } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventWriter } from '../../../test/campaign-events.ts'
import {
  type CampaignFields,
  campaignFields,
  GIVEN_CAMPAIGN,
  importFields,
  openCampaign,
} from '../../../test/campaigns.ts'
import { type TestChain, testChain } from '../../../test/chain.ts'
import { launcher, startTestIndexer } from '../../../test/collections/launch.ts'
import { outcome } from '../../../test/outcome.ts'
import { ada, bob, cyn, type TestServer, testServer } from '../../../test/server.ts'
import { runCampaigns } from './jobs.ts'
import { setStatus } from './queries/campaigns.ts'

const CHAIN = 31_337
const HOUR = 3_600_000
const site = 'http://localhost:3000'
const one = `0x${'1'.repeat(40)}`
const dot = `0x${'d'.repeat(40)}`

let chain: TestChain
let server: TestServer
let write: ReturnType<typeof eventWriter>
let launch: ReturnType<typeof launcher>
let contract: `0x${string}`

beforeAll(async () => {
  chain = await testChain()
  launch = launcher(chain)
  await launch.fund(ada)
  const plan = badgeDeploymentPlan(chain.owner.address)
  contract = plan.address
  await launch.send(chain.owner, plan.to, plan.data)
  const key = generatePrivateKey()
  await byOwner('setSigner', [privateKeyToAddress(key), maxUint256])
  await byOwner('setBaseUri', [`${site}/api/badges/`])
  const file = join(process.env.PLATEMARK_TEST_RUN ?? '', `rewards-${Math.random()}.keys`)
  writeFileSync(file, key)
  chmodSync(file, 0o600)
  server = await testServer({
    networks: [{ ...chain.network, contracts: { ...chain.contracts, badges: contract } }],
    badges: { voucher_key_file: file },
  })
})
beforeEach(async () => {
  await server.reset()
  write = eventWriter(server.database)
})
afterAll(async () => {
  await server.close()
  await chain.stop()
})

function byOwner(functionName: 'setSigner' | 'setBaseUri', args: readonly unknown[]) {
  // Safe: the tests pass the arguments of the function.
  const call = { abi: campaignBadgesAbi, functionName, args } as never
  return launch.send(chain.owner, contract, encodeFunctionData(call))
}

type Person = { address: `0x${string}` }

const reward = (fields: CampaignFields = {}) => ({
  ...{ key: 'full', title: 'Full card', kind: 'badge', when: 'instant', chain_id: CHAIN },
  condition: { min_points: 0 },
  ...fields,
})

const start = (...rewards: CampaignFields[]) =>
  openCampaign(server, { ...campaignFields(CHAIN), rewards })

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

const path = `/api/campaigns/${GIVEN_CAMPAIGN}`

async function joinIn(...people: Person[]): Promise<void> {
  for (const as of people)
    expect((await server.post(`${path}/join`, {}, { as })).status).toBe(201)
}

const claim = (as: Person | undefined, key = 'full', at = path) =>
  server.post(`${at}/rewards/${key}/claim`, {}, as && { as })

const claims = () => server.database.selectFrom('campaign_claims').selectAll().execute()

/** Gives points by mints, the earlier the more of them, and makes the board. */
async function score(...mints: [Person, hours: number][]): Promise<void> {
  const ids = await server.database.selectFrom('collections').select('id').execute()
  if (ids.length === 0)
    await write.collection({ chain_id: CHAIN, address: one, creator: dot })
  const now = Date.now()
  for (const [index, [{ address }, hours]] of mints.entries()) {
    const at = new Date(now + hours * HOUR)
    const place = { chain_id: CHAIN, collection: one, block: 5, log: index, at }
    await write.mint({ ...place, to: address.toLowerCase() })
  }
  await write.head(CHAIN, { block: 5, at: new Date(now) })
  await runCampaigns(server.context)
}

describe('a badge', { timeout: 60_000 }, () => {
  test('is one for 20 claims at once, and has its metadata where the contract leads', async () => {
    await start(reward({ description: 'For every stamp.' }))
    await joinIn(ada)
    const many = await Promise.all(Array.from({ length: 20 }, () => claim(ada)))
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(many.map(({ body }) => body)).size).toBe(1)
    expect(await claims()).toHaveLength(1)
    const { voucher, signature } = JSON.parse(many[0]?.body ?? '').data
    const sent = {
      ...{ campaignId: voucher.campaignId, rewardId: voucher.rewardId },
      ...{ account: voucher.account, nonce: BigInt(voucher.nonce) },
      deadline: BigInt(voucher.deadline),
    }
    const data = encodeFunctionData({
      ...{ abi: campaignBadgesAbi, functionName: 'claim' },
      // Safe: the schema of the claim checks the forms of hashes, address and signature.
      args: [sent, signature] as never,
    })
    await launch.send(ada, contract, data)
    await expect(launch.send(ada, contract, data)).rejects.toThrow()
    const tokenId = getBadgeTokenId(getBadgeIds(GIVEN_CAMPAIGN, 'full'), ada.address)
    const read = { abi: campaignBadgesAbi, address: contract } as const
    const [held, uri] = await Promise.all([
      readContract(chain.client, {
        ...{ ...read, functionName: 'balanceOf', args: [ada.address] },
      }),
      readContract(chain.client, { ...read, functionName: 'tokenURI', args: [tokenId] }),
    ])
    expect(held).toBe(1n)
    const { status, body, headers } = await server.get(uri.slice(site.length))
    expect([status, headers['content-type']]).toEqual([
      200,
      'application/json; charset=utf-8',
    ])
    expect(JSON.parse(body)).toEqual({
      name: 'Full card · Quiet Shore',
      description: 'For every stamp. It cannot be transferred.',
      image: `${site}/marks/medals/silver/streak_7.svg`,
      external_url: `${site}/campaigns/${GIVEN_CAMPAIGN}`,
      attributes: [
        { trait_type: 'Campaign', value: 'Quiet Shore' },
        { trait_type: 'Season', value: 1 },
        { trait_type: 'Reward', value: 'Full card' },
      ],
    })
    const image = new URL(JSON.parse(body).image).pathname
    expect((await server.get(image)).status).toBe(200)
    const indexer = startTestIndexer(server)
    await indexer.caughtUp(chain)
    await indexer.stop()
    expect(outcome(await claim(ada))).toEqual([409, 'reward_claimed'])
    const own = (await server.get(path, { as: ada })).data.me.rewards.full
    expect(own.status).toBe('minted')
  })

  test('has no metadata before its campaign is published, and none for other digits', async () => {
    const digits = getRewardDigits(getBadgeIds(GIVEN_CAMPAIGN, 'full'))
    await importFields(server, { ...campaignFields(CHAIN), rewards: [reward()] })
    for (const text of [digits, 'a'.repeat(24), digits.toUpperCase(), '1', `${digits}0`])
      expect(outcome(await server.get(`/api/badges/${text}`))).toEqual([404, 'not_found'])
  })

  test('has the picture of its reward, and a description where the file has none', async () => {
    await start(reward({ image: '/images/full.png' }))
    const digits = getRewardDigits(getBadgeIds(GIVEN_CAMPAIGN, 'full'))
    expect(JSON.parse((await server.get(`/api/badges/${digits}`)).body)).toMatchObject({
      image: `${site}/images/full.png`,
      description: 'A badge of Quiet Shore. It cannot be transferred.',
    })
  })

  test('has a new voucher with the same nonce after the deadline of the first', async () => {
    await start(reward())
    await joinIn(ada)
    const first = (await claim(ada)).data
    server.clock.advance(2 * HOUR)
    const second = (await claim(ada)).data
    expect(second.voucher.nonce).toBe(first.voucher.nonce)
    expect(second.voucher.deadline).toBeGreaterThan(first.voucher.deadline)
    expect(await claims()).toHaveLength(1)
  })

  test('is not signed without a key', async () => {
    await start(reward())
    await joinIn(ada)
    const { badges } = server.configuration
    const { signers } = badges
    Object.assign(badges, { signers: [] })
    expect(outcome(await claim(ada))).toEqual([503, 'badges_unavailable'])
    Object.assign(badges, { signers })
  })
})

test.each(['achievement', 'allowlist', 'points'])(
  'a reward of the kind %s is granted once for 20 claims at once',
  async (kind) => {
    await start(reward({ kind, chain_id: null }))
    await joinIn(ada)
    const many = await Promise.all(Array.from({ length: 20 }, () => claim(ada)))
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(many.map(({ body }) => body)).size).toBe(1)
    expect(await claims()).toEqual([expect.objectContaining({ status: 'granted' })])
  },
)

test('a supply is given out once, whoever is first', async () => {
  await start(reward({ kind: 'allowlist', chain_id: null, supply: 2 }))
  const people = Array.from({ length: 6 }, () =>
    privateKeyToAccount(generatePrivateKey()),
  )
  await joinIn(...people)
  const many = await Promise.all(people.map((person) => claim(person)))
  const refused = many.filter(({ status }) => status !== 200).map(outcome)
  expect(refused).toEqual(Array.from({ length: 4 }, () => [409, 'reward_exhausted']))
  expect(await claims()).toHaveLength(2)
})

describe('a claim is refused', () => {
  const plain = (fields: CampaignFields = {}) =>
    reward({ kind: 'points', chain_id: null, ...fields })

  test('without a session, a campaign, a reward or an entry', async () => {
    await start(plain())
    expect(outcome(await claim(undefined))).toEqual([401, 'unauthenticated'])
    expect(outcome(await claim(ada, 'full', '/api/campaigns/no-such'))).toEqual([
      404,
      'campaign_not_found',
    ])
    expect(outcome(await claim(ada, 'none'))).toEqual([404, 'reward_not_found'])
    expect(outcome(await claim(ada))).toEqual([409, 'not_joined'])
  })

  test('before it is earned, and for who is disqualified', async () => {
    const id = await start(plain({ condition: { min_points: 10 } }))
    await joinIn(ada)
    expect(outcome(await claim(ada))).toEqual([403, 'reward_not_earned'])
    await score([ada, 0])
    const disqualified = { status: 'disqualified', reason: 'Gifts.' } as const
    await server.database.updateTable('campaign_entries').set(disqualified).execute()
    const { error } = await claim(ada)
    expect(error).toMatchObject({
      code: 'reward_not_earned',
      message: 'You were disqualified: Gifts.',
    })
    await setStatus(server.database, id, { status: 'live' })
  })

  test('while the campaign is paused, before the result, and after the last day', async () => {
    const id = await openCampaign(server, {
      ...campaignFields(CHAIN),
      rewards: [plain(), plain({ key: 'late', when: 'after_freeze' })],
      ...{ ends_at: inHours(1), claim_closes_at: inHours(3) },
    })
    await joinIn(ada)
    expect(outcome(await claim(ada, 'late'))).toEqual([409, 'reward_not_open'])
    await setStatus(server.database, id, { status: 'paused', reason: 'A fault.' })
    expect(outcome(await claim(ada))).toEqual([409, 'reward_not_open'])
    await setStatus(server.database, id, { status: 'cancelled', reason: 'A fault.' })
    expect(outcome(await claim(ada))).toEqual([410, 'claim_closed'])
    await setStatus(server.database, id, { status: 'frozen' })
    server.clock.advance(2 * HOUR)
    expect((await claim(ada, 'late')).status).toBe(200)
    server.clock.advance(2 * HOUR)
    expect(outcome(await claim(ada, 'late'))).toEqual([410, 'claim_closed'])
  })
})

test('a tie at the last place goes to who reached the points first, then to the lower address', async () => {
  const last = reward({
    ...{ kind: 'points', chain_id: null, when: 'after_freeze' },
    condition: { rank_max: 1 },
  })
  const id = await openCampaign(server, {
    ...campaignFields(CHAIN),
    ...{ rewards: [last], ends_at: inHours(1) },
  })
  await joinIn(ada, bob, cyn)
  await score([ada, 0.02], [bob, 0.01], [cyn, 0.01])
  const [first, second] = [bob, cyn].sort((a, b) =>
    a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1,
  )
  const { data } = await server.get(`${path}/leaderboard`)
  expect(data.map((row: { rank: number; address: string }) => [row.rank, row.address]))
    // All have the same points: one rank, but places in order.
    .toEqual([first, second, ada].map((person) => [1, person?.address]))
  await setStatus(server.database, id, { status: 'frozen' })
  server.clock.advance(2 * HOUR)
  expect(outcome(await claim(first))).toEqual([200, undefined])
  expect(outcome(await claim(second))).toEqual([403, 'reward_not_earned'])
  expect(outcome(await claim(ada))).toEqual([403, 'reward_not_earned'])
})

test('a member has a place among all and one in the guild, on the board and in the own entry', async () => {
  const teams = [
    { alias: 'burin', name: 'Burin' },
    { alias: 'aquatint', name: 'Aquatint' },
  ]
  const fields = { template: 'team_race', teams, ends_at: inHours(1) }
  await openCampaign(server, { ...campaignFields(CHAIN), ...fields })
  for (const [as, team] of [
    [ada, 'burin'],
    [bob, 'aquatint'],
    [cyn, 'burin'],
  ] as const) {
    expect((await server.post(`${path}/join`, { team }, { as })).status).toBe(201)
  }
  await score([ada, 0.01], [bob, 0.02], [cyn, 0.03])
  const { data } = await server.get(`${path}/leaderboard?team=burin`)
  type Places = { address: string; position: number; team_position: number }
  expect(
    data.map((row: Places) => [row.address, row.position, row.team_position]),
  ).toEqual([
    [ada.address, 1, 1],
    [cyn.address, 3, 2],
  ])
  const own = await server.get(path, { as: cyn })
  expect(own.data.me).toMatchObject({ position: 3, team_position: 2 })
})
