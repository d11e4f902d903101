import { collectionAbi } from '@platemark/abi/collection'
import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import { encodeFunctionData, type Hex, toHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../../test/chain.ts'
import { launcher, startTestIndexer } from '../../../test/collections/launch.ts'
import { ada, bob, cyn, type TestServer, testServer } from '../../../test/server.ts'

let chain: TestChain
let server: TestServer
let indexer: ReturnType<typeof startTestIndexer>
let launch: ReturnType<typeof launcher>
let id: string
let address: Hex

const HOUR = 3600
const studio = '/api/contract/studio'

const terms = {
  ...{ phase_id: 0, title: 'Friends', price_wei: '0', max_per_wallet: 2 },
  ...{ start: '2025-01-01T00:00:00Z', end: '2099-01-01T00:00:00Z', max_supply: null },
}

const fields = {
  ...{ chain_alias: 'local', kind: 'drop', name: 'Tidewater', symbol: 'TIDE' },
  ...{ max_supply: 100, notice_seconds: HOUR },
  phases: [{ ...terms, kind: 'allowlist' }],
}

const act = (verb: string, body?: unknown, as = ada) =>
  server.post(`${studio}/${id}/${verb}`, body, { as })

/** Prepares a list of one phase with these wallets. */
const prepare = (accounts: { address: string }[], more = {}) => {
  const entries = accounts.map((account) => ({ address: account.address }))
  return act('prepare-list', { phases: [{ ...terms, ...more, entries }] })
}

const entriesOf = async (account: { address: string }) =>
  (await server.get(`/api/contract/local/${address}/allowlist/${account.address}`))
    .data ?? []

const mint = (
  account: PrivateKeyAccount,
  { packed, proof }: { packed: string; proof: Hex[] },
) =>
  launch.send(
    account,
    address,
    encodeFunctionData({
      abi: dropCollectionAbi,
      functionName: 'mintAllowlist',
      args: [1n, BigInt(packed), proof],
    }),
  )

const removeList = (root: Hex) =>
  launch.send(
    ada,
    address,
    encodeFunctionData({ abi: collectionAbi, functionName: 'removeList', args: [root] }),
  )

beforeAll(async () => {
  chain = await testChain()
  server = await testServer({ networks: [chain.network], rate_limit_scale: 1000 })
  launch = launcher(chain)
  await launch.fund(ada, bob, cyn)
  indexer = startTestIndexer(server)
  const made = await server.postForm(`${studio}/create`, { data: fields }, { as: ada })
  id = made.data.contract_id
  await act('lists', { phase_id: 0, entries: [{ address: bob.address }] })
  const { data } = await act('prepare')
  address = data.predicted_address
  await launch.send(ada, data.to, data.data)
  await indexer.caughtUp(chain)
})
afterAll(async () => {
  await indexer.stop()
  await server.close()
  await chain.stop()
})

test('a further list of a live collection counts once its transaction is indexed, and the one before until it is removed and the notice is over', async () => {
  const [before] = await entriesOf(bob)
  const { data: list } = await prepare([cyn], { title: 'Later friends' })
  expect(list).toMatchObject({
    entries: 1,
    not_before: '2025-01-01T00:00:00.000Z',
    phases: [{ phase_id: 0, entries: 1, duplicates: [], duplicate_count: 0 }],
    transaction: { chain_id: chain.id, to: address, value: '0' },
  })
  expect(JSON.parse((await server.get(list.url)).body)).toMatchObject({
    root: list.root,
    entries: [[cyn.address.toLowerCase(), 0, null, null]],
  })
  expect(await entriesOf(cyn)).toEqual([])

  await launch.send(ada, list.transaction.to, list.transaction.data)
  await indexer.caughtUp(chain)
  const [added] = await entriesOf(cyn)
  expect(added).toMatchObject({ root: list.root, phase_id: 0 })
  const { lists } = (await server.get(`/metadata/local/${address}/contract`)).data
  expect(lists.map(({ root }: { root: string }) => root)).toEqual([
    before.root,
    list.root,
  ])
  const { data: own } = await server.get(`${studio}/${id}`, { as: ada })
  expect(own.fields.phases[0].title).toBe('Later friends')
  expect(own.lists).toMatchObject([
    { phase_id: 0, root: list.root, entries: 1, earlier_entries: 1 },
  ])
  await mint(cyn, added)

  await removeList(before.root)
  await mint(bob, before)
  await chain.client.increaseTime({ seconds: HOUR + 60 })
  await expect(mint(bob, before)).rejects.toThrow('reverted')
  await mint(cyn, added)
})

test('a list of a live collection is refused with a sentence where the contract would not take it or has it', async () => {
  const { error: past } = await prepare([bob], { end: '2025-02-01T00:00:00Z' })
  expect(past?.fields).toEqual({ 'phases.0.end': ['This is in the past.'] })
  const { error: empty } = await prepare([])
  expect(empty?.fields).toEqual({ 'phases.0.list': ['Add the wallets of this phase.'] })
  const { error: supply } = await prepare([bob], { max_supply: 101 })
  expect(Object.keys(supply?.fields ?? {})).toEqual(['phases.0.max_supply'])
  const phase = { ...terms, entries: [{ address: bob.address, quantity: 1 }] }
  const { error: twice } = await act('prepare-list', { phases: [phase, phase] })
  expect(twice?.fields).toEqual({ 'phases.1.phase_id': ['Two phases have this id.'] })
  const entries = [{ address: bob.address }, { address: bob.address, quantity: 2 }]
  const { error: rows } = await act('prepare-list', { phases: [{ ...terms, entries }] })
  expect(Object.keys(rows?.fields ?? {})).toEqual(['phases.0.entries.1'])
  const { error: present } = await prepare([cyn])
  expect(present?.fields).toEqual({
    phases: ['The collection already has this list.'],
  })
})

test('of the lists that no transaction has added the last ten are kept', async () => {
  const { database } = server
  const roots: string[] = []
  for (let limit = 3; limit < 15; limit += 1) {
    roots.push((await prepare([bob], { max_per_wallet: limit })).data.root)
  }
  const kept = await database
    .selectFrom('lists')
    .select('root')
    .where('collection_id', '=', id)
    .where('root', 'in', roots)
    .execute()
  expect(kept.map(({ root }) => root).sort()).toEqual(roots.slice(2).sort())
  expect((await entriesOf(cyn)).length).toBe(1)
})

test('a new phase gets a list of its own, and other terms of the present one count beside it', async () => {
  const add = async (phases: object[]) => {
    const { data } = await act('prepare-list', { phases })
    await launch.send(ada, data.transaction.to, data.transaction.data)
    await indexer.caughtUp(chain)
    return data.root
  }
  const family = { ...terms, phase_id: 7, title: 'Family', max_per_wallet: 9 }
  const entries = [bob, cyn].map(({ address: one }) => ({ address: one }))
  const present = (await entriesOf(cyn))[0]
  const root = await add([{ ...family, entries }])
  const listed = async () => {
    const { data } = await server.get(`${studio}/${id}`, { as: ada })
    return data.lists.map((one: { phase_id: number; root: string; entries: number }) => [
      ...[one.phase_id, one.root, one.entries],
    ])
  }
  expect((await listed()).sort()).toEqual([
    [0, present.root, 1],
    [7, root, 2],
  ])
  const price_wei = '2000000000000000'
  const dearer = { ...family, title: 'Later family', price_wei, max_per_wallet: 3 }
  const other = { ...terms, phase_id: 8, title: 'Crew' }
  const next = await add([
    { ...dearer, entries },
    { ...other, entries: entries.slice(1) },
  ])
  expect((await listed()).slice(-2)).toEqual([
    [7, next, 2],
    [8, next, 1],
  ])
  const { data: own } = await server.get(`${studio}/${id}`, { as: ada })
  expect(
    own.fields.phases.find((one: typeof family) => one.phase_id === 7),
  ).toMatchObject({
    ...{ title: 'Later family', price_wei, max_per_wallet: 3 },
  })
  const ways = (await entriesOf(bob)).filter((one: typeof family) => one.phase_id === 7)
  expect(ways.map((one: { root: string }) => one.root).sort()).toEqual(
    [root, next].sort(),
  )
  // The present terms stay open to minters until their list is removed.
  await mint(
    bob,
    ways.find((one: { root: string }) => one.root === root),
  )
})

test('a long list of two phases is stored whole, each wallet once in a phase', async () => {
  const entries = Array.from({ length: 1500 }, (_, place) => ({
    address: toHex(place + 1, { size: 20 }),
  }))
  const phases = [
    { ...terms, entries: [...entries, { address: toHex(1, { size: 20 }) }] },
    { ...terms, phase_id: 1, title: 'Family', entries: entries.slice(0, 10) },
  ]
  const { data } = await act('prepare-list', { phases })
  expect(data.entries).toBe(1510)
  expect(data.phases).toMatchObject([
    { phase_id: 0, entries: 1500, duplicate_count: 1 },
    { phase_id: 1, entries: 10, duplicate_count: 0 },
  ])
  const { count } = await server.database
    .selectFrom('list_entries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('root', '=', data.root)
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(1510)
})
