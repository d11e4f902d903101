import { type Address, getAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toBlocks } from '../../../test/collections/logs.ts'
import type { TestProjection } from '../../../test/collections/projection.ts'
import {
  at,
  ben,
  cat,
  contentHash,
  dan,
  editionAt,
  eve,
  flo,
  GWEI,
  manifest,
  move,
  root,
  scenario,
  startReads,
  transactionAt,
} from '../../../test/collections/reads.ts'
import type { TestServer } from '../../../test/server.ts'

let server: TestServer
let project: TestProjection['project']
let read: Awaited<ReturnType<typeof startReads>>['read']

beforeAll(async () => {
  ;({ server, project, read } = await startReads())
})
afterAll(() => server.close())

describe('activity', () => {
  test('lists all events, newest first', async () => {
    const { data, meta } = await read('activity')
    expect(data.map(({ type }: { type: string }) => type)).toEqual([
      'owner_change',
      'freeze',
      'freeze',
      'metadata_change',
      'metadata_change',
      'phase_change',
      'phase_change',
      'royalty_change',
      'withdrawal',
      'pause',
      'payees_change',
      'payees_change',
      'supply_change',
      'supply_change',
      'phase_change',
      'phase_change',
      'price_change',
      'burn',
      'transfer',
      'mint',
      'airdrop',
      'mint',
      'created',
    ])
    expect(meta).toMatchObject({ total: null, last_page: null, next_cursor: null })
  })

  test('returns accounts and amounts of transfers', async () => {
    const { data } = await read('activity')
    const nothing = {
      from: null,
      to: null,
      token_id: null,
      quantity: null,
      phase_id: null,
      price_wei: null,
      referrer: null,
      amount_wei: null,
      change: null,
    }
    const actual = data
      .filter(({ change }: { change: unknown }) => change === null)
      .map(
        ({
          type,
          tx,
          block_number: _,
          log_index: __,
          time: ___,
          ...row
        }: Record<string, unknown>) => [type, tx, row],
      )
    const price_wei = String(1000n * GWEI)
    expect(actual).toEqual([
      [
        'withdrawal',
        transactionAt(14),
        { ...nothing, to: getAddress(eve), amount_wei: '5' },
      ],
      [
        'burn',
        transactionAt(5),
        { ...nothing, from: getAddress(dan), token_id: '4', quantity: 1 },
      ],
      [
        'transfer',
        transactionAt(4),
        {
          ...nothing,
          from: getAddress(ben),
          to: getAddress(cat),
          token_id: '1',
          quantity: 1,
        },
      ],
      [
        'mint',
        transactionAt(3),
        {
          ...nothing,
          to: getAddress(dan),
          token_id: '4',
          quantity: 1,
          phase_id: 255,
          price_wei,
          amount_wei: price_wei,
          referrer: getAddress(flo),
        },
      ],
      [
        'airdrop',
        transactionAt(2),
        { ...nothing, to: getAddress(cat), token_id: '3', quantity: 1 },
      ],
      [
        'mint',
        transactionAt(1),
        {
          ...nothing,
          to: getAddress(ben),
          token_id: '1',
          quantity: 2,
          phase_id: 255,
          price_wei,
          amount_wei: String(2000n * GWEI),
        },
      ],
    ])
  })

  test('keeps burns of an edition', async () => {
    const { data } = await read('activity', editionAt)
    const actual = data.map(({ type, quantity, token_id }: Record<string, unknown>) => [
      type,
      quantity,
      token_id,
    ])
    expect(actual).toEqual([
      ['burn', 1, null],
      ['transfer', 1, null],
      ['mint', 3, null],
      ['created', null, null],
    ])
  })

  test('can be narrowed to each type, and all types together are everything', async () => {
    const { data } = await read('activity')
    const types = new Set<string>(data.map(({ type }: { type: string }) => type))
    for (const type of types) {
      const narrowed = await read(`activity?type=${type}`)
      expect(narrowed.data).toEqual(
        data.filter((row: { type: string }) => row.type === type),
      )
    }
    expect(types.size).toBe(15)
  })

  test('is paged by number and by cursor alike', async () => {
    const url = (query: string) => `activity${query}`
    const first = await read(url(''))
    const late = Array.from({ length: 30 }, () => [move(cat, cat, 1)])
    const logs = toBlocks([...scenario, ...late]).slice(toBlocks(scenario).length)
    await project(logs.map((log) => ({ ...log, blockNumber: log.blockNumber + 100 })))
    const pages = [
      await read(url('?page=1')),
      await read(url('?page=2')),
      await read(url('?page=3')),
    ]
    const cursor = (page: { meta: { next_cursor: string } } | undefined) =>
      page?.meta.next_cursor
    const byCursor = [await read(url(`?cursor=${cursor(pages[0])}`))]
    byCursor.push(await read(url(`?cursor=${cursor(byCursor[0])}`)))
    expect(byCursor.map(({ data }) => data)).toEqual(
      pages.slice(1).map(({ data }) => data),
    )
    expect(pages.flatMap(({ data }) => data).slice(30)).toEqual(first.data)
    expect((await read(url('?page=4'))).data).toEqual([])
    expect((await read(url('?page=1000000000'))).data).toEqual([])
    const burns = await read(url('?type=burn&page=2'))
    expect(burns.data).toEqual([])
  })
})

describe('changes', () => {
  test('date the pause shown on the collection', async () => {
    const { data } = await read('changes')
    const pause = data.find(({ kind }: { kind: string }) => kind === 'pause_changed')
    const of = (address: Address) => server.get(`/api/contract/local/${address}`)
    const paused = { is_paused: true, paused_at: pause.time, sold_out_at: null }
    expect(await of(at)).toMatchObject({ data: paused })
    const open = { is_paused: false, paused_at: null }
    expect(await of(editionAt)).toMatchObject({ data: open })
  })

  test('leave the hash of frozen metadata on the collection', async () => {
    const hashAt = async (address: string) =>
      (await server.get(`/api/contract/local/${address}`)).data.manifest_hash
    expect(await hashAt(at)).toBe(manifest)
    expect(await hashAt(editionAt)).toBe(null)
  })

  test('return the values before and after', async () => {
    const { data } = await read('changes')
    const actual = data.map(
      ({ kind, applicable_at, before, after }: Record<string, unknown>) => [
        kind,
        before,
        after,
        ...(applicable_at === null ? [] : [applicable_at]),
      ],
    )
    const phase = (price: bigint, max_per_wallet = 50) => ({
      public_phase: {
        start: '1970-01-01T00:00:01.000Z',
        end: '2106-02-07T06:28:15.000Z',
        price_wei: String(price * GWEI),
        max_per_wallet,
        max_supply: null,
      },
    })
    const listed = { root, content_hash: contentHash, until: null }
    const soon = '2027-01-15T08:00:00.000Z'
    const payees = (account: Address) => ({
      payees: [{ address: getAddress(account), bps: 10_000 }],
    })
    expect(actual).toEqual([
      ['owner_changed', { owner: getAddress(eve) }, { owner: getAddress(flo) }],
      ['cap_frozen', { is_cap_frozen: false }, { is_cap_frozen: true, max_supply: 40 }],
      [
        'metadata_frozen',
        { is_metadata_frozen: false },
        { is_metadata_frozen: true, manifest_hash: manifest },
      ],
      ['metadata_moved', null, {}],
      ['revealed', null, { manifest_hash: manifest }],
      [
        'list_removed',
        { list: listed },
        { list: { root, content_hash: null, until: '2030-03-17T17:46:40.000Z' } },
      ],
      ['list_added', { list: null }, { list: listed }],
      ['royalty_changed', { royalty_bps: 500 }, { royalty_bps: 300 }],
      ['pause_changed', { is_paused: false }, { is_paused: true }],
      ['payees_scheduled', payees(ben), payees(cat), soon],
      ['payees_changed', { payees: [] }, payees(ben)],
      ['cap_lowered', { max_supply: 41 }, { max_supply: 40 }],
      ['cap_scheduled', { max_supply: 41 }, { max_supply: 39 }, soon],
      ['public_phase_scheduled', phase(2000n, 9), phase(3000n), soon],
      ['public_phase_changed', phase(2000n), phase(2000n, 9)],
      ['public_phase_changed', phase(1000n), phase(2000n)],
      [
        'created',
        null,
        {
          ...phase(1000n),
          max_supply: 41,
          royalty_bps: 500,
          payees: [],
          owner: getAddress(eve),
        },
      ],
    ])
  })
})
