import { getAddress, keccak256, maxUint256 } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toBlocks } from '../../../test/collections/logs.ts'
import {
  at,
  ben,
  cat,
  dan,
  editionAt,
  flo,
  manyAt,
  scenario,
  startReads,
  transactionAt,
} from '../../../test/collections/reads.ts'
import { ada, type TestServer } from '../../../test/server.ts'

let server: TestServer
let read: Awaited<ReturnType<typeof startReads>>['read']

beforeAll(async () => {
  ;({ server, read } = await startReads())
})
afterAll(() => server.close())

const change = (values: object) =>
  server.database
    .updateTable('collections')
    .set(values)
    .where('address', '=', at)
    .execute()

describe('one token', () => {
  test('is returned with its owner, its mint and its neighbours', async () => {
    const { status, data, headers } = await read('tokens/2')
    expect(status).toBe(200)
    expect(headers['cache-control']).toContain('max-age=10')
    const [first] = toBlocks(scenario).filter(({ topics }) => topics.length === 4)
    expect(data).toMatchObject({
      chain_alias: 'local',
      contract_address: getAddress(at),
      token_id: '2',
      name: 'Tidewater #2',
      image: { is_plate: true, url: `/plates/local-${at}.svg` },
      owner: getAddress(ben),
      quantity: 1,
      minted_at: first?.blockTime.toISOString(),
      mint_tx: transactionAt(1),
      attributes: [],
      is_revealed: true,
      provenance_hash: null,
      owner_account: {
        address: getAddress(ben),
        name: null,
        avatar_url: null,
        quantity: 1,
      },
      existing: 3,
      burned: 1,
      holders: 2,
      burned_at: null,
      burned_by: null,
      burn_tx: null,
      previous_id: '1',
      next_id: '3',
      place: 2,
    })
  })

  test('is the same as in the list of tokens', async () => {
    const { data } = await read('tokens')
    for (const row of data) {
      expect((await read(`tokens/${row.token_id}`)).data).toMatchObject(row)
    }
  })

  test("returns its owner's quantity and username", async () => {
    await server.tokenOf(ada)
    const owner = ada.address.toLowerCase()
    const give = (from: string, to: string) =>
      server.database
        .updateTable('tokens')
        .set({ owner: to })
        .where('owner', '=', from)
        .where('token_id', 'in', ['1', '3'])
        .execute()
    expect((await read('tokens/1')).data.owner_account.quantity).toBe(2)
    await server.database
      .updateTable('users')
      .set({ username: 'fernwood' })
      .where('address', '=', owner)
      .execute()
    await give(cat, owner)
    const { data } = await read('tokens/1')
    const blocked = {
      address: owner,
      category: 'copy',
      reason: 'x',
      blocked_by: 'olga',
      blocked_at: new Date(),
    }
    await server.database.insertInto('blocked_creators').values(blocked).execute()
    const hidden = await read('tokens/1')
    await server.database.deleteFrom('blocked_creators').execute()
    await give(owner, cat)
    expect(data.owner_account.name).toBe('fernwood')
    expect(hidden.data.owner_account.name).toBe(null)
  })

  test('that was burned keeps its page without an owner', async () => {
    const { status, data } = await read('tokens/4')
    expect(status).toBe(200)
    const burn = toBlocks(scenario).find(
      ({ transactionHash }) => transactionHash === transactionAt(5),
    )
    expect(data).toMatchObject({
      owner: null,
      owner_account: null,
      burned_at: burn?.blockTime.toISOString(),
      burned_by: getAddress(dan),
      burn_tx: transactionAt(5),
      mint_tx: transactionAt(3),
      previous_id: '3',
      next_id: null,
      place: null,
    })
    expect((await read('tokens/3')).data).toMatchObject({ next_id: null, place: 1 })
  })

  test('of an edition has copies and holders, and neither an owner nor neighbours', async () => {
    const { data } = await read('tokens/1', editionAt)
    expect(data).toMatchObject({
      name: 'Tidewater',
      owner: null,
      owner_account: null,
      quantity: 2,
      existing: 2,
      burned: 1,
      holders: 2,
      mint_tx: transactionAt(24),
      previous_id: null,
      next_id: null,
      place: null,
    })
    const { status, body } = await read('tokens/2', editionAt)
    expect([status, JSON.parse(body).data]).toEqual([
      404,
      { first_id: '1', last_id: '1' },
    ])
  })

  test('of an open edition has an id like those of a drop', async () => {
    await change({ kind: 'open_edition', max_supply: null })
    const { data } = await read('tokens/2')
    await change({ kind: 'drop', max_supply: 100 })
    expect(data).toMatchObject({ token_id: '2', owner: getAddress(ben), place: 2 })
  })

  test('is not revealed until its creator reveals the committed metadata', async () => {
    const hash = keccak256('0x09')
    const set = (data: object) =>
      server.database
        .updateTable('events')
        .set({ data: JSON.stringify(data) })
        .where('kind', '=', 'created')
        .where('collection_id', 'in', (query) =>
          query
            .selectFrom('collections')
            .select('id')
            .where('address', 'in', [at, manyAt]),
        )
        .execute()
    await set({ provenance_hash: hash })
    const hidden = await read('tokens/2', manyAt)
    const revealed = await read('tokens/2')
    await set({})
    expect(hidden.data).toMatchObject({ is_revealed: false, provenance_hash: hash })
    expect(revealed.data).toMatchObject({ is_revealed: true, provenance_hash: hash })
  })

  test('of an unconfirmed collection is returned with it', async () => {
    const [network] = server.context.chains
    if (!network) throw new Error('there is a network')
    const { confirmations } = network
    network.confirmations = 5
    const { status, data } = await read('tokens/2')
    network.confirmations = confirmations
    expect([status, data.owner]).toEqual([200, getAddress(ben)])
  })

  test('deep in a collection without gaps still has its position', async () => {
    const set = (minted: number) =>
      server.database
        .updateTable('collections')
        .set({ minted })
        .where('address', '=', manyAt)
        .execute()
    const { data } = await read('tokens/3', manyAt)
    expect(data.place).toBe(48)
    await set(1_500)
    const { id } = await server.database
      .selectFrom('collections')
      .select('id')
      .where('address', '=', manyAt)
      .executeTakeFirstOrThrow()
    const later = Array.from({ length: 1_450 }, (_, place) => ({
      collection_id: id,
      token_id: String(51 + place),
      owner: dan,
    }))
    await server.database.insertInto('tokens').values(later).execute()
    const deep = await read('tokens/3', manyAt)
    await server.database
      .updateTable('collections')
      .set({ burned: 1 })
      .where('id', '=', id)
      .execute()
    const gaps = await read('tokens/3', manyAt)
    await server.database
      .updateTable('collections')
      .set({ burned: 0 })
      .where('id', '=', id)
      .execute()
    await server.database
      .deleteFrom('tokens')
      .where('collection_id', '=', id)
      .where('token_id', '>', '50')
      .execute()
    await set(50)
    expect([deep.data.place, gaps.data.place]).toEqual([1_498, null])
  })
})

describe('a missing token', () => {
  test.each(['0', '5', '900', '4294967296', String(maxUint256)])(
    '%s was never minted: the answer carries the ids that were',
    async (id) => {
      const { status, error, body } = await read(`tokens/${id}`)
      expect([status, error?.code]).toEqual([404, 'not_found'])
      expect(JSON.parse(body).data).toEqual({ first_id: '1', last_id: '4' })
    },
  )

  test('of a collection without tokens returns no ids', async () => {
    await change({ minted: 0 })
    const { body } = await read('tokens/1')
    await change({ minted: 4 })
    expect(JSON.parse(body).data).toEqual({ first_id: null, last_id: null })
  })

  test.each([
    '01',
    '-1',
    '1.5',
    '1e3',
    '0x1',
    'one',
    '%00',
    '9'.repeat(79),
    String(maxUint256 + 1n),
  ])('%s is no id', async (id) => {
    const { status, error } = await read(`tokens/${id}`)
    expect([status, error?.code]).toEqual([422, 'validation_failed'])
    expect(error?.fields?.token_id).toBeDefined()
  })

  test('is one of a missing, deleted, blocked or foreign collection', async () => {
    const missing = await read('tokens/1', `0x${'ac'.repeat(20)}`)
    const elsewhere = await server.get(`/api/contract/mars/${at}/tokens/1`)
    await change({ deleted_at: new Date() })
    const deleted = await read('tokens/1')
    await change({ deleted_at: null, blocked_at: new Date() })
    const blocked = await read('tokens/1')
    await change({ blocked_at: null })
    expect(
      [missing, elsewhere, deleted, blocked].map(({ error }) => error?.code),
    ).toEqual(['not_found', 'unknown_chain', 'not_found', 'blocked'])
  })

  test('is no token of a hidden collection, which is found by its address', async () => {
    const shown = await read('tokens/1')
    await change({ visibility: 'hidden' })
    const hidden = await read('tokens/1')
    await change({ visibility: 'shown' })
    expect([hidden.status, hidden.data]).toEqual([200, shown.data])
  })
})

describe('the history of a token', () => {
  const history = async (query: string, of = at) => {
    const { data } = await read(`activity?${query}`, of)
    return data.map(({ type, tx, token_id, quantity }: Record<string, unknown>) => [
      type,
      tx,
      token_id,
      quantity,
    ])
  }

  test('lists its events, newest first, with its part of a mint', async () => {
    expect(await history('token_id=1')).toEqual([
      ['transfer', transactionAt(4), '1', 1],
      ['mint', transactionAt(1), '1', 1],
    ])
    expect(await history('token_id=2')).toEqual([['mint', transactionAt(1), '2', 1]])
    expect(await history('token_id=3')).toEqual([['airdrop', transactionAt(2), '3', 1]])
    expect(await history('token_id=4')).toEqual([
      ['burn', transactionAt(5), '4', 1],
      ['mint', transactionAt(3), '4', 1],
    ])
    const { data } = await read('activity?token_id=2')
    expect(data[0].amount_wei).toBe(data[0].price_wei)
    const [sold] = (await read('activity?token_id=4&type=mint')).data
    expect(sold).toMatchObject({ to: getAddress(dan), referrer: getAddress(flo) })
  })

  test('can be of one kind', async () => {
    expect(await history('token_id=1&type=transfer')).toEqual([
      ['transfer', transactionAt(4), '1', 1],
    ])
    expect(await history('token_id=1&type=airdrop')).toEqual([])
    expect(await history('token_id=1&type=pause')).toEqual([])
  })

  test('of an edition is that of all its copies', async () => {
    const all = await history('token_id=1', editionAt)
    expect(all.map(([type]: string[]) => type)).toEqual(['burn', 'transfer', 'mint'])
    expect(await history('token_id=2', editionAt)).toEqual([])
  })

  test.each(['0', '5', String(maxUint256)])('of %s is empty', async (id) => {
    expect(await history(`token_id=${id}`)).toEqual([])
    const later = await read(`activity?token_id=${id}&page=2`)
    expect([later.status, later.data]).toEqual([200, []])
  })

  test('is read on by page and by cursor', async () => {
    const row = await server.database
      .selectFrom('events')
      .selectAll()
      .where('kind', '=', 'transfer')
      .where('tx_hash', '=', transactionAt(4))
      .executeTakeFirstOrThrow()
    const moves = Array.from({ length: 30 }, (_, place) => ({
      ...row,
      ...{ block_number: 9_000 + place, previous: null },
      data: JSON.stringify(row.data),
    }))
    await server.database.insertInto('events').values(moves).execute()
    const first = await read('activity?token_id=1')
    const byPage = await read('activity?token_id=1&page=2')
    const byCursor = await read(`activity?token_id=1&cursor=${first.meta.next_cursor}`)
    await server.database
      .deleteFrom('events')
      .where('block_number', '>=', 9_000)
      .execute()
    expect(first.data.length).toBe(24)
    expect(byPage.data.length).toBe(8)
    expect(byCursor.data).toEqual(byPage.data)
    expect(byPage.data.at(-1).type).toBe('mint')
  })

  test.each(['01', '-1', 'one', String(maxUint256 + 1n)])('refuses %s', async (id) => {
    const { status, error } = await read(`activity?token_id=${id}`)
    expect([status, error?.code]).toEqual([422, 'validation_failed'])
  })
})
