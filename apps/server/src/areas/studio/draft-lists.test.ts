import { readList } from '@platemark/lists/read-list'
import { finishSlices } from '@platemark/rules/slices'
import { type Hex, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../../test/chain.ts'
import {
  at,
  ben,
  cat,
  dan,
  editionAt,
  startReads,
} from '../../../test/collections/reads.ts'
import { ada, bob, type TestServer, testServer } from '../../../test/server.ts'

const phase = {
  phase_id: 0,
  kind: 'allowlist',
  title: 'Friends',
  start: '2030-01-01T00:00:00Z',
  end: '2030-02-01T00:00:00Z',
  price_wei: '0',
  max_per_wallet: 1,
  max_supply: null,
}

/** Makes a draft of ada with one allowlist phase and returns the URL of its calls. */
async function draftUrl(server: TestServer): Promise<string> {
  const fields = { chain_alias: 'local', kind: 'drop', name: 'Listed', symbol: 'LIST' }
  const { data } = await server.postForm(
    '/api/contract/studio/create',
    { data: { ...fields, phases: [phase] } },
    { as: ada },
  )
  return `/api/contract/studio/${data.contract_id}`
}

describe('a list of a draft', () => {
  let server: TestServer
  let chain: TestChain
  let url: string

  beforeAll(async () => {
    chain = await testChain()
    server = await testServer({ networks: [chain.network] })
    url = await draftUrl(server)
  })
  afterAll(async () => {
    await server.close()
    await chain.stop()
  })

  const set = (list: object) => server.post(`${url}/lists`, list, { as: ada })
  const get = (path: string, as = ada) => server.get(`${url}/${path}`, { as })

  test('is read back as it was stored, with the rows that were left out', async () => {
    const entries = [
      { address: bob.address },
      { address: ada.address, quantity: 3, price_wei: '2000000000000000' },
    ]
    const left_out = [{ source: 'friends.csv', line: 31, text: '0x9f2C\ud800, "two' }]
    expect((await set({ phase_id: 0, entries, left_out })).status).toBe(200)
    const { status, data } = await get('lists/0')
    expect([status, data.entries, data.left_out]).toEqual([200, 2, left_out])
    expect(data.csv).toContain('"wallet","quantity","price"')
    const { rows } = finishSlices(readList(data.csv, 'stored', { decimals: 18 }))
    expect(
      rows.map(({ address, quantity, price_wei }) => [address, quantity, price_wei]),
    ).toEqual([
      [bob.address.toLowerCase(), null, null],
      [ada.address.toLowerCase(), 3, '2000000000000000'],
    ])
    const drafts = await server.get('/api/contract/studio/list', { as: ada })
    expect(drafts.data[0].lists).toMatchObject([{ phase_id: 0, entries: 2, left_out: 1 }])
  })

  test('may have rows left out and no wallet yet, and is removed with its last row', async () => {
    const left_out = [{ source: 'a.csv', line: 1, text: 'moonrabbit' }]
    await set({ phase_id: 0, entries: [], left_out })
    expect((await get('lists/0')).data).toMatchObject({ entries: 0, left_out })
    const [{ missing }] = (await server.get('/api/contract/studio/list', { as: ada }))
      .data
    expect(missing['phases.0.list']).toEqual(['Add the wallets of this phase.'])
    expect((await set({ phase_id: 0, entries: [] })).data).toMatchObject({ entries: 0 })
    expect((await get('lists/0')).status).toBe(404)
  })

  test('that is long is written in another thread', async () => {
    const entries = Array.from({ length: 6000 }, (_, place) => ({
      address: `0x${((place + 1) * 0x9e3779b97f4a).toString(16).padStart(40, 'c')}`,
    }))
    await set({ phase_id: 0, entries })
    const { data } = await get('lists/0')
    expect(data.csv.trimEnd().split('\r\n')).toHaveLength(6001)
  })

  test('is for the owner of the draft alone', async () => {
    const holders = { chain_alias: 'local', contract_address: at }
    const accounts = { addresses: [bob.address] }
    expect((await get('lists/0', bob)).status).toBe(404)
    expect((await get('lists/7')).status).toBe(404)
    expect((await get('lists/x')).status).toBe(404)
    expect((await server.post(`${url}/holders`, holders, { as: bob })).status).toBe(404)
    expect((await server.post(`${url}/accounts`, accounts, { as: bob })).status).toBe(404)
  })

  const safe: Hex =
    '0x60003560e01c63e75235b81460235760206000526001602052604260405260606000f35b600160005260206000f3'
  const accountAt = (place: number) => toHex(place, { size: 20 })

  test('has its contracts, Safes and delegated accounts marked', async () => {
    const codes: [Hex, Hex][] = [
      [accountAt(0x1001), safe],
      [accountAt(0x1002), '0x60006000fd'],
      [accountAt(0x1003), `0xef0100${accountAt(0x1001).slice(2)}`],
    ]
    for (const [address, bytecode] of codes) {
      await chain.client.setCode({ address, bytecode })
    }
    const addresses = [bob.address, ...codes.map(([address]) => address)]
    const { status, data } = await server.post(
      `${url}/accounts`,
      { addresses },
      { as: ada },
    )
    expect([status, data]).toEqual([
      200,
      {
        contracts: [
          { address: accountAt(0x1001), kind: 'safe' },
          { address: accountAt(0x1002), kind: 'contract' },
        ],
        delegated: 1,
      },
    ])
  })

  test('is checked 500 accounts at a time, and not without the network', async () => {
    const many = Array.from({ length: 501 }, (_, place) => accountAt(place + 1))
    const check = (addresses: string[], of = server, base = url) =>
      of.post(`${base}/accounts`, { addresses }, { as: ada })
    expect((await check(many)).status).toBe(422)
    expect((await check(many.slice(1))).data).toEqual({ contracts: [], delegated: 0 })
    const cut = await testServer({
      networks: [{ ...chain.network, rpc_urls: ['http://127.0.0.1:9'] }],
    })
    const { status, error } = await check([bob.address], cut, await draftUrl(cut))
    expect([status, error?.code]).toEqual([503, 'chain_unavailable'])
    await cut.close()
  })
})

describe('holders at a block', () => {
  let server: TestServer
  let url: string

  beforeAll(async () => {
    const reads = await startReads()
    server = reads.server
    const now = new Date()
    await server.database
      .insertInto('chain_cursors')
      .values({
        ...{
          chain_id: reads.chain.id,
          genesis_hash: '0x',
          factory: '0x',
          block_number: 500,
          block_hash: '0x',
          block_time: now,
        },
        ...{
          head_number: 500,
          confirmed_number: 400,
          is_backfilled: true,
          updated_at: now,
        },
      })
      .execute()
    url = await draftUrl(server)
  })
  afterAll(() => server.close())

  const holdersAt = async (block?: unknown, of = at, chain_alias = 'local') => {
    const query = { chain_alias, contract_address: of, block }
    const { status, data, error } = await server.post(`${url}/holders`, query, {
      as: ada,
    })
    const lines = data?.csv?.trimEnd().split('\r\n').slice(1)
    return { status, ...data, lines, fields: error?.fields }
  }
  const line = (owner: string, quantity: number) => `"${owner}","${quantity}",""`
  test('are those who held then: mints, airdrops, transfers and burns after it do not count', async () => {
    const now = await holdersAt()
    expect(now).toMatchObject({
      status: 200,
      holders: 2,
      lines: [line(cat, 2), line(ben, 1)],
    })
    expect(now.block).toBe(400)
    expect((await holdersAt(0)).lines).toEqual([])
    expect((await holdersAt(1)).lines).toEqual([line(ben, 2)])
    expect((await holdersAt(2)).lines).toEqual([line(ben, 2), line(cat, 1), line(dan, 1)])
    expect((await holdersAt(3)).lines).toEqual([line(cat, 2), line(ben, 1)])
  })

  test('of an edition are counted by copies', async () => {
    const linesAt = async (block: number) => (await holdersAt(block, editionAt)).lines
    expect(await linesAt(12)).toEqual([])
    expect(await linesAt(13)).toEqual([line(ben, 2), line(cat, 1)])
    expect(await linesAt(14)).toEqual([line(ben, 1), line(cat, 1)])
  })

  test('are refused for a block that is not confirmed, and for another collection', async () => {
    const { status, fields } = await holdersAt(999_999)
    expect(status).toBe(422)
    expect(fields?.block[0]).toMatch(
      /^Block \d+ is the last confirmed block on .+\. Use it or an earlier one\.$/,
    )
    expect((await holdersAt('x')).status).toBe(422)
    expect((await holdersAt(undefined, ben)).status).toBe(404)
    expect((await holdersAt(undefined, at, 'none')).status).toBe(404)
  })
})
