import { randomUUID } from 'node:crypto'
import { sortKeys } from '@platemark/api/lists'
import { sql } from 'kysely'
import { getAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertCollection } from '../../../test/collection.ts'
import { operatorContext } from '../../../test/moderation/operator.ts'
import {
  ada,
  bob,
  cyn,
  type TestResponse,
  type TestServer,
  testServer,
} from '../../../test/server.ts'
import { commands } from './commands.ts'
import { CommandRefusedError } from './operator-context.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer({
    operator_name: 'Harbour Print Room',
    networks: [{ alias: 'local', is_demo: true }],
  })
})
afterAll(() => server.close())
beforeEach(() => server.reset())

const address = `0x${'a'.repeat(40)}`
const place = { chain: 'local', address }
const own = `/api/contract/local/${address}`
const copy = { category: 'copy', reason: 'A copy of the work of somebody else.' } as const

/** Every value of a collection that visitors must not receive while it is blocked. */
const content = {
  name: 'Driftglass',
  symbol: 'DRFT',
  description: 'Found on the beach.',
  alias: 'driftglass',
  links: JSON.stringify({ website: 'https://drift.example/' }),
  image_file: `${'c'.repeat(64)}.webp`,
  cover_file: `${'d'.repeat(64)}.webp`,
}
const words = [/drift/i, /DRFT/, /beach/, /c{12}/, /d{12}/]

async function collection(of: Record<string, unknown> = {}): Promise<string> {
  const owner = ada.address.toLowerCase()
  return insertCollection(server.database, {
    ...{ chain_id: 31_337, address, owner, is_unlisted: false, minted: 12 },
    ...content,
    ...of,
  })
}

const block = () =>
  commands.block_collection(operatorContext(server), { ...place, ...copy })
const unblock = () => commands.unblock_collection(operatorContext(server), place)
const blockAda = () =>
  commands.block_creator(operatorContext(server), { address: ada.address, ...copy })
const unblockAda = () =>
  commands.unblock_creator(operatorContext(server), { address: ada.address })

const codeOf = ({ status, error }: TestResponse) => [status, error?.code]

describe('a blocked collection', () => {
  test.each([
    ['itself', own],
    ['under its slug', '/api/contract/local/driftglass'],
    ['eligibility', `${own}/eligibility?address=${bob.address}`],
    ['places on lists', `${own}/allowlist/${bob.address}`],
    ['holders', `${own}/holders`],
    ['tokens', `${own}/tokens`],
    ['activity', `${own}/activity`],
    ['changes', `${own}/changes`],
  ])(
    'answers 451 with its place and kind of reason, and no content: %s',
    async (_, url) => {
      await collection()
      await block()
      for (const as of [undefined, bob]) {
        const answer = await server.get(url, as && { as })
        expect(codeOf(answer)).toEqual([451, 'blocked'])
        expect(JSON.parse(answer.body).data).toEqual({
          chain_alias: 'local',
          contract_address: getAddress(address),
          category: 'copy',
        })
        for (const word of words) expect(answer.body).not.toMatch(word)
        expect(answer.body).not.toContain(copy.reason)
      }
    },
  )

  test('is shown to its owner, with the reason', async () => {
    await collection()
    await block()
    const { status, data } = await server.get(own, { as: ada })
    expect(status).toBe(200)
    expect(data).toMatchObject({ name: 'Driftglass', own: { block: copy } })
    expect(Date.parse(data.own.block.blocked_at)).toBeLessThanOrEqual(Date.now())

    const studio = await server.get('/api/contract/studio/list', { as: ada })
    expect(studio.data).toMatchObject([{ block: copy }])
    await unblock()
    const after = await server.get('/api/contract/studio/list', { as: ada })
    expect(after.data).toMatchObject([{ block: null }])
    expect((await server.get(own, { as: ada })).data.own.block).toBeNull()
  })

  test('takes no change of its page, from its owner either', async () => {
    const id = await collection()
    await block()
    const changes = { description: 'Other words.' }
    const studio = `/api/contract/studio/${id}`
    for (const answer of [
      await server.post(own, changes, { as: ada }),
      await server.post(own, changes, { as: bob }),
      await server.postForm(
        `${studio}/update-image`,
        { data: { remove: '1' } },
        { as: ada },
      ),
      await server.postForm(
        `${studio}/update-cover`,
        { data: { remove: '1' } },
        { as: ada },
      ),
    ]) {
      expect(codeOf(answer)).toEqual([451, 'blocked'])
    }
    const { data } = await server.get(own, { as: ada })
    expect(data.description).toBe(content.description)
    expect(data.cover).not.toBeNull()
  })

  test('is still hidden, shown and deleted by its owner; deleted, it is missing', async () => {
    const id = await collection()
    await block()
    const studio = `/api/contract/studio/${id}`
    expect((await server.post(`${studio}/hide`, undefined, { as: ada })).status).toBe(200)
    expect(codeOf(await server.get(own))).toEqual([451, 'blocked'])
    expect((await server.post(`${studio}/show`, undefined, { as: ada })).status).toBe(200)
    expect((await server.post(`${studio}/delete`, undefined, { as: ada })).status).toBe(
      204,
    )
    expect(codeOf(await server.get(own))).toEqual([404, 'not_found'])
    expect(codeOf(await server.get(own, { as: ada }))).toEqual([404, 'not_found'])
    await unblock()
    expect(codeOf(await server.get(own))).toEqual([404, 'not_found'])
  })

  test('is in no list, search, count or promotion, and returns when unblocked', async () => {
    await collection()
    const other = { address: `0x${'b'.repeat(40)}`, alias: null, name: 'Driftwood' }
    await collection(other)
    await commands.promote(operatorContext(server), {
      ...place,
      ...{ order: 0, from: null, until: null, label: 'Promoted' },
    })
    const listed = async () => {
      const all = await server.get('/api/contract/list?sort_by=newest&time_interval=all')
      const found = await server.get('/api/contract/list?search=drift')
      const creator = await server.get(`/api/contract/list?creator=${ada.address}`)
      const newest = await server.get('/api/contract/newest')
      const promoted = await server.get('/api/contract/promoted')
      return [
        ...[all, found, creator].map(({ data, meta }) => [data.length, meta.total]),
        [newest.data.length, promoted.data.length],
      ]
    }
    const whole = [
      [2, 2],
      [2, 2],
      [2, 2],
      [2, 1],
    ]
    expect(await listed()).toEqual(whole)
    await block()
    for (const sort of sortKeys) {
      const url = `/api/contract/list?sort_by=${sort}&time_interval=all`
      const { data, meta } = await server.get(url)
      expect([
        sort,
        meta.total,
        ...data.map((card: { name: string }) => card.name),
      ]).toEqual([sort, 1, 'Driftwood'])
    }
    expect(await listed()).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
      [1, 0],
    ])
    await unblock()
    expect(await listed()).toEqual(whole)
  })

  test('leaves the metadata of tokens that people hold as it was', async () => {
    await collection()
    await block()
    const token = await server.get(`/metadata/local/${address}/3`)
    expect([token.status, token.data.name]).toEqual([200, 'Driftglass #3'])
    const contract = await server.get(`/metadata/local/${address}/contract`)
    expect([contract.status, contract.data.name]).toEqual([200, 'Driftglass'])
  })

  test('is blocked for its former owner, and shown to the present one', async () => {
    await collection({ owner: bob.address.toLowerCase() })
    await block()
    expect(codeOf(await server.get(own, { as: ada }))).toEqual([451, 'blocked'])
    expect((await server.get(own, { as: bob })).data.own.block).toMatchObject(copy)
  })

  test('has its reason replaced when it is blocked again', async () => {
    await collection()
    await block()
    const other = {
      category: 'scam',
      reason: 'It promises what it does not hold.',
    } as const
    await commands.block_collection(operatorContext(server), { ...place, ...other })
    const { data } = await server.get(own, { as: ada })
    expect(data.own.block).toMatchObject(other)
    expect(JSON.parse((await server.get(own)).body).data.category).toBe('scam')
  })

  test('is found under its address in any letters', async () => {
    await collection()
    const loud = `0x${'A'.repeat(40)}`
    await commands.block_collection(operatorContext(server), {
      ...place,
      address: loud,
      ...copy,
    })
    expect(codeOf(await server.get(`/api/contract/local/${loud}`))).toEqual([
      451,
      'blocked',
    ])
  })
})

describe('a blocked creator', () => {
  const second = `0x${'b'.repeat(40)}`
  const secondUrl = `/api/contract/local/${second}`

  test('has every collection blocked, and loses only what the block took', async () => {
    await collection()
    await collection({ address: second, alias: null })
    await collection({
      ...{ address: `0x${'e'.repeat(40)}`, alias: null },
      creator: cyn.address.toLowerCase(),
    })
    await block()
    expect(await blockAda()).toEqual({ collections: 2 })
    expect(codeOf(await server.get(own))).toEqual([451, 'blocked'])
    expect(codeOf(await server.get(secondUrl))).toEqual([451, 'blocked'])
    expect((await server.get(`/api/contract/local/0x${'e'.repeat(40)}`)).status).toBe(200)

    await unblockAda()
    expect(codeOf(await server.get(own))).toEqual([451, 'blocked'])
    expect((await server.get(secondUrl)).status).toBe(200)
  })

  test('keeps a collection blocked by its own block', async () => {
    await collection()
    await block()
    await blockAda()
    expect(await unblock()).toEqual({
      is_blocked: true,
      creator: ada.address.toLowerCase(),
    })
    expect(codeOf(await server.get(own))).toEqual([451, 'blocked'])
    await expect(unblock()).rejects.toThrow(/its creator 0x\w+ is blocked/)
    await unblockAda()
    expect((await server.get(own)).status).toBe(200)
  })

  test('stays blocked under another name or owner', async () => {
    await collection()
    await blockAda()
    const named = await server.post(
      '/api/user/update',
      { username: 'other' },
      { as: ada },
    )
    expect(named.status).toBe(200)
    await server.database
      .updateTable('collections')
      .set({ owner: bob.address.toLowerCase() })
      .execute()
    expect(codeOf(await server.get(own))).toEqual([451, 'blocked'])
    expect((await server.get(own, { as: bob })).status).toBe(200)
  })
})

describe('impossible commands', () => {
  test.each([
    ['a network that is not there', { ...place, chain: 'mars' }, /no network mars/],
    ['no address', { ...place, address: '0x12' }, /^address: Enter an address/],
  ])('is refused with a sentence: %s', async (_, named, sentence) => {
    const blocking = commands.block_collection(operatorContext(server), {
      ...named,
      ...copy,
    })
    await expect(blocking).rejects.toThrow(CommandRefusedError)
    await expect(blocking).rejects.toThrow(sentence)
    expect((await commands.audit(operatorContext(server), { page: 1 })).lines).toEqual([])
  })

  test('removing a missing block', async () => {
    await expect(unblock()).rejects.toThrow('It is not blocked.')
    await expect(unblockAda()).rejects.toThrow('This creator is not blocked.')
    expect((await commands.audit(operatorContext(server), { page: 1 })).lines).toEqual([])
  })
})

describe('the audit', () => {
  test('has a line per command, newest first, with operator and subject', async () => {
    await collection()
    await block()
    await unblock()
    await blockAda()
    await unblockAda()
    const { lines } = await commands.audit(operatorContext(server), { page: 1 })
    const adas = ada.address.toLowerCase()
    expect(lines).toMatchObject([
      { by: 'olga', action: 'unblock creator', chain: null, address: adas },
      { by: 'olga', action: 'block creator', chain: null, address: adas, details: copy },
      { by: 'olga', action: 'unblock collection', chain: 'local', address },
      { by: 'olga', action: 'block collection', chain: 'local', address, details: copy },
    ])
  })

  test('is never changed or shortened', async () => {
    await block()
    const { database } = server
    const change = database
      .updateTable('moderation_audit')
      .set({ by: 'nobody' })
      .execute()
    await expect(change).rejects.toThrow('lines of the audit are kept')
    const removal = database.deleteFrom('moderation_audit').execute()
    await expect(removal).rejects.toThrow('lines of the audit are kept')
    const emptying = sql`truncate moderation_audit`.execute(database)
    await expect(emptying).rejects.toThrow('lines of the audit are kept')
  })

  test('goes on over pages', async () => {
    for (let round = 0; round < 11; round += 1) {
      await block()
      await unblock()
    }
    const [first, second, third] = await Promise.all(
      [1, 2, 3].map((page) => commands.audit(operatorContext(server), { page })),
    )
    expect(first?.lines.length).toBe(20)
    expect(second?.lines.length).toBe(2)
    expect(third?.lines).toEqual([])
  })
})

test('blocks are listed with reason and operator', async () => {
  await block()
  await blockAda()
  expect(await commands.blocks(operatorContext(server), {})).toMatchObject({
    collections: [{ ...place, ...copy, blocked_by: 'olga' }],
    creators: [{ address: ada.address.toLowerCase(), ...copy, blocked_by: 'olga' }],
  })
})

test('pages of a list read while collections are blocked hold none that is blocked', async () => {
  const ids = new Map<string, string>()
  for (let index = 0; index < 30; index += 1) {
    const at = `0x${String(index).padStart(40, '0')}`
    ids.set(at, await collection({ id: randomUUID(), address: at, alias: null }))
  }
  const blocked = new Set<string>()
  const blockSome = async () => {
    for (const at of [...ids.keys()].filter((_, index) => index % 3 === 0)) {
      await commands.block_collection(operatorContext(server), {
        chain: 'local',
        address: at,
        ...copy,
      })
      blocked.add(getAddress(at))
    }
  }
  const read = async () => {
    for (let round = 0; round < 10; round += 1) {
      const before = [...blocked]
      const { data } = await server.get('/api/contract/list?sort_by=newest')
      const shown = data.map(
        (card: { contract_address: string }) => card.contract_address,
      )
      for (const at of before) expect(shown).not.toContain(at)
    }
  }
  await Promise.all([blockSome(), read()])
  const { data, meta } = await server.get('/api/contract/list?sort_by=newest')
  expect([data.length, meta.total]).toEqual([20, 20])
})
