import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  campaignFields,
  GIVEN_CAMPAIGN,
  importFields,
  openCampaign,
} from '../../../test/campaigns.ts'
import { operatorContext } from '../../../test/moderation/operator.ts'
import { ada, type TestServer, testServer } from '../../../test/server.ts'
import { commands } from './commands.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer({ networks: [{ alias: 'local', is_demo: true }] })
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const { address } = ada
const given = `campaign_${GIVEN_CAMPAIGN.replaceAll('-', '_')}_there`
const claim = (achievement: string) =>
  server.post('/api/user/achievements/claim', { achievement }, { as: ada })
const listPublic = async () =>
  (await server.get(`/api/achievements/${address}`)).data.map(
    ({ id }: { id: string }) => id,
  )
const findOwn = async (id: string) =>
  (await server.get('/api/user/achievements', { as: ada })).data.achievements.find(
    (one: { id: string }) => one.id === id,
  )

test('a revoked achievement is gone with its reason and cannot be claimed, until it is restored', async () => {
  await claim('welcome')
  const reason = 'Bought account.'
  const revoked = { address, achievement: 'welcome', reason }
  await commands.revoke_achievement(operatorContext(server), revoked)
  expect(await listPublic()).toEqual([])
  expect(await findOwn('welcome')).toMatchObject({
    ...{ status: 'revoked', revoked_reason: reason, claimed_at: null },
  })
  const refused = await claim('welcome')
  expect([refused.error?.code, refused.data]).toEqual(['achievement_revoked', { reason }])
  await expect(
    commands.revoke_achievement(operatorContext(server), revoked),
  ).rejects.toThrow('could be revoked')
  const same = { address, achievement: 'welcome' }
  await commands.restore_achievement(operatorContext(server), same)
  expect(await listPublic()).toEqual(['welcome'])
  await expect(
    commands.restore_achievement(operatorContext(server), same),
  ).rejects.toThrow('was revoked by an operator')
  const { lines } = await commands.audit(operatorContext(server), { page: 1 })
  expect(lines.map(({ action }: { action: string }) => action)).toEqual([
    'restore achievement',
    'revoke achievement',
  ])
})

test('an account of a contract is named with its network, which must exist', async () => {
  await claim('welcome')
  const achievement = 'welcome'
  const revoke = (chain: string) =>
    commands.revoke_achievement(operatorContext(server), {
      ...{ address, chain, achievement, reason: 'x' },
    })
  await expect(revoke('nowhere')).rejects.toThrow('There is no network nowhere')
  await expect(revoke('local')).rejects.toThrow('could be revoked')
})

test('a campaign gives an achievement, which is listed, pinned and revoked like the others', async () => {
  await openCampaign(server, campaignFields(31_337))
  const path = `/api/campaigns/${GIVEN_CAMPAIGN}`
  await server.post(`${path}/join`, {}, { as: ada })
  expect(await findOwn(given)).toBeUndefined()
  for (let turn = 0; turn < 2; turn += 1) {
    const { status } = await server.post(`${path}/rewards/there/claim`, {}, { as: ada })
    expect(status).toBe(200)
  }
  expect(await listPublic()).toEqual([given])
  expect(await findOwn(given)).toMatchObject({
    ...{ title: 'There', category: 'campaign', tier: 'silver', status: 'claimed' },
    icon: `/marks/medals/silver/${given}.svg`,
  })
  expect((await server.get(`/marks/medals/silver/${given}.svg`)).status).toBe(200)
  const pin = { pinned: [given] }
  expect((await server.post('/api/user/achievements/pin', pin, { as: ada })).status).toBe(
    200,
  )
  const pinned = await server.get(`/api/achievements/pinned?addresses=${address}`)
  expect(pinned.data[address.toLowerCase()]).toEqual([
    expect.objectContaining({ id: given, title: 'There' }),
  ])
  const revoked = { address, achievement: given, reason: 'Many gifts.' }
  await commands.revoke_achievement(operatorContext(server), revoked)
  await server.post(`${path}/rewards/there/claim`, {}, { as: ada })
  expect(await listPublic()).toEqual([])
  expect(await findOwn(given)).toMatchObject({ status: 'revoked' })
})

test('a campaign whose achievement another one gives is refused; long names stay whole', async () => {
  const rewards = (key: string) => [
    {
      key,
      title: 'Same',
      kind: 'achievement',
      when: 'instant',
      condition: { min_points: 0 },
    },
  ]
  const fields = (alias: string, key: string) =>
    campaignFields(31_337, { alias, rewards: rewards(key) })
  await importFields(server, fields('quiet-shore', 'day-one'))
  await expect(importFields(server, fields('quiet-shore-day', 'one'))).rejects.toThrow(
    'quiet-shore.yaml: rewards: quiet-shore gives the achievement campaign_quiet_shore_day_one already: choose another key than one.',
  )
  const long = `quiet-${'a'.repeat(54)}`
  const keys = ['b', 'c'].map((end) => `${'k'.repeat(59)}${end}`)
  await openCampaign(server, {
    ...fields(long, 'any'),
    rewards: keys.flatMap((key) => rewards(key)),
  })
  const path = `/api/campaigns/${long}`
  await server.post(`${path}/join`, {}, { as: ada })
  for (const key of keys)
    await server.post(`${path}/rewards/${key}/claim`, {}, { as: ada })
  const ids = await listPublic()
  expect(ids.toSorted()).toEqual(
    keys.map((key) => `campaign_${long.replaceAll('-', '_')}_${key}`),
  )
  expect((await server.get(`/marks/medals/silver/${ids[0]}-locked.svg`)).status).toBe(200)
  const pinned = await server.post(
    '/api/user/achievements/pin',
    { pinned: ids },
    { as: ada },
  )
  expect(pinned.status).toBe(200)
})
