import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { eventWriter } from '../../../test/campaign-events.ts'
import {
  type CampaignFields,
  campaignFields,
  GIVEN_CAMPAIGN,
} from '../../../test/campaigns.ts'
import { operatorContext } from '../../../test/moderation/operator.ts'
import { ada, bob, cyn, type TestServer, testServer } from '../../../test/server.ts'
import { runCampaigns } from '../campaigns/jobs.ts'
import type { campaignAct } from './campaign-commands.ts'
import { commands } from './commands.ts'

const CHAIN = 31_337
const HOUR = 3_600_000
const alias = GIVEN_CAMPAIGN
const path = `/api/campaigns/${alias}`

let server: TestServer
let now: number

beforeAll(async () => {
  server = await testServer({ networks: [{ alias: 'local', is_demo: true }] })
})
beforeEach(async () => {
  await server.reset()
  now = Math.floor(Date.now() / 1000) * 1000
})
afterAll(() => server.close())

/** Acts as the operator and returns the printed text. */
async function act(input: z.input<typeof campaignAct>): Promise<string> {
  const { lines } = await commands.campaign(operatorContext(server), input)
  return lines.join('\n')
}

const inHours = (hours: number) => new Date(now + hours * HOUR).toISOString()

const fields = (more: CampaignFields = {}) => ({
  ...campaignFields(CHAIN),
  ...{ starts_at: inHours(-24), ends_at: inHours(10), review_hours: 0, ...more },
})

const file = (more: CampaignFields = {}) => ({
  ...{ file: 'battle.yaml', text: JSON.stringify(fields(more), null, 2) },
})

const importFile = (more: CampaignFields = {}, note: string | null = null) =>
  act({ act: 'import', ...file(more), note })

async function open(more: CampaignFields = {}): Promise<void> {
  await importFile(more)
  await act({ act: 'publish', alias })
}

const statusOf = async () => (await server.get(path)).data?.status

async function join(...people: { address: `0x${string}` }[]): Promise<void> {
  for (const as of people)
    expect((await server.post(`${path}/join`, {}, { as })).status).toBe(201)
}

/** Has ada, bob and cyn mint, in this order, and moves past the end of the campaign. */
async function playToTheEnd(): Promise<void> {
  const write = eventWriter(server.database)
  const [contract, creator] = [`0x${'1'.repeat(40)}`, `0x${'d'.repeat(40)}`]
  await write.collection({ chain_id: CHAIN, address: contract, creator })
  await join(ada, bob, cyn)
  for (const [index, { address }] of [ada, bob, cyn].entries()) {
    const at = new Date(Date.now() + (index + 1) * 1000)
    const place = { chain_id: CHAIN, block: 5 + index, collection: contract, at }
    await write.mint({ ...place, to: address.toLowerCase() })
  }
  server.clock.advance(11 * HOUR)
  await write.head(CHAIN, { block: 20, at: server.context.clock() })
  await setRead(false)
  await runCampaigns(server.context)
}

/** Sets whether the network is read from its start. */
async function setRead(is_backfilled: boolean): Promise<void> {
  await server.database.updateTable('chain_cursors').set({ is_backfilled }).execute()
}

/** Has the network be read, and counts. */
async function settle(): Promise<void> {
  await setRead(true)
  await runCampaigns(server.context)
}

test('a file is validated without being imported, and every mistake has its line', async () => {
  expect(await act({ act: 'validate', ...file() })).toBe(
    'battle.yaml is valid: quiet-shore with quests: 1, rewards: 1.',
  )
  expect((await server.get(path)).status).toBe(404)
  const wrong = act({ act: 'validate', ...file({ template: 'none', title: '' }) })
  await expect(wrong).rejects.toThrow(
    /^battle\.yaml:4: template: Use one of .*\nbattle\.yaml:5: title: /,
  )
})

test('a campaign is imported, published, paused, resumed and cancelled, and each act is audited', async () => {
  expect(await importFile()).toMatch(/^Imported quiet-shore, which is draft: rules /)
  expect((await server.get(path)).status).toBe(404)
  await expect(act({ act: 'pause', alias, reason: 'x' })).rejects.toThrow(
    'quiet-shore is draft, not live.',
  )
  expect(await act({ act: 'publish', alias })).toBe('Published quiet-shore: it is live.')
  await expect(act({ act: 'publish', alias })).rejects.toThrow('is already live')
  expect(await act({ act: 'pause', alias, reason: 'A fault.' })).toBe(
    'quiet-shore is paused.',
  )
  expect((await server.get(path)).data).toMatchObject({ status: 'paused' })
  const paused = await server.post(`${path}/join`, {}, { as: ada })
  expect([paused.status, paused.error?.code]).toEqual([409, 'campaign_not_open'])
  expect(await act({ act: 'resume', alias })).toBe('quiet-shore is live.')
  expect(await act({ act: 'cancel', alias, reason: 'The network ends.' })).toBe(
    'Cancelled quiet-shore. Its page shows: The network ends.',
  )
  expect(await statusOf()).toBe('cancelled')
  await expect(act({ act: 'cancel', alias, reason: 'Again.' })).rejects.toThrow(
    'it cannot be cancelled',
  )
  const { lines } = await commands.audit(operatorContext(server), { page: 1 })
  expect(
    lines.map(({ action, by }: { action: string; by: string }) => [action, by]),
  ).toEqual(
    ['cancel', 'resume', 'pause', 'publish', 'import'].map((name) => [
      `${name} campaign`,
      'olga',
    ]),
  )
})

test('a published campaign takes texts and a later end with a note, and no other rules', async () => {
  await open()
  await expect(importFile({ ends_at: inHours(20) })).rejects.toThrow('--note')
  await importFile({ ends_at: inHours(20) }, 'Ten hours more.')
  expect((await server.get(path)).data.changes).toEqual([
    expect.objectContaining({ note: 'Ten hours more.' }),
  ])
  await expect(importFile({ ends_at: inHours(5) }, 'Less.')).rejects.toThrow(
    'it can only end later',
  )
  const [quest] = campaignFields(CHAIN).quests as object[]
  const quests = [{ ...quest, points: 99 }]
  await expect(importFile({ quests }, 'More.')).rejects.toThrow('quiet-shore is running')
})

test.each([
  ...(['publish', 'resume', 'notices', 'suspicions'] as const),
  ...(['recount', 'freeze'] as const),
])('an unknown campaign is refused by %s', async (name) => {
  await expect(act({ act: name, alias: 'none-such' })).rejects.toThrow(/none-such/)
})

describe('a participant', () => {
  test('is disqualified with a reason once they answered, and stands last on the board', async () => {
    await open()
    await join(ada)
    const { address } = ada
    await expect(
      act({ act: 'disqualify', alias, address, reason: 'Gifts.' }),
    ).rejects.toThrow('has no open notice')
    const given = { alias, address, reason: 'Many gifts.', evidence: '0x1' }
    expect(await act({ act: 'notice', ...given })).toMatch(/can answer until 20/)
    await expect(act({ act: 'notice', ...given })).rejects.toThrow('not decided yet')
    await expect(
      act({ act: 'disqualify', alias, address, reason: 'Gifts.' }),
    ).rejects.toThrow('can answer until')
    expect(await act({ act: 'notices', alias })).toContain('no answer yet')
    await server.post(`${path}/answer`, { text: 'They are friends.' }, { as: ada })
    expect(await act({ act: 'notices', alias })).toContain('They are friends.')
    expect(await act({ act: 'disqualify', alias, address, reason: 'Gifts.' })).toBe(
      `${address} is disqualified from quiet-shore.`,
    )
    await runCampaigns(server.context)
    const { data } = await server.get(`${path}/leaderboard`)
    expect(data).toEqual([
      expect.objectContaining({
        ...{ address, position: null, status: 'disqualified', reason: 'Gifts.' },
      }),
    ])
    const late = await server.post(`${path}/answer`, { text: 'No.' }, { as: ada })
    expect([late.status, late.error?.code]).toEqual([409, 'answer_closed'])
  })

  test('is kept, and needs to take part', async () => {
    await open()
    await join(ada)
    const { address } = ada
    await act({ act: 'notice', alias, address, reason: 'Gifts.', evidence: '' })
    expect(await act({ act: 'keep', alias, address })).toBe(
      `${address} stays in quiet-shore.`,
    )
    expect(await act({ act: 'notices', alias })).toBe('quiet-shore has no open notices.')
    await expect(
      act({ act: 'notice', alias, address: bob.address, reason: 'x', evidence: '' }),
    ).rejects.toThrow('does not take part')
  })
})

test('signs that entries are one person are listed for the operator', async () => {
  await open()
  expect(await act({ act: 'suspicions', alias })).toBe(
    'No sign of several wallets of one person in quiet-shore.',
  )
  const write = eventWriter(server.database)
  const [first, second, creator] = ['1', '2', 'd'].map((digit) => `0x${digit.repeat(40)}`)
  if (!first || !second || !creator) throw new Error('addresses are missing')
  await join(ada, bob, cyn)
  for (const address of [first, second])
    await write.collection({ chain_id: CHAIN, address, creator })
  const people = [ada, bob, cyn].map(({ address }) => address.toLowerCase())
  for (const [index, to] of people.entries()) {
    for (const [step, collection] of [first, second].entries()) {
      const at = new Date(now + (index * 2 + step) * 1000)
      const place = { chain_id: CHAIN, block: 5 + index, log: step, collection, at }
      await write.mint({ ...place, to })
    }
  }
  const at = new Date(now + 10_000)
  // A stranger minted the second collection, too.
  await write.mint({ chain_id: CHAIN, block: 9, collection: second, at, to: creator })
  const listed = [...people].sort().map((address) => `  ${address}`)
  const printed = await act({ act: 'suspicions', alias })
  expect(printed.split('\n')).toEqual([
    ...[`alone minted ${CHAIN}/${first}`, ...listed],
    ...[`minted in the same order ${CHAIN}/${first} ${CHAIN}/${second}`, ...listed],
  ])
  for (const [log, to] of people.entries())
    await write.transfer({
      chain_id: CHAIN,
      block: 20,
      log,
      collection: second,
      from: creator,
      to,
      at,
    })
  expect(await act({ act: 'suspicions', alias })).toContain(
    [`received items from ${creator}`, ...listed].join('\n'),
  )
})

describe('a result', () => {
  test('is final once no network, review or notice stands against it', async () => {
    await open({ review_hours: 2 })
    await expect(act({ act: 'freeze', alias })).rejects.toThrow('is live, not settling')
    await playToTheEnd()
    const { address } = cyn
    await expect(act({ act: 'freeze', alias })).rejects.toThrow(
      'Networks 31337 are not final past the end',
    )
    await settle()
    await expect(act({ act: 'freeze', alias })).rejects.toThrow('review')
    await act({ act: 'notice', alias, address, reason: 'Gifts.', evidence: '' })
    server.clock.advance(3 * HOUR)
    await runCampaigns(server.context)
    expect(await statusOf()).toBe('settling')
    await expect(act({ act: 'freeze', alias })).rejects.toThrow(
      `Decide on the notices first: ${address.toLowerCase()}`,
    )
    await act({ act: 'keep', alias, address })
    const printed = await act({ act: 'freeze', alias })
    expect(printed).toMatch(/is final: 3 rows, SHA-256 [0-9a-f]{64}\.$/)
    const { result, status } = (await server.get(path)).data
    expect([status, printed.includes(result.sha256)]).toEqual(['frozen', true])
    const { body, headers } = await server.get(`${path}/result.csv`)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(body.split('\n').map((line) => line.split(',').slice(0, 4))).toEqual([
      ['rank', 'address', 'team', 'points'],
      ...[ada, bob, cyn].map((person) => ['1', person.address.toLowerCase(), '', '10']),
      [''],
    ])
    const credits = server.database.deleteFrom('campaign_credits').execute()
    await expect(credits).rejects.toThrow('the result of this campaign is final')
    const { meta } = await server.get(`${path}/leaderboard`)
    expect(meta.final).toBe(true)
  })

  test('is counted anew until a reward is claimed, and then corrected beside it', async () => {
    await open()
    await playToTheEnd()
    await settle()
    await runCampaigns(server.context)
    expect(await statusOf()).toBe('frozen')
    const before = (await server.get(`${path}/result.csv`)).body
    await server.database.deleteFrom('mints').where('block_number', '=', 7).execute()
    expect(await act({ act: 'recount', alias })).toMatch(/it is frozen, [0-9a-f]{64}\.$/)
    const after = (await server.get(`${path}/result.csv`)).body
    expect([before, after].map((text) => text.split('\n').length)).toEqual([5, 4])
    expect((await server.get(`${path}/correction.csv`)).status).toBe(404)
    expect(
      (await server.post(`${path}/rewards/there/claim`, {}, { as: ada })).status,
    ).toBe(200)
    await expect(act({ act: 'recount', alias })).rejects.toThrow('Publish a correction')
    await server.database.deleteFrom('mints').where('block_number', '=', 6).execute()
    expect(await act({ act: 'correct', alias, reason: 'A mint was void.' })).toMatch(
      /^Published a correction of quiet-shore: 1 rows/,
    )
    expect((await server.get(`${path}/result.csv`)).body).toBe(after)
    const corrected = (await server.get(`${path}/correction.csv`)).body
    expect(corrected.split('\n')).toHaveLength(3)
    expect(await statusOf()).toBe('frozen')
  })

  test('has the rules whole, as their version is the hash of them, once it is published', async () => {
    await importFile()
    expect((await server.get(`${path}/rules.json`)).error?.code).toBe(
      'campaign_not_found',
    )
    await act({ act: 'publish', alias })
    const { body, headers } = await server.get(`${path}/rules.json`)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(JSON.parse(body)).toMatchObject({
      alias,
      quests: [{ key: 'mint', points: 10 }],
    })
    const sha256 = createHash('sha256').update(body).digest('hex')
    expect((await server.get(path)).data.rules_version).toBe(sha256)
    for (const name of ['no-such', 'No%20Alias'])
      expect((await server.get(`/api/campaigns/${name}/rules.json`)).status).toBe(404)
  })

  test('does not exist before the freeze, and a running campaign is only counted anew', async () => {
    await open()
    for (const name of ['result.csv', 'inputs.json', 'correction.csv'])
      expect((await server.get(`${path}/${name}`)).status).toBe(404)
    expect(await act({ act: 'recount', alias })).toBe(
      'Recounted quiet-shore: it is live.',
    )
    await expect(act({ act: 'correct', alias, reason: 'x' })).rejects.toThrow(
      'has no final result to correct',
    )
  })
})
