import type { Insertable } from 'kysely'
import { getAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectionRow } from '../../../test/collection.ts'
import { testNetwork, wallets } from '../../../test/collections/logs.ts'
import {
  createReplayer,
  type ReplayedCollection,
} from '../../../test/collections/replay.ts'
import { operatorContext } from '../../../test/moderation/operator.ts'
import { type TestServer, testServer } from '../../../test/server.ts'
import type { Tables } from '../../tables.ts'
import { commands } from '../moderation/commands.ts'
import { applyCreators } from './queries/card-creators.ts'

/**
 * One address that is a contract's account on `local`, and another's contract on `base`:
 * every answer that shows a name, a picture or links knows on which network.
 */
let server: TestServer
let made: ReplayedCollection
const safe = wallets[0] ?? ''
const elsewhere = `0x${'e'.repeat(40)}`
const file = (letter: string) => `${letter.repeat(64)}.webp`

const accounts: Insertable<Tables['users']>[] = [
  ...([31_337, 8453] as const).map((chain, place) => ({
    ...{ address: safe, account_kind: 'contract' as const, auth_chain_id: chain },
    username: ['local_safe', 'base_safe'][place] ?? '',
    bio: ['Of local.', 'Of base.'][place] ?? '',
    avatar_file: file(['a', 'b'][place] ?? ''),
    website_link: ['https://local.example/', 'https://base.example/'][place] ?? '',
  })),
]

beforeAll(async () => {
  server = await testServer({ networks: [testNetwork, { alias: 'base' }] })
  const play = createReplayer(server)
  await server.database.insertInto('users').values(accounts).execute()
  made = await play.create(new Date(Date.now() - 3_600_000))
  await play.mint(made, [safe as `0x${string}`], 2, new Date())
  const other = collectionRow({ chain_id: 8453, address: elsewhere, owner: safe })
  await server.database.insertInto('collections').values(other).execute()
  await server.database
    .insertInto('holdings')
    .values({ collection_id: String(other.id), owner: safe, quantity: 1 })
    .execute()
  const now = new Date()
  await server.database
    .insertInto('chain_cursors')
    .values({
      ...{ chain_id: 8453, genesis_hash: '0x', factory: 'test', block_hash: '0x' },
      ...{ block_number: 999, head_number: 999, confirmed_number: 999 },
      ...{ block_time: now, heartbeat_at: now, updated_at: now },
    })
    .execute()
  await play.work()
})
afterAll(() => server.close())

const get = async (url: string) => {
  const { status, data, body } = await server.get(url)
  if (status !== 200) throw new Error(body)
  return data
}
const local = {
  name: 'local_safe',
  avatar_url: `/files/${file('a')}`,
  account_chain: 'local',
}
const base = {
  name: 'base_safe',
  avatar_url: `/files/${file('b')}`,
  account_chain: 'base',
}
const none = { name: null, avatar_url: null, account_chain: null }

const creators = async () => [
  (await get(`/api/contract/local/${made.address}`)).creator,
  (await get(`/api/contract/list?creator=${safe}&chain=local`)).map(
    ({ creator }: { creator: object }) => creator,
  )[0],
  (await get(`/api/contract/base/${elsewhere}`)).creator,
]

describe('the account of a contract', () => {
  test('is the creator on its own network, on pages and on cards', async () => {
    expect(await creators()).toMatchObject([local, local, base])
  })

  test('keeps its changed name to its own network', async () => {
    const rename = (username: string) =>
      server.database
        .updateTable('users')
        .set({ username })
        .where('auth_chain_id', '=', 8453)
        .execute()
    const names = async () => {
      const rows = await server.database
        .selectFrom('collections')
        .select(['chain_id', 'creator_name', 'is_creator_contract'])
        .orderBy('chain_id')
        .execute()
      return rows.map((row) => [row.chain_id, row.creator_name, row.is_creator_contract])
    }
    await rename('later_safe')
    expect(await names()).toEqual([
      [8453, 'later_safe', true],
      [31_337, 'local_safe', true],
    ])
    // What the job repairs, where a row was locked.
    await server.database
      .updateTable('collections')
      .set({ creator_name: 'lost' })
      .execute()
    await rename('base_safe')
    await server.database
      .updateTable('collections')
      .set({ creator_name: 'lost' })
      .execute()
    await applyCreators(server.database, new Date())
    expect(await names()).toEqual([
      [8453, 'base_safe', true],
      [31_337, 'local_safe', true],
    ])
  })

  test('is the holder and the owner of a token on its own network', async () => {
    const [held] = await get(`/api/contract/local/${made.address}/holders`)
    expect(held).toMatchObject({ ...local, quantity: 2 })
    const token = await get(`/api/contract/local/${made.address}/tokens/1`)
    expect(token.owner_account).toMatchObject({ ...local, quantity: 2 })
    const [other] = await get(`/api/contract/base/${elsewhere}/holders`)
    expect(other).toMatchObject({ ...base, quantity: 1 })
  })

  test('shows on the collector page of its network, and with what it has there', async () => {
    expect(await get(`/api/collector/${safe}?chain=local`)).toMatchObject({
      ...local,
      bio: 'Of local.',
      links: [{ label: 'Website', url: 'https://local.example/' }],
      has_account: true,
      collected: { quantity: 2, networks: [{ chain_alias: 'local', quantity: 2 }] },
      created: { collections: 1 },
    })
    expect(await get(`/api/collector/${safe}?chain=base`)).toMatchObject({
      ...base,
      bio: 'Of base.',
    })
  })

  test('shows nowhere without its network, which the page names', async () => {
    for (const query of ['', '?chain=local,base']) {
      expect(await get(`/api/collector/${safe}${query}`)).toMatchObject({
        ...none,
        bio: null,
        links: [],
        has_account: false,
        contract_on: 'base',
      })
    }
    const refused = await server.get(`/api/collector/${safe}?chain=nowhere`)
    expect([refused.status, refused.error?.code]).toEqual([422, 'validation_failed'])
  })

  test('has a page and a share image with its network, and none without', async () => {
    const read = (url: string) => server.get(url, { headers: { accept: 'text/html' } })
    const page = await read(`/collector/${getAddress(safe)}?chain=local`)
    expect(page.body).toContain('local_safe')
    expect(page.body).toContain(`/og/collector/${getAddress(safe)}.png?chain=local`)
    expect(page.body).toMatch(
      new RegExp(
        `rel="canonical" href="[^"]*/collector/${getAddress(safe)}\\?chain=local"`,
      ),
    )
    const plain = await read(`/collector/${getAddress(safe)}`)
    expect([plain.status, /_safe|example\/|Of (local|base)/.test(plain.body)]).toEqual([
      200,
      false,
    ])
    const shared = await read(`/collection/local/${getAddress(made.address)}`)
    expect(shared.body).toContain(`/collector/${getAddress(safe)}?chain=local`)
    const pictures = ['?chain=local', '?chain=nowhere'].map(
      async (query) => (await server.get(`/og/collector/${safe}.png${query}`)).status,
    )
    expect(await Promise.all(pictures)).toEqual([200, 404])
  })

  test('is blocked by the operator on its network alone', async () => {
    const run = operatorContext(server)
    const reason = { category: 'scam', reason: 'Never made.' } as const
    await expect(
      commands.block_creator(run, { address: safe, ...reason }),
    ).rejects.toThrow(`Name it with its network: base/${safe} or local/${safe}.`)
    const done = await commands.block_creator(run, {
      ...{ address: safe, chain: 'base' },
      ...reason,
    })
    expect(done).toEqual({ collections: 1 })
    const statuses = async () => [
      (await server.get(`/api/contract/base/${elsewhere}`)).status,
      (await server.get(`/api/contract/local/${made.address}`)).status,
      (await get(`/api/collector/${safe}?chain=base`)).is_blocked,
      (await get(`/api/collector/${safe}?chain=local`)).is_blocked,
      (await get(`/api/contract/local/${made.address}/holders`))[0].name,
    ]
    server.clock.advance(20_000)
    const during = await statuses()
    expect((await commands.blocks(run, {})).creators).toMatchObject([
      { chain: 'base', address: safe },
    ])
    await expect(commands.unblock_creator(run, { address: safe })).rejects.toThrow(
      'This creator is not blocked.',
    )
    await commands.unblock_creator(run, { address: safe, chain: 'base' })
    server.clock.advance(20_000)
    expect(during).toEqual([451, 200, true, false, 'local_safe'])
    expect(await statuses()).toEqual([200, 200, false, false, 'local_safe'])
  })

  test('reports as itself, apart from the contract of another network', async () => {
    for (const [place, { auth_chain_id }] of accounts.entries()) {
      const { id } = await server.database
        .selectFrom('users')
        .select('id')
        .where('auth_chain_id', '=', auth_chain_id ?? 0)
        .executeTakeFirstOrThrow()
      const token = await server.tokenOfUser(id)
      const body = { category: 'copy', text: `${place}` }
      const url = `/api/contract/local/${made.address}/report`
      const headers = { authorization: `Bearer ${token}` }
      expect((await server.post(url, body, { headers })).status).toBe(202)
    }
    const reports = await server.database
      .selectFrom('reports')
      .select('reporter')
      .orderBy('id')
      .execute()
    expect(reports).toEqual([
      { reporter: `eip155:31337:${safe}` },
      { reporter: `eip155:8453:${safe}` },
    ])
  })
})

test('the account of a key is the same on every network', async () => {
  await server.database.deleteFrom('users').execute()
  const key = { address: safe, account_kind: 'key' as const, username: 'both_of_them' }
  await server.database.insertInto('users').values(key).execute()
  server.clock.advance(20_000)
  const name = { name: 'both_of_them', account_chain: null }
  expect(await creators()).toMatchObject([name, name, name])
  for (const query of ['', '?chain=local', '?chain=base']) {
    expect(await get(`/api/collector/${safe}${query}`)).toMatchObject({
      ...name,
      collected: { quantity: 3 },
      created: { collections: 2 },
    })
  }
})
