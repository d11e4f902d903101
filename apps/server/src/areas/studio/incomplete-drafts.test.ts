import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../../test/chain.ts'
import { ada, bob, type TestServer, testServer } from '../../../test/server.ts'

let chain: TestChain
let server: TestServer

beforeAll(async () => {
  chain = await testChain()
  server = await testServer({ networks: [chain.network] })
})

afterAll(async () => {
  await server.close()
  await chain.stop()
})

beforeEach(() => server.reset())

const create = (data: object, as = ada) =>
  server.postForm('/api/contract/studio/create', { data }, { as })
const update = (id: string, changes: object, as = ada) =>
  server.post(`/api/contract/studio/${id}/update`, changes, { as })
const get = (id: string, as = ada) => server.get(`/api/contract/studio/${id}`, { as })

test('a draft begins without any field, on the first network with contracts', async () => {
  const { status, data } = await create({})
  expect(status).toBe(201)
  expect(data.fields).toMatchObject({
    chain_alias: 'local',
    kind: 'drop',
    name: '',
    symbol: '',
    keeps_camera_data: false,
    time_zone: null,
  })
  expect(Object.keys(data.missing).sort()).toEqual([
    'max_supply',
    'name',
    'phases',
    'symbol',
  ])
  expect(data.missing.name).toEqual(['Give the collection a name.'])
  const prepared = await server.post(
    `/api/contract/studio/${data.contract_id}/prepare`,
    undefined,
    { as: ada },
  )
  expect([prepared.status, prepared.error?.code]).toEqual([409, 'draft_incomplete'])
  expect(prepared.error?.fields).toMatchObject({
    symbol: ['Choose a symbol of 1 to 12 letters and digits.'],
  })
})

test('a price that was not chosen stays so, and 0 is a choice', async () => {
  const phase = {
    ...{ phase_id: 255, kind: 'public', title: 'Public', max_per_wallet: 1 },
    ...{ start: '2026-02-01T00:00:00Z', end: '2100-01-01T00:00:00Z', max_supply: null },
  }
  const { data } = await create({ phases: [{ ...phase, price_wei: null }] })
  expect(data.fields.phases[0].price_wei).toBeNull()
  expect(data.missing['phases.0.price_wei']).toEqual(['Set the price. 0 makes it free.'])
  await update(data.contract_id, { phases: [{ ...phase, price_wei: '0' }] })
  const free = (await get(data.contract_id)).data
  expect(free.fields.phases[0].price_wei).toBe('0')
  expect(free.missing).not.toHaveProperty('phases.0.price_wei')
})

test('the same request with a key makes one draft, also without a network', async () => {
  const headers = { 'idempotency-key': 'first-step' }
  const path = '/api/contract/studio/create'
  const [one, other] = await Promise.all([
    server.postForm(path, { data: { name: 'Ebb' } }, { as: ada, headers }),
    server.postForm(path, { data: { name: 'Ebb' } }, { as: ada, headers }),
  ])
  expect(other?.data.contract_id).toBe(one?.data.contract_id)
})

test('one draft is read by its owner alone', async () => {
  const { data } = await create({ name: 'Ebb' })
  expect((await get(data.contract_id)).data).toMatchObject({ fields: { name: 'Ebb' } })
  expect((await get(data.contract_id, bob)).status).toBe(404)
  expect((await get(crypto.randomUUID())).status).toBe(404)
  expect((await get('7')).status).toBe(422)
})

test('a time zone is kept by its IANA name, and others are refused with a sentence', async () => {
  const { data } = await create({ time_zone: 'Europe/Berlin' })
  expect(data.fields.time_zone).toBe('Europe/Berlin')
  for (const time_zone of ['+01:00', 'Mars/Olympus', '', 'CET; drop table']) {
    const refused = await update(data.contract_id, { time_zone })
    expect(refused.error?.fields).toEqual({
      time_zone: ['Use the name of a time zone, like Europe/Berlin.'],
    })
  }
  expect((await update(data.contract_id, { time_zone: null })).data.fields).toMatchObject(
    {
      time_zone: null,
    },
  )
})

test('a change to another version than the present one is refused, with that one', async () => {
  const { data: first } = await create({ name: 'Ebb' })
  const id = first.contract_id
  const one = await update(id, { name: 'Flood', if_updated_at: first.updated_at })
  expect([one.status, one.data.fields.name]).toEqual([200, 'Flood'])
  const late = await update(id, { symbol: 'EBB', if_updated_at: first.updated_at })
  expect([late.status, late.error?.code]).toEqual([409, 'changed_elsewhere'])
  expect(late.data).toMatchObject({
    contract_id: id,
    fields: { name: 'Flood', symbol: '' },
  })
  const again = await update(id, { symbol: 'EBB', if_updated_at: late.data.updated_at })
  expect(again.data.fields).toMatchObject({ name: 'Flood', symbol: 'EBB' })
  expect('if_updated_at' in again.data.fields).toBe(false)
})

test('two changes to the same version are never both taken, even at once', async () => {
  const { data } = await create({ name: 'Ebb' })
  const if_updated_at = data.updated_at
  const answers = await Promise.all(
    ['A', 'B', 'C'].map((symbol) => update(data.contract_id, { symbol, if_updated_at })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})
