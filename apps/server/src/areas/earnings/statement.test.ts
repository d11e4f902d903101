import { royaltySplitAbi } from '@platemark/abi/royalty-split'
import { getStatement, type StatementLine } from '@platemark/api/statement'
import { parse } from 'csv-parse/sync'
import { type Address, encodeFunctionData, zeroAddress } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../../test/chain.ts'
import {
  anyAbi,
  launcher,
  never,
  startTestIndexer,
} from '../../../test/collections/launch.ts'
import { createPrng, type Prng } from '../../../test/fuzz/prng.ts'
import { callData, fee, person, storeRate } from '../../../test/selling.ts'
import { type TestServer, testServer } from '../../../test/server.ts'
import { seedOr, share } from '../../../test/share.ts'
import {
  payInWrapped,
  placeWrappedToken,
  wrappedToken,
} from '../../../test/wrapped-token.ts'
import { readDueSplits } from './jobs.ts'
import { deleteRoyaltiesAbove } from './service/read-royalties.ts'

const GWEI = 1_000_000_000n

let chain: TestChain
let server: TestServer

beforeAll(async () => {
  chain = await testChain()
  const { owner, contracts } = chain
  await launcher(chain).send(owner, contracts.factory, callData('setMintFee', [fee]))
  await placeWrappedToken(chain)
  const own = { usd_rate: 3000, wrapped_token: wrappedToken }
  server = await testServer({ networks: [{ ...chain.network, ...own }] })
})
beforeEach(() => server.reset())
afterAll(async () => {
  await server.close()
  await chain.stop()
})

const phase = (price: bigint) => ({
  ...{ price, start: 1, end: never, walletLimit: 65_535, supplyCap: 0 },
})

type People = Record<'creator' | 'one' | 'two' | 'referrer', PrivateKeyAccount>

/** Sends random mints, price and payee changes, and withdrawals to a new collection. */
async function live(prng: Prng, people: People, steps: number): Promise<Address> {
  const { creator, one, two, referrer } = people
  const { create, fund, send } = launcher(chain)
  const buyer = person()
  await fund(creator, buyer)
  let price = 7n * fee + 13n * GWEI
  const collection = await create(creator, {
    ...{ mintFee: fee, maxSupply: 100_000, publicPhase: phase(price) },
    ...(prng.chance(0.5) && { payees: anyPayees(prng, [creator, one, two]) }),
  })
  const mint = () => {
    const count = BigInt(prng.whole(1, 5))
    const by = prng.pick([zeroAddress, referrer.address, one.address])
    const data = callData('mintTo', [buyer.address, count, count, by])
    return send(buyer, collection, data, (price + fee) * count)
  }
  await mint()
  for (let step = 0; step < steps; step += 1) {
    const choice = prng.random()
    if (choice < 0.55) await mint()
    else if (choice < 0.7) {
      price = prng.chance(0.4) ? 0n : fee / 2n + BigInt(prng.whole(0, 1e9)) * GWEI
      await send(creator, collection, callData('setPublicPhase', [phase(price)]))
    } else if (choice < 0.85) {
      const payees = anyPayees(prng, [creator, one, two, referrer])
      await send(creator, collection, callData('setPayees', [payees]))
    } else {
      const to = prng.pick(Object.values(people)).address
      await send(buyer, collection, callData('release', [to]))
    }
  }
  return collection
}

function anyPayees(prng: Prng, from: PrivateKeyAccount[]) {
  const named = from.filter(() => prng.chance(0.6))
  const chosen = named.length === 0 ? from.slice(0, 1) : named
  let left = 10_000
  return chosen.map(({ address: account }, place) => {
    const isLast = place === chosen.length - 1
    const bps = isLast ? left : prng.whole(1, left - (chosen.length - place))
    left -= bps
    return { account, bps }
  })
}

async function readAll(as: Address): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  for (let cursor: string | undefined; ; ) {
    const next = cursor === undefined ? '' : `?cursor=${cursor}`
    const { status, data, meta } = await server.get(`${getStatement.path}${next}`, { as })
    expect(status).toBe(200)
    lines.push(...data)
    cursor = meta.next_cursor ?? undefined
    if (cursor === undefined) {
      expect(lines).toHaveLength(meta.total)
      return lines
    }
  }
}

const readFile = async (as: Address, query = '') => {
  const path = `${getStatement.path}?format=csv${query}`
  const { status, body, headers } = await server.get(path, { as })
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(headers['content-disposition']).toMatch(
    /^attachment; filename="statement-.*csv"$/,
  )
  const rows: Record<string, string>[] = parse(body, { columns: true })
  return rows
}

const sum = (amounts: (string | undefined)[]) =>
  amounts.reduce((total, amount) => total + BigInt(amount ?? 0), 0n)

describe('the statement', () => {
  test('sums for every account to what the contract owes and paid, to the wei', async () => {
    const prng = createPrng(seedOr(7))
    const indexer = startTestIndexer(server)
    for (let round = 0; round < share(1, 40); round += 1) {
      const people = {
        creator: person(),
        one: person(),
        two: person(),
        referrer: person(),
      }
      const address = await live(prng, people, share(36, 120))
      await indexer.caughtUp(chain)
      for (const { address: account } of Object.values(people)) {
        const lines = await readAll(account)
        const of = (isPaid: boolean) =>
          lines.filter(({ kind }) => (kind === 'withdrawal') === isPaid)
        const [earned, paid] = [of(false), of(true)].map((each) =>
          sum(each.map(({ amount_wei }) => amount_wei)),
        )
        const owed = await chain.client.readContract({
          ...{ address, abi: anyAbi, functionName: 'owed', args: [account] },
        })
        expect(earned).toBe(BigInt(owed) + (paid ?? 0n))

        const file = await readFile(account)
        expect(file.map(({ transaction, wei }) => [transaction, wei])).toEqual(
          lines.toReversed().map((line) => [line.transaction_hash, line.amount_wei]),
        )
      }
    }
    await indexer.stop()
  })

  test('has royalties of a split in coins and the wrapped token, which sum to what it owes and paid', async () => {
    const [creator, payee] = [person(), person()]
    const { create, fund, send } = launcher(chain)
    await fund(creator)
    const payees = [
      { account: creator.address, bps: 3333 },
      { account: payee.address, bps: 6667 },
    ]
    const terms = { hasRoyaltySplit: true, mintFee: fee, payees }
    const collection = await create(creator, terms)
    const [split] = await chain.client.readContract({
      ...{ address: collection, abi: anyAbi, functionName: 'royaltyInfo' },
      args: [1n, 1n],
    })
    const indexer = startTestIndexer(server)
    const readSplits = async () => {
      await indexer.caughtUp(chain)
      const { database } = server
      await database
        .updateTable('royalty_splits')
        .set({ read_at: new Date(0) })
        .execute()
      await readDueSplits(server.context)
    }
    const release = (...args: [Address] | [Address, Address]) => {
      const call = { abi: royaltySplitAbi, functionName: 'release', args } as const
      return send(creator, split, encodeFunctionData(call))
    }
    await send(creator, split, '0x', 1_000_000_007n)
    await payInWrapped(chain, creator, { to: split, amount: 999_999_937n })
    await readSplits()
    await release(payee.address)
    await send(creator, split, '0x', 77n)
    await release(wrappedToken, creator.address)
    await release(creator.address)
    await readSplits()
    await readSplits()

    for (const { address: account } of [creator, payee]) {
      const lines = await readAll(account)
      const file = await readFile(account, '&lines=royalties,withdrawals')
      expect(file.map(({ wei }) => wei)).toEqual(
        lines.toReversed().map(({ amount_wei }) => amount_wei),
      )
      const tokens = [
        ['ETH', null],
        ['WETH', wrappedToken],
      ] as const
      for (const [currency, token] of tokens) {
        const own = lines.filter((line) => line.currency === currency)
        const of = (kind: string) =>
          sum(own.flatMap((line) => (line.kind === kind ? line.amount_wei : [])))
        const args: readonly [Address] | readonly [Address, Address] =
          token === null ? [account] : [token, account]
        const call = (functionName: 'owed' | 'released') =>
          chain.client.readContract({
            ...{ address: split, abi: royaltySplitAbi, functionName, args },
          })
        expect(of('royalty_withdrawal')).toBe(await call('released'))
        expect(of('royalty') - of('royalty_withdrawal')).toBe(await call('owed'))
      }
    }
    const { data } = await server.get('/api/earnings', { as: creator })
    expect(data.payments).toMatchObject([
      { is_royalty: true, is_wrapped: false, name: 'Tidewater' },
      { is_royalty: true, is_wrapped: true },
    ])

    // Blocks that the chain replaced are read again.
    const before = await readAll(creator.address)
    await deleteRoyaltiesAbove(server.database, chain.id, 0)
    expect(await readAll(creator.address)).toEqual([])
    await readSplits()
    const amounts = (lines: StatementLine[]) =>
      lines.flatMap(({ kind, amount_wei }) => (kind === 'royalty' ? [] : amount_wei))
    expect(amounts(await readAll(creator.address))).toEqual(amounts(before))
    await indexer.stop()
  })

  test('has the worth of a line then and now, of the lines that are asked for', async () => {
    const { creator, collection } = await sold('=HYPERLINK("x")')
    const lines = await readAll(creator)
    expect(lines).toMatchObject([
      { kind: 'withdrawal', tokens: null, usd_then: 20, usd_now: 30, currency: 'ETH' },
      { kind: 'mint', tokens: 1, contract_address: collection, usd_then: 20 },
    ])
    const [file] = await readFile(creator, '&lines=mints')
    expect(file).toMatchObject({
      ...{ collection: `'=HYPERLINK("x")`, kind: 'mint', network: 'Local' },
      ...{
        wei: String(10n ** 16n),
        amount: '0.01',
        'USD then': '20.00',
        'USD now': '30.00',
      },
    })
    const at = async (query: string) =>
      (await server.get(`${getStatement.path}?${query}`, { as: creator })).meta.total
    const { time, contract_id } = lines[0] ?? {}
    expect(await at(`contract_id=${contract_id}&lines=withdrawals,mints`)).toBe(2)
    expect(await at('lines=referrals')).toBe(0)
    expect(await at(`to=${lines[1]?.time}`)).toBe(0)
    expect(await at(`from=${time}&lines=withdrawals`)).toBe(1)
  })

  test('has no worth then without a rate of the day before', async () => {
    const { creator } = await sold('Tidewater', new Date(Date.now() - 3 * 86_400_000))
    expect(await readAll(creator)).toMatchObject([
      { usd_then: null, usd_now: 30 },
      { usd_then: null, usd_now: 30 },
    ])
    expect(await readFile(creator)).toMatchObject([
      { 'USD then': '' },
      { 'USD then': '' },
    ])
  })

  test('names a wrong period, cursor or kind of line', async () => {
    const fieldsOf = async (query: string) =>
      (await server.get(`${getStatement.path}?${query}`, { as: person() })).error?.fields
    expect(await fieldsOf('lines=gifts')).toEqual({
      lines: [
        'Use some of: mints, referrals, royalties, withdrawals, separated by commas.',
      ],
    })
    expect(await fieldsOf('cursor=aaaa')).toEqual({
      cursor: ['This cursor is not from this list. Start at the first page.'],
    })
    expect(await fieldsOf('from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z')).toEqual({
      to: ['The period ends before it begins.'],
    })
  })
})

/** Sells a token of a collection to its creator's benefit, who is paid; a rate is stored. */
async function sold(name: string, rateAt?: Date) {
  const [creator, buyer] = [person(), person()]
  const { create, fund, send } = launcher(chain)
  await fund(creator, buyer)
  const price = 10n ** 16n
  const terms = { name, mintFee: fee, publicPhase: phase(price) }
  const collection = await create(creator, terms)
  await send(buyer, collection, callData('mint', [1n]), price + fee)
  await send(buyer, collection, callData('release', [creator.address]))
  await storeRate(server, chain, { usd_rate: 2000, ...(rateAt && { hour: rateAt }) })
  const indexer = startTestIndexer(server)
  await indexer.caughtUp(chain)
  await indexer.stop()
  return { creator: creator.address, collection }
}
