import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventWriter } from '../../../test/campaign-events.ts'
import {
  type CampaignFields,
  campaignFields,
  GIVEN_CAMPAIGN,
  openCampaign,
} from '../../../test/campaigns.ts'
import { outcome } from '../../../test/outcome.ts'
import { ada, bob, cyn, type TestServer, testServer } from '../../../test/server.ts'
import { runCampaigns } from './jobs.ts'
import { setStatus } from './queries/campaigns.ts'

const CHAIN = 31_337
const HOUR = 3_600_000
const one = `0x${'1'.repeat(40)}`
const path = `/api/campaigns/${GIVEN_CAMPAIGN}`

let server: TestServer
let write: ReturnType<typeof eventWriter>
let now: number

beforeAll(async () => {
  server = await testServer({ networks: [{ alias: 'local', is_demo: true }] })
})
beforeEach(async () => {
  await server.reset()
  write = eventWriter(server.database)
  now = Math.floor(Date.now() / 1000) * 1000
})
afterAll(() => server.close())

type Person = { address: `0x${string}` }

const at = (hours: number) => new Date(now + hours * HOUR)
const open = (fields: CampaignFields = {}) =>
  openCampaign(server, { ...campaignFields(CHAIN), ...fields })
const join = (as: Person, team?: string) =>
  server.post(`${path}/join`, team === undefined ? {} : { team }, { as })
const leave = (as: Person) => server.post(`${path}/leave`, {}, { as })

const guilds: CampaignFields = {
  template: 'team_race',
  teams: [
    { alias: 'north', name: 'North', max_members: 1 },
    { alias: 'south', name: 'South' },
  ],
}

/** Has a person mint, and the campaign count it. */
async function mint(person: Person, block = 5, hours = 0.01): Promise<void> {
  const known = await server.database.selectFrom('collections').select('id').execute()
  if (known.length === 0) {
    const creator = `0x${'d'.repeat(40)}`
    await write.collection({ chain_id: CHAIN, address: one, creator })
  }
  const place = { chain_id: CHAIN, collection: one, block, at: at(hours) }
  await write.mint({ ...place, to: person.address.toLowerCase() })
  await write.head(CHAIN, { block, at: at(hours) })
  await runCampaigns(server.context)
}

describe('joining', () => {
  test('is done once, and a repeated call answers the same entry', async () => {
    await open()
    const first = await join(ada)
    const second = await join(ada)
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.data).toEqual(first.data)
  })

  test('asks for a guild with room, which stays', async () => {
    await open(guilds)
    expect(outcome(await join(ada))).toEqual([422, 'team_required'])
    expect(outcome(await join(ada, 'west'))).toEqual([422, 'team_required'])
    expect((await join(ada, 'north')).status).toBe(201)
    expect(outcome(await join(bob, 'north'))).toEqual([409, 'team_full'])
    const { status, error } = await join(ada, 'south')
    expect([status, error?.code, error?.message]).toEqual([
      409,
      'already_in_team',
      'You are already in North.',
    ])
  })

  test('gives the last place of a guild to one of 12 at once', async () => {
    await open(guilds)
    const many = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        join({ address: `0x${String(index + 1).padStart(40, '0')}` }, 'north'),
      ),
    )
    expect(many.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(many.filter(({ status }) => status === 409)).toHaveLength(11)
  })

  test('names the conditions that are not met', async () => {
    await open({ eligibility: { min_prior_mints: 1 } })
    const { status, error, data } = await join(ada)
    expect([status, error?.code]).toEqual([403, 'not_eligible'])
    expect(data.missing).toEqual([
      { gate: 'min_prior_mints', message: expect.stringMatching(/\.$/) },
    ])
  })

  test('is closed before and after its times, and in a paused or cancelled campaign', async () => {
    const id = await open({ join_opens_at: at(1).toISOString() })
    expect(outcome(await join(ada))).toEqual([409, 'campaign_not_open'])
    server.clock.advance(2 * HOUR)
    for (const status of ['paused', 'cancelled', 'settling', 'frozen'] as const) {
      await setStatus(server.database, id, { status, reason: 'A fault.' })
      expect([status, ...outcome(await join(ada))]).toEqual([
        status,
        409,
        'campaign_not_open',
      ])
    }
  })
})

describe('leaving', () => {
  test('is possible without points and within a day, and joining again as well', async () => {
    await open(guilds)
    expect(outcome(await leave(ada))).toEqual([409, 'not_joined'])
    await join(ada, 'north')
    expect((await leave(ada)).status).toBe(204)
    expect((await join(ada, 'south')).status).toBe(201)
  })

  test('ends with the first points, with a day, and with the campaign', async () => {
    const id = await open(guilds)
    await join(ada, 'south')
    await join(bob, 'south')
    await mint(ada)
    expect(outcome(await leave(ada))).toEqual([409, 'team_locked'])
    await setStatus(server.database, id, { status: 'paused', reason: 'A fault.' })
    expect(outcome(await leave(bob))).toEqual([409, 'campaign_not_open'])
    await setStatus(server.database, id, { status: 'live' })
    await server.database
      .updateTable('campaign_entries')
      .set({ joined_at: at(-25) })
      .execute()
    expect(outcome(await leave(bob))).toEqual([409, 'team_locked'])
  })
})

test('a refresh counts the caller from the start, and needs an entry', async () => {
  await open()
  const refresh = (as: Person) => server.post(`${path}/refresh`, {}, { as })
  expect(outcome(await refresh(cyn))).toEqual([409, 'not_joined'])
  await join(ada)
  await mint(ada)
  await server.database.deleteFrom('campaign_credits').execute()
  const first = await refresh(ada)
  expect([first.status, first.data]).toEqual([202, { status: 'refreshed' }])
  const credits = await server.database
    .selectFrom('campaign_credits')
    .select('address')
    .execute()
  expect(credits).toEqual([{ address: ada.address.toLowerCase() }])
  expect(
    outcome(await server.post('/api/campaigns/no-such/refresh', {}, { as: bob })),
  ).toEqual([404, 'campaign_not_found'])
})

test('the activity has the newest credits of active entries first', async () => {
  await open()
  await join(ada)
  await join(bob)
  await mint(ada, 5, 0.01)
  await mint(bob, 6, 0.02)
  const { data } = await server.get(`${path}/activity`)
  expect(data.map(({ address }: Person) => address)).toEqual([bob.address, ada.address])
  await server.database
    .updateTable('campaign_entries')
    .set({ status: 'disqualified' })
    .where('address', '=', bob.address.toLowerCase())
    .execute()
  const rest = await server.get(`${path}/activity`)
  expect(rest.data.map(({ address }: Person) => address)).toEqual([ada.address])
  expect(outcome(await server.get('/api/campaigns/no-such/activity'))).toEqual([
    404,
    'campaign_not_found',
  ])
})

test('a board carries its age and is made anew after 15 seconds', async () => {
  await open()
  await join(ada)
  await mint(ada)
  const read = async () => (await server.get(`${path}/leaderboard`)).meta.updated_at
  const first = await read()
  await mint(ada, 6, 0.02)
  expect(await read()).toBe(first)
  server.clock.advance(16_000)
  await runCampaigns(server.context)
  expect(Date.parse(await read()) - Date.parse(first)).toBeGreaterThanOrEqual(16_000)
})

test('a network whose index is behind is named with its seconds', async () => {
  await open()
  await write.head(CHAIN, { block: 5, at: at(-0.5) })
  const { data } = await server.get(path)
  expect(data.chains[0].behind_seconds).toBeGreaterThanOrEqual(1790)
})

test('an embedded network without blocks is final once its head was read after the end', async () => {
  await open({ ends_at: at(2).toISOString(), review_hours: 0 })
  await join(ada)
  await mint(ada)
  const statusNow = async () => {
    await runCampaigns(server.context)
    return (await server.get(path)).data.status
  }
  const readHead = (is_backfilled: boolean, heartbeat_at: Date, head_number = 5) =>
    server.database
      .updateTable('chain_cursors')
      .set({ is_backfilled, heartbeat_at, head_number })
      .execute()
  server.clock.advance(3 * HOUR)
  await runCampaigns(server.context)
  await readHead(true, at(1.9))
  expect(await statusNow()).toBe('settling')
  await readHead(true, at(3), 6)
  expect(await statusNow()).toBe('settling')
  await readHead(false, at(3))
  expect(await statusNow()).toBe('settling')
  await readHead(true, at(3))
  expect(await statusNow()).toBe('settling')
  expect(await statusNow()).toBe('frozen')
})
