import { setTimeout } from 'node:timers/promises'
import { pendingDeployments } from '@platemark/mint/pending-deployments'
import { walletError } from '@platemark/mint/test/wallet'
import { type Hex, parseEther, zeroAddress } from 'viem'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { type ReviewPage, startDeploying } from './deploying.ts'

const desk = await startDeploying()
const { client, rpc, chain, draft, open, read, update, passDeadline } = desk
afterEach(desk.endAll)
afterAll(desk.stop)

const within = { timeout: 10_000, interval: 15 }
const created = ({ shown }: ReviewPage) =>
  vi.waitFor(
    () => expect(shown.created, JSON.stringify(shown.fault)).not.toBeNull(),
    within,
  )
const faulted = ({ shown }: ReviewPage, fault: object) =>
  vi.waitFor(() => expect(shown.fault).toMatchObject(fault), within)

/** Resolves with the hash of a deployment once a node knows it. */
async function pending({ shown }: ReviewPage): Promise<Hex> {
  await vi.waitFor(() => expect(shown.attempt?.step).toBe('sent'), within)
  // Safe: that step has a hash.
  return (shown.attempt as { hash: Hex }).hash
}

/** Resolves once the tracker of a deployment has read its nonce, by which it is replaced. */
function seen(draftId: string): Promise<unknown> {
  return vi.waitFor(
    async () =>
      expect(await pendingDeployments.find(draftId)).toMatchObject({
        nonce: expect.anything(),
      }),
    within,
  )
}

describe('a deployment', () => {
  test('is shown from its preparation to the block, and indexed from the event', async () => {
    const one = await draft()
    const page = open(one)
    await page.session.deploy()
    await created(page)
    expect([...new Set(page.steps)]).toEqual(['preparing', 'wallet', 'sent'])
    const { created: made } = page.shown
    const receipt = await client.getTransactionReceipt({ hash: made?.hash as Hex })
    expect(page.shown).toMatchObject({
      ...{ attempt: null, prepared: null, fault: null },
      created: { blockNumber: receipt.blockNumber },
    })
    await desk.caughtUp()
    expect(await read(one)).toMatchObject({
      state: 'indexed',
      collection: { contract_address: made?.collection },
    })
  })

  test('that ended while its draft was read is not followed again', async () => {
    const answer = Promise.withResolvers<void>()
    let untilAnswered = async () => {}
    const page = open(await draft(), { untilAnswered: () => untilAnswered() })
    await page.session.deploy()
    untilAnswered = () => answer.promise
    const recovery = page.session.recover()
    await created(page)
    answer.resolve()
    await recovery
    expect(page.shown).toMatchObject({ prepared: null, created: expect.anything() })
  })

  test('that the server knows to be created is shown before the next look at the chain', async () => {
    const one = await draft()
    await client.setAutomine(false)
    const page = open(one, { pollMs: 600_000 })
    await page.session.deploy()
    const hash = await pending(page)
    await seen(one.id)
    await client.mine({ blocks: 1 })
    await desk.caughtUp()
    await page.session.recover()
    await created(page)
    expect(page.shown).toMatchObject({ attempt: null, prepared: null, created: { hash } })
  })

  test('is followed although an earlier read of its draft is answered late', async () => {
    const answer = Promise.withResolvers<void>()
    const one = await draft()
    const page = open(one, { untilAnswered: () => answer.promise })
    await client.setAutomine(false)
    await page.session.deploy()
    answer.resolve()
    await page.session.recover()
    expect(page.shown).toMatchObject({ attempt: { step: 'sent' } })
    await seen(one.id)
    await client.mine({ blocks: 1 })
    await client.setAutomine(true)
    await created(page)
  })

  test('that is started twice is prepared and requested once', async () => {
    const one = await draft()
    const page = open(one)
    await Promise.all([page.session.deploy(), page.session.deploy()])
    await page.session.deploy()
    await created(page)
    expect(page.wallet.sent).toHaveLength(1)
    expect(await desk.countCreated(one.owner)).toBe(1)
  })

  test('in two tabs is requested by one of them, and followed by the other', async () => {
    const one = await draft()
    let confirm = () => {}
    const first = open(one, {
      before: () =>
        new Promise((resolve) => {
          confirm = resolve
        }),
    })
    const second = open(one)
    const deploying = first.session.deploy()
    await vi.waitFor(() => expect(first.shown.attempt?.step).toBe('wallet'), within)
    await second.session.deploy()
    expect(second.shown.fault).toEqual({ kind: 'other_tab' })
    confirm()
    await deploying
    await Promise.all([created(first), created(second)])
    expect(second.wallet.sent).toEqual([])
    expect(await desk.countCreated(one.owner)).toBe(1)
  })

  test('that was declined is requested again for the same address', async () => {
    const one = await draft()
    let isWilling = false
    const page = open(one, {
      before() {
        if (!isWilling) throw walletError(4001, 'User rejected the request.')
      },
    })
    await page.session.deploy()
    expect(page.shown).toMatchObject({
      fault: { kind: 'refused', refusal: { kind: 'rejected' } },
      attempt: null,
    })
    const collection = page.shown.prepared?.collection
    isWilling = true
    await page.session.deploy()
    await created(page)
    expect(page.shown.created?.collection).toBe(collection)
  })

  test('of a wallet without funds opens no request, and is sent once it has some', async () => {
    const one = await draft({}, 0n)
    const page = open(one)
    await page.session.deploy()
    expect(page.shown.fault).toMatchObject({ kind: 'short', balanceWei: 0n })
    expect(page.wallet.sent).toEqual([])
    await client.setBalance({ address: one.owner, value: parseEther('1') })
    await page.session.deploy()
    await created(page)
    expect(page.wallet.sent).toHaveLength(1)
  })

  test.each([
    ['network', 'moved', { walletChainId: 1 }],
    [
      'account',
      'switched',
      { wrap: (signer: ReviewPage['wallet']['signer']) => withAccounts(signer) },
    ],
  ])('is not requested from a wallet on another %s', async (_, kind, options) => {
    const page = open(await draft(), options)
    await page.session.deploy()
    expect(page.shown.fault).toEqual({ kind: 'refused', refusal: { kind } })
    expect(page.wallet.sent).toEqual([])
  })

  test('of an incomplete draft is not prepared, and has the reason of the server', async () => {
    const one = await draft({ max_supply: null })
    const page = open(one)
    await page.session.deploy()
    expect(page.shown.fault).toMatchObject({ kind: 'unprepared' })
    expect((await read(one)).state).toBe('open')
  })

  test('that the wallet answers after the wait was ended is followed all the same', async () => {
    const one = await draft()
    let confirm = () => {}
    const page = open(one, {
      promptMs: 20,
      before: () =>
        new Promise((resolve) => {
          confirm = resolve
        }),
    })
    const deploying = page.session.deploy()
    const late = { step: 'wallet', isLate: true }
    await vi.waitFor(() => expect(page.shown.attempt).toEqual(late), within)
    page.session.stopWaiting()
    await deploying
    expect(page.shown).toMatchObject({ attempt: null, isUnanswered: true })
    confirm()
    await created(page)
    expect(page.shown.isUnanswered).toBe(false)
  })
})

describe('a deployment that was sent', () => {
  test('is followed through a copy with a higher fee', async () => {
    const page = open(await draft())
    await client.setAutomine(false)
    await page.session.deploy()
    const copy = await resend(await pending(page))
    await client.mine({ blocks: 1 })
    await created(page)
    expect(page.shown.created?.hash).toBe(copy)
  })

  test.each([
    ['cancelled', true],
    ['replaced', false],
  ])('and was %s in the wallet can be sent again', async (end, isToSelf) => {
    const one = await draft()
    const page = open(one)
    await client.setAutomine(false)
    await page.session.deploy()
    const to = isToSelf ? one.owner : zeroAddress
    const hash = await pending(page)
    await seen(one.id)
    await resend(hash, { to, data: '0x' })
    await client.mine({ blocks: 1 })
    await faulted(page, { kind: 'ended', end })
    await client.setAutomine(true)
    await page.session.deploy()
    await created(page)
    expect(await desk.countCreated(one.owner)).toBe(1)
  })

  test('and was dropped is created once, also if it comes back after it was sent again', async () => {
    const one = await draft()
    const page = open(one, { patienceMs: 200 })
    await client.setAutomine(false)
    await page.session.deploy()
    const hash = await pending(page)
    const { input } = await client.getTransaction({ hash })
    await client.dropTransaction({ hash })
    await faulted(page, { kind: 'ended', end: 'dropped' })
    await page.session.deploy()
    await pending(page)
    await client.mine({ blocks: 1 })
    await created(page)
    // The first one, which a node had kept.
    await client.setAutomine(true)
    const late = await client.sendTransaction({
      ...{ account: one.owner, chain: chain.chain, gas: 3_000_000n },
      ...{ to: chain.contracts.factory, data: input },
    })
    // Anvil returns the hash before it has mined the transaction.
    const receipt = await client.waitForTransactionReceipt({
      hash: late,
      pollingInterval: 15,
    })
    expect(receipt.status).toBe('reverted')
    expect(await desk.countCreated(one.owner)).toBe(1)
  })

  test('and reverted has the reason of the contract', async () => {
    const page = open(await draft(), { wrap: withGas })
    await page.session.deploy()
    await faulted(page, { kind: 'ended', end: 'reverted' })
    expect(page.shown.prepared).not.toBeNull()
  })

  test('is found after a reload', async () => {
    const one = await draft()
    const page = open(one)
    await client.setAutomine(false)
    await page.session.deploy()
    const hash = await pending(page)
    page.session.end()
    const again = open(one)
    expect(await pending(again)).toBe(hash)
    await client.mine({ blocks: 1 })
    await created(again)
  })

  test.each([
    ['by the hash that its page reported', true],
    ['by the event of the factory', false],
  ])('is found on another device %s', async (_, isReported) => {
    const one = await draft()
    const page = open(one)
    await client.setAutomine(false)
    await page.session.deploy()
    const hash = await pending(page)
    const reported = async () => (await read(one)).transaction_hash
    await vi.waitFor(async () => expect(await reported()).toBe(hash), within)
    page.session.end()
    // Another device has no record of this browser.
    const record = await pendingDeployments.find(one.id)
    if (record) await pendingDeployments.remove(record)
    if (!isReported) await desk.forgetHash(one)
    const other = open(one)
    if (isReported) expect(await pending(other)).toBe(hash)
    await vi.waitFor(() => expect(other.shown.prepared).not.toBeNull(), within)
    await client.mine({ blocks: 1 })
    await created(other)
    expect(other.shown.created?.hash).toBe(hash)
  })

  test('is followed again after a reorg took its block back', async () => {
    const page = open(await draft(), { depth: 5 })
    await page.session.deploy()
    await created(page)
    const hash = page.shown.created?.hash as Hex
    const raw = await rpc('eth_getRawTransactionByHash', [hash])
    await client.setAutomine(false)
    await rpc('anvil_rollback', [1])
    await client.dropTransaction({ hash }).catch(() => undefined)
    await client.mine({ blocks: 2 })
    await vi.waitFor(() => expect(page.shown.created).toBeNull(), within)
    await rpc('eth_sendRawTransaction', [raw]).catch(() => undefined)
    await client.mine({ blocks: 1 })
  })
})

describe('a deadline that passed', () => {
  test('opens the draft for changes, and its next deployment is the only one', async () => {
    const one = await draft()
    const page = open(one, {
      before: () => Promise.reject(walletError(4001, 'User rejected the request.')),
    })
    await page.session.deploy()
    expect((await update(one, { name: 'High Sun' })).error?.code).toBe(
      'deployment_pending',
    )
    await passDeadline()
    await faulted(page, { kind: 'expired', wasSent: false })
    expect(page.shown.prepared).toBeNull()
    expect((await update(one, { name: 'High Sun' })).status).toBe(200)
    page.session.end()
    const again = open(one)
    await again.session.deploy()
    await created(again)
    expect(await desk.countCreated(one.owner)).toBe(1)
  })

  test('ends a transaction that was not mined in time', async () => {
    const one = await draft()
    const page = open(one)
    await client.setAutomine(false)
    await page.session.deploy()
    await pending(page)
    const { timestamp } = await client.getBlock({ blockTag: 'latest' })
    await client.setNextBlockTimestamp({ timestamp: timestamp + 2000n })
    await client.mine({ blocks: 1 })
    await faulted(page, { kind: 'expired' })
    expect(await desk.countCreated(one.owner)).toBe(0)
    expect((await read(one)).state).toBe('open')
  })
})

test('shows nothing more after the session ended', async () => {
  const page = open(await draft())
  await client.setAutomine(false)
  await page.session.deploy()
  await pending(page)
  page.session.end()
  await client.mine({ blocks: 1 })
  await setTimeout(150)
  expect(page.shown.created).toBeNull()
})

/** Sends a transaction again with a higher fee, or another one with its nonce. */
async function resend(hash: Hex, changes: { to?: Hex; data?: Hex } = {}): Promise<Hex> {
  const { from, to, input, nonce } = await client.getTransaction({ hash })
  return client.sendTransaction({
    ...{ account: from, chain: chain.chain, to: changes.to ?? to, nonce },
    ...{ data: changes.data ?? input, gas: 500_000n },
    maxFeePerGas: 90_000_000_000n,
    maxPriorityFeePerGas: 50_000_000_000n,
  })
}

type Signer = ReviewPage['wallet']['signer']

function withAccounts(signer: Signer): Signer {
  return {
    request: (call) =>
      call.method === 'eth_accounts'
        ? Promise.resolve([zeroAddress])
        : signer.request(call),
  }
}

/** A wallet that allows too little gas. */
function withGas(signer: Signer): Signer {
  return {
    async request(call) {
      if (call.method !== 'eth_sendTransaction') return signer.request(call)
      const [transaction] = call.params as [object]
      return rpc(call.method, [{ ...transaction, gas: '0x16000' }])
    },
  }
}
