import { keccak256, toHex, zeroAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { create, emit, testNetwork, toBlocks } from '../../../test/collections/logs.ts'
import { projectionOn } from '../../../test/collections/projection.ts'
import { bob, cyn, type TestServer, testServer } from '../../../test/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer({ networks: [testNetwork] })
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const made = create(0, [0, 0, 0, 0])
const { address } = made.collection
/** Creator of the collection. */
const ada = { address: made.collection.creator }

const studio = '/api/contract/studio'
type Caller = { address: `0x${string}` }

async function draft(): Promise<string> {
  const data = { chain_alias: 'local', kind: 'drop', name: 'Tide', symbol: 'TIDE' }
  const answer = await server.postForm(`${studio}/create`, { data }, { as: ada })
  return answer.data.contract_id
}

/** Blocks of the creation, an offer to bob and his acceptance. */
const blocks = toBlocks(
  [
    made.logs,
    [emit(address, 'OwnershipTransferStarted', ada.address, bob.address)],
    [emit(address, 'OwnershipTransferred', ada.address, bob.address)],
  ],
  1,
)

/** Indexes the blocks of a range. */
const index = (from: number, to: number) =>
  projectionOn(server).project(
    blocks.filter(({ blockNumber }) => blockNumber >= from && blockNumber <= to),
  )

/** Deploys a draft of ada: its collection is in block 1. */
async function deployed(): Promise<string> {
  const id = await draft()
  await server.database
    .updateTable('drafts')
    .set({ salt: keccak256(toHex('salt 0')), predicted_address: address })
    .execute()
  await index(1, 1)
  return id
}

const editors = (id: string, as: Caller = ada) =>
  server.get(`${studio}/${id}/editors`, { as })
const add = (id: string, editor: string, as: Caller = ada) =>
  server.post(`${studio}/${id}/editors`, { address: editor }, { as })
const remove = (id: string, editor: string, as: Caller = ada) =>
  server.send(
    { method: 'DELETE', url: `${studio}/${id}/editors?address=${editor}` },
    { as },
  )
const update = (id: string, changes: object, as: Caller) =>
  server.post(`${studio}/${id}/update`, changes, { as })
const describePage = (description: string, as: Caller) =>
  server.post(`/api/contract/local/${address}`, { description }, { as })
const offer = (id: string, as: Caller) => server.get(`${studio}/${id}/offer`, { as })
const offers = async (as: Caller) => (await server.get(`${studio}/offers`, { as })).data
const list = async (as: Caller) => (await server.get(`${studio}/list`, { as })).data

describe('a co-editor', () => {
  test('is named once, by a valid address that is not the owner, at most ten times', async () => {
    const id = await draft()
    const other = `0x${'7'.repeat(40)}`
    expect((await add(id, other.toUpperCase().replace('X', 'x'))).data).toMatchObject([
      { address: '0x7777777777777777777777777777777777777777', name: null },
    ])
    const mistyped = bob.address.replace(/[a-f]/, (digit) => digit.toUpperCase())
    const problems = [
      [other, 'This wallet is already a co-editor.'],
      [ada.address, 'This is your own wallet. You can already edit.'],
      [zeroAddress, 'The zero address cannot edit.'],
      [mistyped, 'Checksum does not match, one character is probably wrong.'],
      ['0x12', 'Enter an address: 0x and 40 hex digits.'],
    ]
    for (const [written = '', sentence] of problems) {
      const { status, error } = await add(id, written)
      expect([status, error?.fields]).toEqual([422, { address: [sentence] }])
    }
    const more = Array.from(
      { length: 12 },
      (_, at) => `0x${String(at).padStart(40, '6')}`,
    )
    const answers = await Promise.all(more.map((editor) => add(id, editor)))
    const refused = answers.filter(({ status }) => status === 422)
    expect(refused.map(({ error }) => error?.fields)).toEqual([
      ...Array(3).fill({
        address: ['A collection can have at most 10 co-editors. Remove one first.'],
      }),
    ])
    expect((await editors(id)).data).toHaveLength(10)
    expect((await remove(id, other)).data).toHaveLength(9)
    expect((await remove(id, other)).data).toHaveLength(9)
  })

  test('changes the texts of a draft, and is refused every other field by name', async () => {
    const id = await draft()
    expect((await update(id, { name: 'Ebb' }, bob)).status).toBe(404)
    await add(id, bob.address)
    const texts = { name: 'Ebb', description: 'Water.', chain_alias: 'local' }
    const { status, data } = await update(id, texts, bob)
    expect([status, data.fields.name, data.fields.description]).toEqual([
      200,
      'Ebb',
      'Water.',
    ])
    const { error } = await update(id, { name: 'Low', max_supply: 9, alias: 'ebb' }, bob)
    const sentence = ['Only the owner can change this.']
    expect(error?.fields).toEqual({ max_supply: sentence, alias: sentence })
    expect(await list(bob)).toMatchObject([
      { contract_id: id, owner: data.owner, fields: { name: 'Ebb' }, revenue: null },
    ])
    expect(await list(ada)).toMatchObject([{ contract_id: id, owner: data.owner }])
    await remove(id, bob.address)
    expect((await update(id, { name: 'Low' }, bob)).status).toBe(404)
    expect(await list(bob)).toEqual([])
  })

  test('keeps the page of the collection that is made of the draft', async () => {
    const id = await draft()
    await add(id, bob.address)
    await server.database
      .updateTable('drafts')
      .set({ salt: keccak256(toHex('salt 0')), predicted_address: address })
      .execute()
    await index(1, 1)
    const page = await describePage('By bob.', bob)
    expect([page.status, page.data.description, page.data.own.role]).toEqual([
      200,
      'By bob.',
      'editor',
    ])
    const alias = await server.post(
      ...[`/api/contract/local/${address}`, { alias: 'mine' }, { as: bob }],
    )
    expect(alias.error?.fields).toEqual({
      alias: ['Only the owner can change the page address.'],
    })
    expect(await list(bob)).toMatchObject([{ contract_id: id, revenue: null }])
    expect(
      (await server.post(`${studio}/${id}/hide`, undefined, { as: bob })).status,
    ).toBe(404)
  })

  test('that is the account of a contract edits on its own network only', async () => {
    const id = await draft()
    const safe = `0x${'5'.repeat(40)}` as const
    await add(id, safe)
    const statusOn = async (auth_chain_id: number) => {
      const user = { address: safe, account_kind: 'contract', auth_chain_id } as const
      const row = await server.database
        .insertInto('users')
        .values(user)
        .returning('id')
        .executeTakeFirstOrThrow()
      const authorization = `Bearer ${await server.tokenOfUser(row.id)}`
      const url = `${studio}/${id}`
      return (await server.get(url, { headers: { authorization } })).status
    }
    expect(await statusOn(8453)).toBe(404)
    expect(await statusOn(testNetwork.id)).toBe(200)
  })
})

describe('the ownership of a collection', () => {
  test('is offered to one account, which alone can read the offer', async () => {
    const id = await deployed()
    expect((await offer(id, ada)).data.offered_to).toBe(null)
    expect((await offer(id, bob)).status).toBe(404)
    await index(2, 2)
    const { data } = await offer(id, bob)
    expect(data).toMatchObject({
      contract_id: id,
      offered_to: { address: bob.address },
      royalty_receiver: 'owner',
    })
    expect((await offer(id, ada)).data).toEqual(data)
    expect(await offers(bob)).toEqual([data])
    expect((await offer(id, cyn)).status).toBe(404)
    expect([await offers(ada), await offers(cyn)]).toEqual([[], []])
    expect((await server.get(`${studio}/${id}`, { as: bob })).status).toBe(404)
    expect((await offer(await draft(), ada)).status).toBe(404)
  })

  test('takes all rights along, and gives them back when a reorg removes its block', async () => {
    const id = await deployed()
    await add(id, cyn.address)
    const rights = async () =>
      Promise.all([
        ...[ada, bob, cyn].map(async (as) => (await describePage('Ebb.', as)).status),
        ...[ada, bob].map(async (as) => (await editors(id, as)).status),
        ...[ada, bob, cyn].map(async (as) => (await list(as)).length),
      ])
    const before = [200, 403, 200, 200, 404, 1, 0, 1]
    await index(2, 2)
    expect(await rights()).toEqual(before)

    await index(3, 3)
    expect(await rights()).toEqual([403, 200, 403, 404, 200, 0, 1, 0])
    expect(await offers(bob)).toEqual([])
    expect((await editors(id, bob)).data).toEqual([])
    // The draft of a collection goes with it.
    expect((await server.get(`${studio}/${id}/deployment`, { as: ada })).status).toBe(404)

    await projectionOn(server).revert(2)
    expect(await rights()).toEqual(before)
    expect(await offers(bob)).toHaveLength(1)
    expect((await editors(id)).data).toMatchObject([{ address: cyn.address }])
  })

  test('goes with its co-editors when the page is deleted', async () => {
    const id = await deployed()
    await add(id, cyn.address)
    await server.post(`${studio}/${id}/delete`, undefined, { as: ada })
    expect(await server.database.selectFrom('editors').selectAll().execute()).toEqual([])
    expect((await offer(id, ada)).status).toBe(404)
    expect(await list(cyn)).toEqual([])
  })
})
