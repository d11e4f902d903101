import { labelToTokenId } from '@platemark/rules/name-label'
import type { Hash } from 'viem'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from 'vitest'
import { ampleGas, getReceipt, type TestChain, testChain } from '../../../test/chain.ts'
import { type TestNames, testNames } from '../../../test/names.ts'
import { ada, bob, type TestServer, testServer } from '../../../test/server.ts'
import { reviewClaims } from './service/review-claims.ts'

let chain: TestChain
let names: TestNames
/** The server of all tests; some open another. */
let usual: TestServer
let server: TestServer
let empty: `0x${string}`

beforeAll(async () => {
  chain = await testChain()
  names = await testNames(chain)
  await names.fund(ada, bob)
  usual = await testServer({ ...names.settings, networks: [chain.network] })
})
beforeEach(async () => {
  empty = await chain.client.snapshot()
  await usual.reset()
  server = usual
})
afterEach(async () => {
  if (server !== usual) await server.close()
  // A snapshot does not hold the transactions that wait to be mined.
  await chain.client.request({ method: 'anvil_dropAllTransactions' } as never)
  await chain.client.setAutomine(true)
  await chain.client.revert({ id: empty })
})
afterAll(async () => {
  await usual.close()
  await chain.stop()
})

const LABEL = 'quiet-shore'

const save = (as: { address: `0x${string}` }, name = LABEL, tx_hash?: string) =>
  server.post(
    '/api/names',
    { name, token_id: `${labelToTokenId(name)}`, ...(tx_hash && { tx_hash }) },
    { as },
  )

const ownNames = async (as: { address: `0x${string}` }) => {
  const { data } = await server.get('/api/names', { as })
  return data.map(({ name, status }: { name: string; status: string }) => [name, status])
}

const statusFor = async (name = LABEL) =>
  (await server.get(`/api/names/check?name=${name}`)).data.status

/** Sends a registration that no block has yet. */
const submitRegistration = async (as: typeof ada, label = LABEL): Promise<Hash> => {
  await chain.client.setAutomine(false)
  const args = [labelToTokenId(label), as.address, false] as const
  return names.submit(as, 'register', args, 10n ** 17n)
}

test('a minted name is listed: 201 at first, 200 when it is known', async () => {
  const { transactionHash } = await names.register(ada, LABEL)
  const first = await save(ada, LABEL, transactionHash)
  expect([first.status, first.data]).toEqual([
    201,
    expect.objectContaining({
      name: LABEL,
      full_name: 'quiet-shore.plate.test',
      owner: ada.address,
      status: 'provisional',
      registered_tx: transactionHash,
    }),
  ])
  expect((await save(ada)).status).toBe(200)
  expect(await ownNames(ada)).toEqual([[LABEL, 'provisional']])
})

test('100 calls at once make one row', async () => {
  await names.register(ada, LABEL)
  const statuses = await Promise.all(
    Array.from({ length: 100 }, async () => (await save(ada)).status),
  )
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  expect(statuses.filter((status) => status === 200)).toHaveLength(99)
  expect(await ownNames(ada)).toEqual([[LABEL, 'provisional']])
})

test('of two people who register at once, one has the name and the other 403', async () => {
  await chain.client.setAutomine(false)
  const hashes = [await submitRegistration(ada), await submitRegistration(bob)]
  await chain.client.mine({ blocks: 1 })
  const receipts = await Promise.all(hashes.map((hash) => getReceipt(chain, hash)))
  const isAda = receipts[0]?.status === 'success'
  expect(receipts.filter(({ status }) => status === 'success')).toHaveLength(1)
  const [winner, loser] = isAda ? [ada, bob] : [bob, ada]
  expect((await save(winner)).status).toBe(201)
  const lost = await save(loser)
  expect([lost.status, lost.error]).toEqual([
    403,
    expect.objectContaining({
      code: 'not_name_owner',
      message: 'This name belongs to another wallet.',
    }),
  ])
})

test('a name that is not minted is refused without a transaction', async () => {
  for (const hash of [undefined, `0x${'7'.repeat(64)}`]) {
    const { status, error, headers } = await save(ada, LABEL, hash)
    expect([status, error?.code, headers['retry-after']]).toEqual([
      ...[409, 'name_not_minted', '3'],
    ])
  }
})

test('a waiting transaction makes the name pending, but gives it no owner yet', async () => {
  const hash = await submitRegistration(ada)
  const { status, data } = await save(ada, LABEL, hash)
  expect([status, data.status]).toEqual([202, 'pending'])
  expect(await ownNames(ada)).toEqual([[LABEL, 'pending']])
  expect(await ownNames(bob)).toEqual([])
  const { data: check } = await server.get(`/api/names/check?name=${LABEL}`)
  expect(check).toMatchObject({ status: 'pending', available: false })
  expect(check.reason).toBe('The registration of this name is being confirmed on Local.')
  expect((await save(ada)).status).toBe(409)
})

test('a waiting transaction of another kind is shown to its sender alone', async () => {
  await chain.client.setAutomine(false)
  const hash = await chain.client.sendTransaction({
    ...{ account: ada, chain: chain.chain, to: bob.address, value: 1n, ...ampleGas },
  })
  expect((await save(ada, LABEL, hash)).status).toBe(202)
  expect(await ownNames(ada)).toEqual([[LABEL, 'pending']])
  expect(await statusFor()).toBe('available')
  const other = await submitRegistration(ada, 'tidewater')
  await save(ada, LABEL, other)
  expect(await statusFor()).toBe('available')
})

test('a failed transaction is named as such', async () => {
  await names.register(ada, LABEL)
  await chain.client.setAutomine(false)
  const hash = await names.submit(
    ...([
      bob,
      'register',
      [labelToTokenId('saltmarsh'), bob.address, false],
      1n,
    ] as const),
  )
  await chain.client.mine({ blocks: 1 })
  await getReceipt(chain, hash)
  const { status, error } = await save(bob, 'saltmarsh', hash)
  expect([status, error?.code, error?.message]).toEqual([
    422,
    'registration_failed',
    'The registration transaction failed. Nothing was charged except the network fee.',
  ])
})

test('another wallet, a foreign token and a name in another form are refused', async () => {
  await names.register(ada, LABEL)
  expect((await save(bob)).error?.code).toBe('not_name_owner')
  const wrong = { name: LABEL, token_id: `${labelToTokenId('tidewater')}` }
  const mismatch = await server.post('/api/names', wrong, { as: ada })
  expect([mismatch.status, mismatch.error?.code, mismatch.error?.message]).toEqual([
    ...[422, 'token_id_mismatch', 'The token does not belong to this name.'],
  ])
  for (const name of ['Quiet-Shore', 'quiet-shore.plate.test', 'ab', 'low tide']) {
    const body = { name, token_id: '1' }
    const { status, error } = await server.post('/api/names', body, { as: ada })
    expect([name, status, error?.code]).toEqual([name, 422, 'name_invalid'])
  }
  expect((await server.post('/api/names', wrong)).status).toBe(401)
})

test('the account of a contract on another network does not own names here', async () => {
  await names.register(ada, LABEL)
  const { id } = await server.database
    .insertInto('users')
    .values({
      address: ada.address.toLowerCase(),
      account_kind: 'contract',
      auth_chain_id: 10,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const headers = { authorization: `Bearer ${await server.tokenOfUser(id)}` }
  const body = { name: LABEL, token_id: `${labelToTokenId(LABEL)}` }
  const saved = await server.post('/api/names', body, { headers })
  expect([saved.status, saved.error?.code]).toEqual([403, 'not_name_owner'])
  const primary = await server.post(`/api/names/${LABEL}/primary`, undefined, { headers })
  expect([primary.status, primary.error?.code]).toEqual([403, 'not_name_owner'])
  await save(ada)
  expect((await server.get('/api/names', { headers })).data).toEqual([])
})

test('while no node answers, nothing is stored', async () => {
  const rpc_urls = ['http://127.0.0.1:9']
  const networks = [{ ...chain.network, rpc_urls }]
  server = await testServer({ ...names.settings, networks })
  const { status, error } = await save(ada)
  expect([status, error?.code]).toEqual([503, 'chain_unavailable'])
  expect(await ownNames(ada)).toEqual([])
})

test('more than 30 reports of a user in a minute are refused', async () => {
  server = await testServer({
    ...{ ...names.settings, networks: [chain.network], rate_limit_scale: 1 },
  })
  for (let at = 0; at < 30; at += 1) await save(ada)
  expect([(await save(ada)).status, (await save(bob)).status]).toEqual([429, 409])
})

describe('the review of what was reported', () => {
  test('lists a mined registration, whatever its hash became', async () => {
    const hash = await submitRegistration(ada)
    await save(ada, LABEL, hash)
    await reviewClaims(server.context)
    expect(await ownNames(ada)).toEqual([[LABEL, 'pending']])
    // The same nonce with another hash, as a wallet speeds it up.
    const { nonce } = await chain.client.getTransaction({ hash })
    await chain.client.dropTransaction({ hash })
    await chain.client.setAutomine(true)
    const args = [labelToTokenId(LABEL), ada.address, true] as const
    const faster = await names.submit(ada, 'register', args, 2n * 10n ** 17n)
    expect((await chain.client.getTransaction({ hash: faster })).nonce).toBe(nonce)
    await getReceipt(chain, faster)
    await reviewClaims(server.context)
    expect(await ownNames(ada)).toEqual([[LABEL, 'provisional']])
  })

  test('drops one whose nonce has passed, and one after 24 hours', async () => {
    const hash = await submitRegistration(ada)
    await save(ada, LABEL, hash)
    await chain.client.dropTransaction({ hash })
    await chain.client.setAutomine(true)
    const other = await chain.client.sendTransaction({
      ...{ account: ada, chain: chain.chain, to: bob.address, value: 1n, ...ampleGas },
    })
    await getReceipt(chain, other)
    await reviewClaims(server.context)
    expect(await ownNames(ada)).toEqual([])
    expect(await statusFor()).toBe('available')

    await save(bob, LABEL, await submitRegistration(bob))
    server.clock.advance(23 * 3_600_000)
    await reviewClaims(server.context)
    expect(await ownNames(bob)).toEqual([[LABEL, 'pending']])
    server.clock.advance(3_600_000)
    await reviewClaims(server.context)
    expect(await ownNames(bob)).toEqual([])
  })

  test('deletes what was dropped after seven days, not earlier', async () => {
    await save(ada, LABEL, await submitRegistration(ada))
    server.clock.advance(24 * 3_600_000)
    await reviewClaims(server.context)
    const count = async () =>
      (await server.database.selectFrom('name_claims').selectAll().execute()).length
    server.clock.advance(7 * 86_400_000 - 60_000)
    await reviewClaims(server.context)
    expect(await count()).toBe(1)
    server.clock.advance(60_000)
    await reviewClaims(server.context)
    expect(await count()).toBe(0)
  })

  test('drops a name that a reorganisation took, after which it is not minted', async () => {
    const before = await chain.client.snapshot()
    await names.register(ada, LABEL)
    expect((await save(ada)).status).toBe(201)
    await chain.client.revert({ id: before })
    await chain.client.mine({ blocks: 2 })
    await reviewClaims(server.context)
    expect(await ownNames(ada)).toEqual([])
    expect((await save(ada)).error?.code).toBe('name_not_minted')
  })

  test('drops the report of who lost the race', async () => {
    const hash = await submitRegistration(ada)
    await save(ada, LABEL, hash)
    await chain.client.dropTransaction({ hash })
    await chain.client.setAutomine(true)
    await names.register(bob, LABEL)
    await reviewClaims(server.context)
    expect(await ownNames(ada)).toEqual([])
  })
})
