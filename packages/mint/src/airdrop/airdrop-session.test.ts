import { collectionAbi } from '@platemark/abi/collection'
import { type Address, type Hex, toHex } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { startTestChain } from '../../test/chain.ts'
import { testCollections } from '../../test/collections.ts'
import { testRpc, testWallet, walletError } from '../../test/wallet.ts'
import { noCall } from '../call-context.ts'
import type { Signer } from '../request-transaction.ts'
import type { Rpc } from '../rpc.ts'
import type { AirdropOptions, AirdropShown } from './airdrop-context.ts'
import { type AirdropPlan, listAirdropPlans, saveAirdropPlan } from './airdrop-plans.ts'
import { type AirdropSession, createAirdropSession } from './airdrop-session.ts'
import { listBatches } from './batch-gifts.ts'
import { matchGiven, readGiven } from './find-given.ts'
import type { Gift } from './gift.ts'

const chain = await startTestChain()
const { client } = chain
const rpc = testRpc(chain)
const { create, change, creator, ada } = await testCollections(chain)
const open: AirdropSession[] = []
afterEach(async () => {
  for (const session of open.splice(0)) session.end()
  await client.setAutomine(true)
})
afterAll(chain.stop)

const wallet = (at: number): Address => toHex(0xb000 + at, { size: 20 })
const gifts = (count: number): Gift[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ address: wallet(at), quantity: 1 + (at % 3), line: at + 1 },
  }))

let plans = 0

async function makePlan(contract: Address, all: Gift[]): Promise<AirdropPlan> {
  plans += 1
  const plan: AirdropPlan = {
    ...{ chainId: foundry.id, contract, account: creator, source: 'gifts.csv' },
    ...{
      startedAt: plans,
      sinceBlock: await client.getBlockNumber({ cacheTime: 0 }),
      endedAt: null,
    },
    ...{ gifts: all, earlier: [], refused: [], sending: null, given: [] },
  }
  await saveAirdropPlan(plan)
  return plan
}

type Options = Partial<AirdropOptions> & { wrap?: (signer: Signer) => Signer }

/** Opens a session of the newest state of a plan, as a page does after a reload. */
async function opened(contract: Address, { wrap, ...changes }: Options = {}) {
  const [plan] = await listAirdropPlans({ chainId: foundry.id, contract })
  if (!plan) throw new Error('no plan is stored')
  const { signer, sent } = testWallet(chain)
  const shown: AirdropShown = {
    ...{ plan, given: new Map(), step: null, batch: null, fault: null },
    ...{ isUncertain: false, call: noCall },
  }
  const session = createAirdropSession({
    ...{ plan, account: creator, chainId: foundry.id, contract, kind: 'drop', rpc },
    ...{ blockTag: 'latest', depth: 0, pollMs: 20, maxGas: 1_200_000n },
    signer: async () => wrap?.(signer) ?? signer,
    label: ({ gifts: count }) => `${count} gifts`,
    show: (one) => Object.assign(shown, one),
    onGiven: () => undefined,
    ...changes,
  })
  open.push(session)
  return { session, shown, sent }
}

/** Expects that each gift is on the chain exactly once, and nothing else. */
async function expectOnce(contract: Address, all: readonly Gift[]) {
  const to = await client.getBlockNumber({ cacheTime: 0 })
  const given = await readGiven(rpc, { contract, from: 0n, to })
  const summary = (list: readonly { address: string; quantity: number }[]) =>
    list.map(({ address, quantity }) => `${address} ${quantity}`).sort()
  expect(summary(given)).toEqual(summary(all))
  expect(matchGiven(all, given).size).toBe(all.length)
}

const until = (isTrue: () => boolean) =>
  vi.waitFor(() => expect(isTrue()).toBe(true), 10_000)

describe('an airdrop', () => {
  test('of 60 rows that is interrupted twice gives each of them once', async () => {
    const contract = await create({ maxSupply: 500 })
    const all = gifts(60)
    await makePlan(contract, all)
    // The page is closed between the signature and the hash.
    let hasSigned = false
    const first = await opened(contract, {
      wrap: (signer) => ({
        async request(call) {
          if (call.method !== 'eth_sendTransaction' || first.sent.length < 1)
            return signer.request(call)
          void signer.request(call).then(() => {
            hasSigned = true
          })
          return new Promise(() => undefined)
        },
      }),
    })
    void first.session.run()
    await until(() => hasSigned)
    first.session.end()

    // Closed again while a transaction waits for a block.
    const second = await opened(contract)
    await until(() => second.shown.given.size > 20)
    expect(second.shown).toMatchObject({ isUncertain: false, plan: { sending: null } })
    await client.setAutomine(false)
    void second.session.run()
    await until(() => second.shown.call.attempt?.step === 'sent')
    second.session.end()
    await client.setAutomine(true)
    await client.mine({ blocks: 1 })

    const third = await opened(contract)
    await third.session.run()
    expect(third.shown).toMatchObject({ step: null, fault: null, isUncertain: false })
    expect(third.shown.plan.endedAt).not.toBeNull()
    expect(third.shown.plan.given).toHaveLength(60)
    await expectOnce(contract, all)
    const batches = first.sent.length + second.sent.length + third.sent.length
    expect(batches).toBe(listBatches(all, 'drop', 1_200_000n).length)
  })

  test('stops where a transaction was dropped, and sends it again only once that is confirmed', async () => {
    const contract = await create({ maxSupply: 500 })
    const all = gifts(5)
    await makePlan(contract, all)
    const page = await opened(contract, { patienceMs: 30 })
    await client.setAutomine(false)
    const run = page.session.run()
    await until(() => page.shown.call.attempt?.step === 'sent')
    const { attempt } = page.shown.call
    // Safe: a transaction that was sent has a hash.
    const { hash } = attempt as { hash: Hex }
    await client.dropTransaction({ hash })
    await run
    expect(page.shown).toMatchObject({ isUncertain: true, given: new Map() })
    page.session.end()
    await client.setAutomine(true)

    const later = await opened(contract)
    await later.session.run()
    expect(later.shown).toMatchObject({ isUncertain: true, step: null })
    expect(later.sent).toEqual([])
    await later.session.runAgain()
    expect(later.shown.isUncertain).toBe(false)
    await expectOnce(contract, all)
  })

  test('sends nothing again that is mined while its end was not known', async () => {
    const contract = await create({ maxSupply: 500 })
    const all = gifts(5)
    const plan = await makePlan(contract, all)
    await saveAirdropPlan({ ...plan, sending: all.map(({ address }) => address) })
    const page = await opened(contract)
    await page.session.run()
    expect(page.shown.isUncertain).toBe(true)
    const quantities = all.map(({ quantity }) => BigInt(quantity))
    await change(contract, 'airdrop', [all.map(({ address }) => address), quantities])
    await page.session.run()
    expect(page.shown.plan.endedAt).not.toBeNull()
    expect(page.sent).toEqual([])
    await expectOnce(contract, all)
  })

  test('goes on after it was declined in the wallet', async () => {
    const contract = await create({ maxSupply: 500 })
    const all = gifts(5)
    await makePlan(contract, all)
    let isDeclined = true
    const { session, shown } = await opened(contract, {
      wrap: (signer) => ({
        request: (call) =>
          isDeclined && call.method === 'eth_sendTransaction'
            ? Promise.reject(walletError(4001, 'User rejected the request.'))
            : signer.request(call),
      }),
    })
    await session.run()
    expect(shown).toMatchObject({
      isUncertain: false,
      call: { fault: { kind: 'refused', refusal: { kind: 'rejected' } } },
    })
    isDeclined = false
    await session.run()
    await expectOnce(contract, all)
  })

  test('goes on after its nodes were silent while a batch was on its way and when it was mined', async () => {
    const contract = await create({ maxSupply: 500 })
    const all = gifts(60)
    await makePlan(contract, all)
    const silent = new Set<string>()
    const page = await opened(contract, {
      rpc: (method, params) =>
        silent.has(method) ? Promise.reject(new Error('gone')) : rpc(method, params),
    })
    await client.setAutomine(false)
    const run = page.session.run()
    await until(() => page.shown.call.attempt?.step === 'sent')
    silent.add('eth_getTransactionReceipt').add('eth_getTransactionByHash')
    await vi.waitFor(() =>
      expect(page.shown.call.attempt).toMatchObject({ isSilent: true }),
    )
    silent.clear()
    silent.add('eth_getLogs')
    await client.setAutomine(true)
    await client.mine({ blocks: 1 })
    await run
    expect(page.shown).toMatchObject({
      ...{ fault: { refusal: { kind: 'unreachable' } }, isUncertain: false, step: null },
    })
    expect(page.sent).toHaveLength(1)
    silent.clear()
    await page.session.run()
    expect(page.shown).toMatchObject({ fault: null, plan: { refused: [] } })
    await expectOnce(contract, all)
  })

  test('stops after the batch on its way when it is paused', async () => {
    const contract = await create({ maxSupply: 500 })
    await makePlan(contract, gifts(60))
    const { session, shown, sent } = await opened(contract, {
      wrap: (signer) => ({
        request(call) {
          if (call.method === 'eth_sendTransaction') session.pause()
          return signer.request(call)
        },
      }),
    })
    await session.run()
    expect(sent).toHaveLength(1)
    expect(shown).toMatchObject({ step: null, plan: { sending: null, endedAt: null } })
    await until(() => shown.given.size > 0)
  })

  test('names the rows for which too little is left, and gives all others', async () => {
    const contract = await create({ maxSupply: 6 })
    const all = gifts(5)
    await makePlan(contract, all)
    const { session, shown } = await opened(contract)
    await session.run()
    expect(shown.plan.refused).toEqual(
      all.slice(3).map((gift) => ({ gift, refusal: { kind: 'too_few_left', left: 0 } })),
    )
    await expectOnce(contract, all.slice(0, 3))
  })

  test('is refused where the contract has another owner, and where no node answers', async () => {
    const contract = await create({ maxSupply: 500 })
    await makePlan(contract, gifts(5))
    const { session, shown, sent } = await opened(contract, { account: ada })
    await session.run()
    expect(shown.fault).toMatchObject({
      kind: 'refused',
      refusal: { kind: 'contract', error: 'NotOwner' },
    })
    const silent: Rpc = () => Promise.reject(new Error('timeout'))
    const other = await opened(contract, { rpc: silent })
    await other.session.run()
    expect(other.shown.fault).toMatchObject({ refusal: { kind: 'unreachable' } })
    expect([...sent, ...other.sent]).toEqual([])
    await expectOnce(contract, [])
  })
})

test('reads gifts and their tokens as the contract emitted them', async () => {
  const contract = await create()
  await change(contract, 'airdrop', [
    [ada, creator, ada],
    [2n, 3n, 2n],
  ])
  const to = await client.getBlockNumber({ cacheTime: 0 })
  const given = await readGiven(rpc, { contract, from: to, to })
  expect(given.map(({ quantity }) => quantity)).toEqual([2, 3, 2])
  const balance = await client.readContract({
    ...{ address: contract, abi: collectionAbi, functionName: 'totalSupply' },
  })
  expect(balance).toBe(7n)
})
