import { collectionAbi } from '@platemark/abi/collection'
import { encodeFunctionData, type Hex, zeroAddress } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { startTestChain } from '../test/chain.ts'
import { testCollections } from '../test/collections.ts'
import { testRpc, testWallet, walletError } from '../test/wallet.ts'
import { type CallOptions, type CallShown, noCall } from './call-context.ts'
import { type CallSession, createCallSession } from './call-session.ts'
import { callKey, pendingCalls } from './pending-calls.ts'
import type { Signer } from './request-transaction.ts'

const chain = await startTestChain()
const { client } = chain
const rpc = testRpc(chain)
const { creator, ada, create } = await testCollections(chain)
const contract = await create({ royaltyBps: 500, royaltyCeilingBps: 1_000 })
const open: CallSession[] = []

afterEach(async () => {
  for (const session of open.splice(0)) session.end()
  await client.setAutomine(true)
  await client.mine({ blocks: 1 })
})
afterAll(() => chain.stop())

const within = { timeout: 10_000, interval: 10 }
let topics = 0

type PageOptions = Partial<CallOptions> & {
  before?: () => Promise<void> | void
  walletChainId?: number
  wrap?: (signer: Signer) => Signer
}

/** Opens a page with a session of the creator, and records the states it shows. */
function openPage({ before, walletChainId, wrap, ...options }: PageOptions = {}) {
  const { signer, sent } = testWallet(chain, walletChainId, before)
  const shown: CallShown = { ...noCall }
  const steps: string[] = []
  const confirmations: number[] = []
  let changes = 0
  topics += 1
  const session = createCallSession({
    ...{ topic: `royalty ${topics}`, account: creator, chainId: foundry.id, contract },
    ...{ abi: collectionAbi, rpc, blockTag: 'pending', depth: 0, pollMs: 15 },
    signer: async () => wrap?.(signer) ?? signer,
    show(next) {
      Object.assign(shown, next)
      if (next.attempt) steps.push(next.attempt.step)
      if (next.mined) confirmations.push(next.mined.confirmations)
    },
    onChanged() {
      changes += 1
    },
    ...options,
  })
  open.push(session)
  const topic = options.topic ?? `royalty ${topics}`
  return { session, shown, steps, confirmations, topic, sent, changes: () => changes }
}
type Page = ReturnType<typeof openPage>

const royalty = (bps: number) => ({
  data: encodeFunctionData({
    abi: collectionAbi,
    functionName: 'setRoyalty',
    args: [BigInt(bps)],
  }),
  label: `Royalty ${bps / 100}%`,
})

async function readRoyalty() {
  const view = await client.readContract({
    ...{ address: contract, abi: collectionAbi, functionName: 'overview' },
  })
  return Number((view as { royaltyBps: bigint }).royaltyBps)
}

const mined = ({ shown }: Page) =>
  vi.waitFor(
    () => expect(shown.mined, JSON.stringify(shown.fault)).not.toBeNull(),
    within,
  )
const failed = ({ shown }: Page, fault: object) =>
  vi.waitFor(() => expect(shown.fault).toMatchObject(fault), within)

/** Resolves with the hash of a transaction once its tracker has read its nonce. */
async function pending({ shown, topic }: Page): Promise<Hex> {
  const key = callKey({ account: creator, chainId: foundry.id, contract, topic })
  await vi.waitFor(
    async () =>
      expect(await pendingCalls.find(key)).toMatchObject({ nonce: expect.anything() }),
    within,
  )
  // Safe: a transaction with a nonce has a hash.
  return (shown.attempt as { hash: Hex }).hash
}

/** A request that the wallet shows until the person confirms or declines it. */
function openPrompt() {
  const opened = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  return {
    open() {
      opened.resolve()
      return answered.promise
    },
    isOpen: opened.promise,
    confirm: () => answered.resolve(),
    decline: () => answered.reject(walletError(4001, 'User rejected the request.')),
  }
}

describe('a call', () => {
  test('is simulated, requested and counted until its block is final', async () => {
    const page = openPage({ depth: 2 })
    await page.session.send(royalty(400))
    await mined(page)
    expect([...new Set(page.steps)]).toEqual(['simulating', 'wallet', 'sent'])
    expect(page.shown).toMatchObject({ attempt: null, label: 'Royalty 4%' })
    expect([await readRoyalty(), page.changes()]).toEqual([400, 1])
    await client.mine({ blocks: 1 })
    await vi.waitFor(() => expect(page.shown.mined?.confirmations).toBe(1), within)
    await client.mine({ blocks: 1 })
    await vi.waitFor(() => expect(page.shown.mined?.confirmations).toBe(2), within)
    expect(page.confirmations).toEqual([...page.confirmations].sort())
  })

  test('that is pressed twice is requested once, and can be followed by another', async () => {
    const page = openPage({ depth: 5 })
    await Promise.all([page.session.send(royalty(390)), page.session.send(royalty(380))])
    await mined(page)
    expect([page.sent.length, await readRoyalty()]).toEqual([1, 390])
    await page.session.send(royalty(370))
    await mined(page)
    expect([page.sent.length, await readRoyalty()]).toEqual([2, 370])
  })

  test('in two tabs is requested by one of them, and followed by the other', async () => {
    const prompt = openPrompt()
    const first = openPage({ before: prompt.open })
    const second = openPage({ topic: first.topic })
    const sending = first.session.send(royalty(360))
    await prompt.isOpen
    await second.session.send(royalty(350))
    expect(second.shown.fault).toEqual({ kind: 'other_tab' })
    prompt.confirm()
    await sending
    await Promise.all([mined(first), mined(second)])
    expect([second.sent, await readRoyalty()]).toEqual([[], 360])
    expect(second.shown).toMatchObject({ label: 'Royalty 3.6%', isUnanswered: false })
  })

  test('that another tab sends is no longer shown as such once it was declined there', async () => {
    const prompt = openPrompt()
    const first = openPage({ before: prompt.open })
    const second = openPage({ topic: first.topic })
    const sending = first.session.send(royalty(360))
    await prompt.isOpen
    await second.session.send(royalty(350))
    prompt.decline()
    await sending
    await vi.waitFor(() => expect(second.shown).toEqual(noCall), within)
    expect([first.sent, second.sent]).toEqual([[], []])
  })

  test('that the contract refuses opens no request, and has its reason', async () => {
    const page = openPage()
    await page.session.send(royalty(1_001))
    const refusal = { kind: 'contract', error: 'BadRoyalty', values: [1_000n] }
    expect(page.shown.fault).toMatchObject({ kind: 'refused', refusal })
    const stranger = openPage({ account: ada })
    await stranger.session.send(royalty(300))
    expect(stranger.shown.fault).toMatchObject({ refusal: { error: 'NotOwner' } })
    expect([page.sent, stranger.sent]).toEqual([[], []])
  })

  test('of a wallet that cannot pay the network fee opens no request', async () => {
    const balance = await client.getBalance({ address: creator })
    await client.setBalance({ address: creator, value: 1n })
    const page = openPage()
    await page.session.send(royalty(300))
    await client.setBalance({ address: creator, value: balance })
    expect(page.shown.fault).toMatchObject({ kind: 'short', balanceWei: 1n })
    expect(page.sent).toEqual([])
  })

  test('while no node answers is refused, and nothing is sent', async () => {
    const page = openPage({ rpc: () => Promise.reject(new Error('gone')) })
    await page.session.send(royalty(300))
    expect(page.shown.fault).toEqual({
      kind: 'refused',
      refusal: { kind: 'unreachable' },
    })
    expect(page.sent).toEqual([])
  })

  test('that was declined can be requested again', async () => {
    let isWilling = false
    const page = openPage({
      before() {
        if (!isWilling) throw walletError(4001, 'User rejected the request.')
      },
    })
    await page.session.send(royalty(340))
    expect(page.shown).toMatchObject({
      fault: { kind: 'refused', refusal: { kind: 'rejected' } },
      attempt: null,
    })
    isWilling = true
    await page.session.send(royalty(340))
    await mined(page)
    expect(await readRoyalty()).toBe(340)
  })

  test('of a wallet on another network is not requested', async () => {
    const page = openPage({ walletChainId: 1 })
    await page.session.send(royalty(300))
    expect(page.shown.fault).toEqual({ kind: 'refused', refusal: { kind: 'moved' } })
    expect(page.sent).toEqual([])
  })

  test('that the wallet answers after the wait was ended is followed all the same', async () => {
    let confirm = () => {}
    const page = openPage({
      promptMs: 10,
      before: () => new Promise((resolve) => (confirm = resolve)),
    })
    const sending = page.session.send(royalty(330))
    const late = { step: 'wallet', isLate: true }
    await vi.waitFor(() => expect(page.shown.attempt).toEqual(late), within)
    page.session.stopWaiting()
    await sending
    expect(page.shown).toMatchObject({ attempt: null, isUnanswered: true })
    const other = openPage({ topic: page.topic })
    await vi.waitFor(() => expect(other.shown.isUnanswered).toBe(true), within)
    await other.session.clear()
    expect(other.shown.isUnanswered).toBe(false)
    confirm()
    await Promise.all([mined(page), mined(other)])
    expect([page.shown.isUnanswered, await readRoyalty()]).toEqual([false, 330])
  })
})

describe('a call that was sent', () => {
  test('is followed through a copy with a higher fee, and after a reload', async () => {
    const page = openPage()
    await client.setAutomine(false)
    await page.session.send(royalty(320))
    const hash = await pending(page)
    page.session.end()
    const again = openPage({ topic: page.topic })
    expect(await pending(again)).toBe(hash)
    expect(again.shown.label).toBe('Royalty 3.2%')
    const copy = await resend(hash)
    await client.mine({ blocks: 1 })
    await mined(again)
    expect(again.shown.mined?.receipt.transactionHash).toBe(copy)
    expect([page.shown.mined, await readRoyalty()]).toEqual([null, 320])
  })

  test.each([
    ['cancelled', true],
    ['replaced', false],
  ])('and was %s in the wallet can be sent again', async (end, isToSelf) => {
    const page = openPage()
    await client.setAutomine(false)
    await page.session.send(royalty(310))
    const hash = await pending(page)
    await resend(hash, { to: isToSelf ? creator : zeroAddress, data: '0x' })
    await client.mine({ blocks: 1 })
    await failed(page, { kind: 'ended', end })
    await client.setAutomine(true)
    await page.session.send(royalty(310))
    await mined(page)
  })

  test('and was dropped is followed again when a node knows it after all', async () => {
    const page = openPage({ patienceMs: 150 })
    await client.setAutomine(false)
    await page.session.send(royalty(290))
    const hash = await pending(page)
    const raw = await rpc('eth_getRawTransactionByHash', [hash])
    await client.dropTransaction({ hash })
    await failed(page, { kind: 'ended', end: 'dropped' })
    await rpc('eth_sendRawTransaction', [raw])
    await vi.waitFor(() => expect(page.shown.attempt?.step).toBe('sent'), within)
    await client.mine({ blocks: 1 })
    await mined(page)
    expect([page.shown.fault, await readRoyalty()]).toEqual([null, 290])
  })

  test('is shown as waiting for silent nodes, and goes on when one responds again', async () => {
    let isSilent = false
    const page = openPage({
      rpc: (method, params) =>
        isSilent ? Promise.reject(new Error('no response')) : rpc(method, params),
    })
    await client.setAutomine(false)
    await page.session.send(royalty(300))
    await pending(page)
    isSilent = true
    const silent = (is: boolean) =>
      vi.waitFor(
        () => expect(page.shown.attempt).toMatchObject({ step: 'sent', isSilent: is }),
        within,
      )
    await silent(true)
    isSilent = false
    await silent(false)
    await client.mine({ blocks: 1 })
    await mined(page)
    expect([page.shown.fault, page.sent.length]).toEqual([null, 1])
  })

  test('and reverted has the reason of the contract', async () => {
    const other = await create()
    const data = encodeFunctionData({ abi: collectionAbi, functionName: 'freezeCap' })
    await client.setAutomine(false)
    // The same change, sent from another browser a moment before.
    const first = { account: creator, chain: foundry, to: other, data, gas: 200_000n }
    await client.sendTransaction(first)
    const page = openPage({ contract: other, blockTag: 'latest', wrap: withGas })
    await page.session.send({ data, label: 'Freeze the supply' })
    await vi.waitFor(() => expect(page.shown.attempt?.step).toBe('sent'), within)
    await client.mine({ blocks: 1 })
    const reason = { kind: 'contract', error: 'Frozen' }
    await failed(page, { kind: 'ended', end: 'reverted', reason })
    expect(page.changes()).toBe(1)
  })

  test('is followed again after a reorg took its block back', async () => {
    const page = openPage({ depth: 5 })
    await page.session.send(royalty(280))
    await mined(page)
    const hash = page.shown.mined?.receipt.transactionHash as Hex
    const raw = await rpc('eth_getRawTransactionByHash', [hash])
    await client.setAutomine(false)
    await rpc('anvil_rollback', [1])
    await client.dropTransaction({ hash }).catch(() => undefined)
    await client.mine({ blocks: 2 })
    await vi.waitFor(() => expect(page.shown.mined).toBeNull(), within)
    expect(page.changes()).toBe(2)
    await rpc('eth_sendRawTransaction', [raw]).catch(() => undefined)
    await client.mine({ blocks: 1 })
    await mined(page)
    expect(await readRoyalty()).toBe(280)
  })

  test('under another hash than the wallet returned is found by its effect', async () => {
    const fake: Hex = `0x${'ab'.repeat(32)}`
    let real: Hex | undefined
    const page = openPage({
      wrap: (signer) => ({
        async request(call) {
          if (call.method !== 'eth_sendTransaction') return signer.request(call)
          // Safe: the wallet of the test returns hashes.
          real = (await signer.request(call)) as Hex
          return fake
        },
      }),
      findEffect: async () =>
        real && ((await rpc('eth_getTransactionReceipt', [real])) as never),
    })
    await page.session.send(royalty(270))
    await mined(page)
    expect(page.shown.mined?.receipt.transactionHash).toBe(real)
  })
})

/** Sends a transaction again with a higher fee, or another one with its nonce. */
async function resend(hash: Hex, changes: { to?: Hex; data?: Hex } = {}): Promise<Hex> {
  const { from, to, input, nonce } = await client.getTransaction({ hash })
  return client.sendTransaction({
    ...{ account: from, chain: foundry, to: changes.to ?? to, nonce },
    ...{ data: changes.data ?? input, gas: 500_000n },
    maxFeePerGas: 90_000_000_000n,
    maxPriorityFeePerGas: 50_000_000_000n,
  })
}

/** A wallet that estimates no gas. */
function withGas(signer: Signer): Signer {
  return {
    async request(call) {
      if (call.method !== 'eth_sendTransaction') return signer.request(call)
      // Safe: requests to wallets carry lists of parameters.
      const [transaction] = call.params as [object]
      return rpc(call.method, [{ ...transaction, gas: '0x30d40' }])
    },
  }
}
