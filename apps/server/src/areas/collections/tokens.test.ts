import { type Address, getAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toBlocks } from '../../../test/collections/logs.ts'
import {
  at,
  ben,
  cat,
  dan,
  editionAt,
  manyAt,
  moreAt,
  scenario,
  startReads,
  transactionAt,
} from '../../../test/collections/reads.ts'
import type { TestServer } from '../../../test/server.ts'
import type { Chain } from '../../configuration/chains.ts'
import { listTokensOfOwner } from './tokens.ts'

let server: TestServer
let chain: Chain
let read: Awaited<ReturnType<typeof startReads>>['read']

beforeAll(async () => {
  ;({ server, chain, read } = await startReads())
})
afterAll(() => server.close())

describe('tokens', () => {
  test('are sorted by id with owner, name, picture and mint, without burned ones', async () => {
    const { data, meta } = await read('tokens')
    expect(meta.total).toBe(3)
    const shared = {
      chain_alias: 'local',
      contract_address: getAddress(at),
      image: { is_plate: true, url: `/plates/local-${at}.svg` },
      quantity: 1,
    }
    expect(data).toMatchObject([
      { ...shared, token_id: '1', name: 'Tidewater #1', owner: getAddress(cat) },
      { ...shared, token_id: '2', name: 'Tidewater #2', owner: getAddress(ben) },
      { ...shared, token_id: '3', name: 'Tidewater #3', owner: getAddress(cat) },
    ])
    const mintedBy = data.map(({ mint_tx }: { mint_tx: string }) => mint_tx)
    expect(mintedBy).toEqual([transactionAt(1), transactionAt(1), transactionAt(2)])
    const [first] = toBlocks(scenario).filter(({ topics }) => topics.length === 4)
    expect(data[0].minted_at).toBe(first?.blockTime.toISOString())
  })

  test('have the names of the metadata', async () => {
    for (const [address, id] of [
      [at, 2],
      [editionAt, 1],
    ] as const) {
      const { data } = await read('tokens', address)
      const metadata = await server.get(`/metadata/local/${address}/${id}`)
      expect(data.at(id - 1).name).toBe(metadata.data.name)
    }
  })

  test('can be those of one owner', async () => {
    const { data, meta } = await read(`tokens?owner=${getAddress(cat)}`)
    expect(data.map(({ token_id }: { token_id: string }) => token_id)).toEqual(['1', '3'])
    expect(meta.total).toBe(2)
    const none = await read(`tokens?owner=${dan}`)
    expect([none.data, none.meta.total]).toEqual([[], 0])
  })

  test('of an edition are one, with all its copies or those of one owner', async () => {
    const all = await read('tokens', editionAt)
    expect(all.data).toMatchObject([
      { token_id: '1', name: 'Tidewater', owner: null, quantity: 2 },
    ])
    expect(all.data[0].mint_tx).toBe(transactionAt(24))
    const own = await read(`tokens?owner=${cat}`, editionAt)
    expect(own.data).toMatchObject([{ owner: getAddress(cat), quantity: 1 }])
    expect((await read(`tokens?owner=${dan}`, editionAt)).data).toEqual([])
  })
})

describe('tokens of an owner', () => {
  const owned = (query: string) => server.get(`/api/tokens?owner=${query}`)

  test('are returned from every listed collection with id and quantity', async () => {
    const answer = await owned(getAddress(cat))
    const expected = await inOrderOfIds([
      [editionAt, ['1']],
      [at, ['1', '3']],
    ])
    expect(answer.data.map(placeOf)).toEqual(expected)
    const copies = answer.data.find(
      (row: Row) => row.contract_address === getAddress(editionAt),
    )
    expect(copies).toMatchObject({
      ...{ name: 'Tidewater', token_id: '1', owner: getAddress(cat), quantity: 1 },
      mint_tx: transactionAt(24),
    })
    expect(answer.meta).toEqual({ per_page: 24, next_cursor: null })
  })

  test('continue by cursor, over several collections', async () => {
    const expected = await inOrderOfIds([
      [manyAt, idsTo(50)],
      [moreAt, idsTo(30)],
    ])
    expect(await readAll(dan)).toEqual(expected)
  })

  test('are found after any number of unlisted collections', async () => {
    const expected = await inOrderOfIds([
      [editionAt, ['1']],
      [at, ['1', '3']],
    ])
    const read: unknown[] = []
    let pages = 0
    for (let cursor: string | undefined, isMore = true; isMore; pages += 1) {
      const { data, meta } = await listTokensOfOwner(
        server.context,
        { owner: cat, cursor },
        1,
      )
      read.push(...data.map(placeOf))
      isMore = meta.next_cursor !== null
      cursor = meta.next_cursor ?? undefined
    }
    expect(read).toEqual(expected)
    expect(pages).toBe(2)
  })

  test('continue from cursors that reveal no unlisted collection', async () => {
    const unlist = (is_unlisted: boolean) =>
      server.database.updateTable('collections').set({ is_unlisted }).execute()
    await unlist(true)
    const { data, meta } = await listTokensOfOwner(server.context, { owner: cat }, 1)
    await unlist(false)
    const [place] = Buffer.from(meta.next_cursor ?? '', 'base64url')
      .toString()
      .split('.')
    const known = await server.database.selectFrom('collections').select('id').execute()
    expect(data).toEqual([])
    expect(place).toMatch(/^[0-9a-f-]{36}$/)
    expect(known.map(({ id }) => id)).not.toContain(place)
  })

  test('continue after a collection that was hidden meanwhile', async () => {
    const whole = await readAll(dan)
    const { meta } = await owned(dan)
    const [hidden = ''] = Buffer.from(meta.next_cursor, 'base64url').toString().split('.')
    const set = (visibility: 'hidden' | 'shown') =>
      server.database
        .updateTable('collections')
        .set({ visibility })
        .where('id', '=', hidden)
        .execute()
    await set('hidden')
    const rest = await readAll(dan, `&cursor=${meta.next_cursor}`)
    await set('shown')
    const [first] = whole
    expect(rest.length).toBeGreaterThan(0)
    expect(rest).toEqual(whole.filter(([address]) => address !== first?.[0]))
  })

  type Row = { contract_address: string; token_id: string }

  function placeOf({ contract_address, token_id }: Row) {
    return [contract_address.toLowerCase(), token_id]
  }

  function idsTo(length: number): string[] {
    return Array.from({ length }, (_, place) => String(place + 1))
  }

  async function inOrderOfIds(held: [Address, string[]][]) {
    const rows = await server.database
      .selectFrom('collections')
      .select('address')
      .orderBy('id')
      .execute()
    const tokens = new Map(held)
    return rows.flatMap(({ address }) =>
      // Safe: the column holds addresses.
      (tokens.get(address as Address) ?? []).map((id) => [address, id]),
    )
  }

  async function readAll(owner: Address, cursor = ''): Promise<string[][]> {
    const { data, meta } = await owned(`${owner}${cursor}`)
    const read = data.map(placeOf)
    if (meta.next_cursor === null) return read
    return [...read, ...(await readAll(owner, `&cursor=${meta.next_cursor}`))]
  }

  test.each([
    ['hidden', { visibility: 'hidden' as const }, { visibility: 'shown' as const }],
    ['deleted', { deleted_at: new Date() }, { deleted_at: null }],
    ['unlisted', { is_unlisted: true }, { is_unlisted: false }],
  ])('leave out what is %s', async (_, change, back) => {
    const set = (values: typeof change | typeof back) =>
      server.database
        .updateTable('collections')
        .set(values as never)
        .where('address', '=', at)
        .execute()
    await set(change)
    const answer = await owned(cat)
    await set(back)
    expect(answer.data.map(placeOf)).toEqual([[editionAt, '1']])
  })
})

test('tokens of an unconfirmed collection are returned by its own list only', async () => {
  const [network] = server.context.chains
  if (!network) throw new Error('there is a network')
  const { confirmations } = network
  network.confirmations = 5
  const before = await server.get(`/api/tokens?owner=${cat}`)
  await server.database
    .insertInto('chain_cursors')
    .values({
      ...{ chain_id: chain.id, genesis_hash: '0x', factory: '0x', block_hash: '0x' },
      ...{ block_number: 9, head_number: 9, confirmed_number: 1 },
      ...{ block_time: new Date(), updated_at: new Date() },
    })
    .execute()
  const after = await server.get(`/api/tokens?owner=${cat}`)
  await server.database.deleteFrom('chain_cursors').execute()
  network.confirmations = confirmations
  expect(before.data).toEqual([])
  expect(after.data.map(({ token_id }: { token_id: string }) => token_id)).toEqual([
    '1',
    '3',
  ])
  expect((await read('tokens')).data.length).toBe(3)
})
