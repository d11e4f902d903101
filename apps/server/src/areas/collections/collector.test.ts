import { getAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at, ben, cat, dan, eve, startReads } from '../../../test/collections/reads.ts'
import type { TestServer } from '../../../test/server.ts'
import { createCodeFinder } from './contract-accounts.ts'

const unknownAccount = `0x${'7e'.repeat(20)}` as const

let server: TestServer

beforeAll(async () => {
  ;({ server } = await startReads())
})
afterAll(() => server.close())

const collector = async (address: string) =>
  (await server.get(`/api/collector/${address}`)).data
const deeds = (address: string, query = '') =>
  server.get(`/api/collector/${address}/activity${query}`)

describe('a collector', () => {
  test('returns counts of listed collections it holds, copies of editions too', async () => {
    expect(await collector(cat)).toEqual({
      ...{ address: getAddress(cat), name: null, avatar_url: null, bio: null, links: [] },
      ...{ account_chain: null, primary_name: null },
      ...{ has_account: false, is_blocked: false, contract_on: null, collection: null },
      collected: {
        ...{ quantity: 3, collections: 2, is_exact: true },
        networks: [{ chain_alias: 'local', quantity: 3 }],
      },
      created: { collections: 0, is_exact: true },
      first_mint_at: expect.stringMatching(/^20\d\d-/),
    })
  })

  test('is any address, in any letter case, unknown ones too', async () => {
    for (const address of [
      unknownAccount,
      unknownAccount.toUpperCase().replace('0X', '0x'),
    ]) {
      expect(await collector(address)).toMatchObject({
        address: getAddress(unknownAccount),
        collected: { quantity: 0, collections: 0, networks: [] },
        created: { collections: 0 },
        first_mint_at: null,
      })
    }
  })

  test('is nothing but an address', async () => {
    for (const address of ['0x12', 'ada', `${unknownAccount}0`, `0X${'7e'.repeat(20)}`]) {
      const { status, error } = await server.get(`/api/collector/${address}`)
      expect([status, error?.code]).toEqual([422, 'validation_failed'])
    }
  })

  test('returns created collections; hidden and deleted ones are not counted', async () => {
    const before = await collector(eve)
    expect(before.created.collections).toBeGreaterThan(0)
    const held = await collector(ben)
    for (const change of [
      { visibility: 'hidden' as const },
      { visibility: 'shown' as const, deleted_at: new Date() },
    ]) {
      await server.database
        .updateTable('collections')
        .set(change)
        .where('address', '=', at)
        .execute()
      const after = await collector(eve)
      expect(after.created.collections).toBe(before.created.collections - 1)
      expect((await collector(ben)).collected.collections).toBe(
        held.collected.collections - 1,
      )
      const { data } = await deeds(ben)
      expect(data.filter(ofCollection(at))).toEqual([])
      const { first_mint_at } = await collector(ben)
      expect(Date.parse(first_mint_at)).toBeGreaterThan(Date.parse(held.first_mint_at))
    }
    await server.database
      .updateTable('collections')
      .set({ visibility: 'shown', deleted_at: null })
      .where('address', '=', at)
      .execute()
    expect(await collector(eve)).toEqual(before)
  })

  test('shows its profile; once blocked only on-chain data remains', async () => {
    const id = await userOf(dan)
    await server.database
      .updateTable('users')
      .set({ username: 'dan', bio: 'Prints.', github_link: 'https://github.com/dan' })
      .where('id', '=', id)
      .execute()
    expect(await collector(dan)).toMatchObject({
      ...{ name: 'dan', bio: 'Prints.', has_account: true, is_blocked: false },
      links: [{ label: 'GitHub', url: 'https://github.com/dan' }],
    })
    const blocked = {
      address: dan,
      category: 'scam',
      reason: 'Copies.',
      blocked_at: new Date(),
    }
    await server.database
      .insertInto('blocked_creators')
      .values({ ...blocked, blocked_by: 'ops' } as never)
      .execute()
    const after = await collector(dan)
    expect(after).toMatchObject({ name: null, bio: null, links: [], is_blocked: true })
    expect(after.collected.quantity).toBeGreaterThan(0)
    await server.database.deleteFrom('blocked_creators').execute()
  })

  test('at the address of a listed collection names it', async () => {
    expect((await collector(at)).collection).toEqual({
      chain_alias: 'local',
      path: getAddress(at),
    })
  })
})

describe('an address with code', () => {
  test('is requested once in ten minutes, from three networks at most', async () => {
    const { client } = chainWithCode('0x6001')
    const chains = Array.from({ length: 5 }, (_, id) => ({
      id,
      alias: `net-${id}`,
      client,
    }))
    let now = 0
    const find = createCodeFinder(() => now)
    const look = () => find(unknownAccount, chains as never)
    expect((await look())?.alias).toBe('net-0')
    expect((await look())?.alias).toBe('net-0')
    expect(asked).toBe(3)
    now = 600_000
    await look()
    expect(asked).toBe(6)
  })

  test('is no contract with delegated code, or without a response', async () => {
    for (const code of [`0xef0100${'11'.repeat(20)}`, '0x', new Error('gone')]) {
      const { client } = chainWithCode(code)
      expect(
        await createCodeFinder()(unknownAccount, [{ id: 1, client }] as never),
      ).toBeUndefined()
    }
  })
})

let asked = 0

/** Node that returns the same code for every address. */
function chainWithCode(code: string | Error) {
  asked = 0
  const request = async () => {
    asked += 1
    if (code instanceof Error) throw code
    return code
  }
  return { client: { request } }
}

const ofCollection =
  (address: string) =>
  ({ collection }: { collection: { contract_address: string } }) =>
    collection.contract_address === getAddress(address)

async function userOf(address: string): Promise<string> {
  const { id } = await server.database
    .insertInto('users')
    .values({ address: address.toLowerCase(), account_kind: 'key' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
