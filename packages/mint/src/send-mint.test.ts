import { collectionAbi } from '@platemark/abi/collection'
import { mintState } from '@platemark/rules/mint-state'
import { reasonCodes } from '@platemark/rules/reason-codes'
import { listMintReasons } from '@platemark/rules/states'
import { declinedErrors, undeclinedErrors } from '@platemark/wallet/test/wallet-errors'
import { walletTimes } from '@platemark/wallet/wallet-request'
import { type Address, parseEther } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { startTestChain } from '../test/chain.ts'
import { openNow, orderFor, price, testCollections } from '../test/collections.ts'
import { testRpc, testWallet, walletError } from '../test/wallet.ts'
import { SignerError, toRefusal } from './refusal.ts'
import type { Signer } from './request-transaction.ts'
import { httpRpc, type Rpc } from './rpc.ts'
import { sendMint, simulateMint } from './send-mint.ts'

const chain = await startTestChain()
afterAll(chain.stop)
const { client } = chain
const rpc = testRpc(chain)
const { ada, bob, change, create } = await testCollections(chain)
const sending = { rpc, chainId: foundry.id, mintedBefore: 0 }

describe('a mint', () => {
  test('is simulated, and sent with its chain id', async () => {
    const contract = await create({ publicPhase: openNow })
    const order = orderFor(contract, ada, { quantity: 2 })
    await simulateMint(rpc, order, 'pending')
    const { signer, sent } = testWallet(chain)
    const { hash } = await sendMint(order, { ...sending, signer })
    expect(sent).toMatchObject([{ from: ada, to: contract, chainId: '0x7a69' }])
    const receipt = await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
    expect(receipt.status).toBe('success')
    expect(receipt.logs).toHaveLength(2)
  })

  test('is not sent by a wallet that switched its network without an event', async () => {
    const order = orderFor(await create({ publicPhase: openNow }), ada)
    const { signer, sent } = testWallet(chain, 1)
    const failed = sendMint(order, { ...sending, signer }).catch(toRefusal)
    expect(await failed).toEqual({ kind: 'moved' })
    expect(sent).toEqual([])
  })
})

describe('the reason of a refused mint', () => {
  const refused = (order: ReturnType<typeof orderFor>, send: Rpc = rpc) =>
    simulateMint(send, order, 'pending').then(() => undefined, toRefusal)

  test('is the error of the contract by its name', async () => {
    const contract = await create({ publicPhase: openNow })
    await change(contract, 'setPaused', [true])
    expect(await refused(orderFor(contract, ada))).toMatchObject({
      kind: 'contract',
      error: 'Paused',
    })
    await change(contract, 'setPaused', [false])
    expect(await refused(orderFor(contract, ada, { unitWei: 1n }))).toMatchObject({
      error: 'WrongValue',
      values: [1n, price],
    })
  })

  test('is the money where the wallet has too little', async () => {
    const contract = await create({ publicPhase: openNow })
    const poor: Address = '0x00000000000000000000000000000000000000a1'
    expect(await refused(orderFor(contract, poor))).toEqual({ kind: 'funds' })
    expect(await refused(orderFor(contract, poor), httpRpc([chain.url]))).toEqual({
      kind: 'funds',
    })
  })

  test('is the network where no node responds', async () => {
    const gone = httpRpc(['http://127.0.0.1:1'])
    expect(await refused(orderFor(ada, ada), gone)).toEqual({ kind: 'unreachable' })
  })

  test.each([
    [4001, 'User rejected the request.', { kind: 'rejected' }],
    [-32002, 'Request of this type already pending.', { kind: 'busy' }],
    [-32603, 'insufficient funds for gas', { kind: 'funds' }],
    [-32603, 'Something else.', { kind: 'unknown', message: 'Something else.' }],
  ])('is the error of the wallet: %i %s', async (code, message, refusal) => {
    const order = orderFor(await create({ publicPhase: openNow }), ada)
    for (const thrown of [
      walletError(code, message),
      // Wallet libraries wrap the errors of wallets.
      new Error(message, { cause: walletError(code, message) }),
    ]) {
      const { signer } = testWallet(chain, foundry.id, () => Promise.reject(thrown))
      const failed = sendMint(order, { ...sending, signer }).catch(toRefusal)
      expect(await failed).toEqual(refusal)
    }
  })

  test.each(declinedErrors)('is the person who declined: %s', (_, cause) => {
    expect(toRefusal(new SignerError('failed', { cause }))).toEqual({ kind: 'rejected' })
  })

  test.each(undeclinedErrors)('is not the person where it is %s', (_, cause) => {
    const { kind } = toRefusal(new SignerError('failed', { cause }))
    expect(['busy', 'funds', 'unknown']).toContain(kind)
  })

  test.each(['eth_chainId', 'eth_accounts'])(
    'is a wallet that never answers %s, and gets no transaction',
    async (method) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      try {
        const { signer, sent } = testWallet(chain)
        const silent: Signer = {
          request: (call) =>
            call.method === method ? new Promise(() => {}) : signer.request(call),
        }
        const answering: Rpc = async () => '0x1'
        const failed = sendMint(orderFor(ada, ada), {
          ...{ ...sending, rpc: answering, signer: silent },
        }).catch(toRefusal)
        await vi.advanceTimersByTimeAsync(walletTimes.readMs)
        await vi.advanceTimersByTimeAsync(walletTimes.readMs)
        expect(await failed).toEqual({ kind: 'silent' })
        expect(sent).toEqual([])
      } finally {
        vi.useRealTimers()
      }
    },
  )

  test('is the node, not the wallet, when the node returns the same error', async () => {
    const order = orderFor(ada, ada)
    const busy = () => Promise.reject(walletError(-32002, 'Resource unavailable.'))
    expect(await refused(order, busy)).toEqual({ kind: 'unreachable' })
    const { signer, sent } = testWallet(chain)
    const failed = sendMint(order, { ...sending, rpc: busy, signer }).catch(toRefusal)
    expect(await failed).toEqual({ kind: 'unreachable' })
    expect(sent).toEqual([])
  })

  test('is the node when it returns no number', async () => {
    const { signer } = testWallet(chain)
    const vague = { ...sending, rpc: () => Promise.resolve('soon'), signer }
    const failed = sendMint(orderFor(ada, ada), vague).catch(toRefusal)
    expect(await failed).toEqual({ kind: 'unreachable' })
  })

  test('is this code when it is neither', async () => {
    const { signer, sent } = testWallet(chain)
    const unlisted = orderFor(ada, ada, { phaseId: 0 })
    expect(await refused(unlisted)).toEqual({ kind: 'own' })
    const failed = sendMint(unlisted, { ...sending, signer }).catch(toRefusal)
    expect(await failed).toEqual({ kind: 'own' })
    expect(sent).toEqual([])
    expect(toRefusal(new TypeError('x is not a function'))).toEqual({ kind: 'own' })
  })

  test('is a wallet on another account, which gets no request', async () => {
    const order = orderFor(await create({ publicPhase: openNow }), ada)
    const { signer, sent } = testWallet(chain)
    const other = {
      request: (call: Parameters<typeof signer.request>[0]) =>
        call.method === 'eth_accounts' ? Promise.resolve([bob]) : signer.request(call),
    }
    const failed = sendMint(order, { ...sending, signer: other }).catch(toRefusal)
    expect(await failed).toEqual({ kind: 'switched' })
    expect(sent).toEqual([])
  })

  test('is a wallet that returns no transaction hash', async () => {
    const order = orderFor(await create({ publicPhase: openNow }), ada)
    const { signer } = testWallet(chain)
    const silent = {
      request: (call: Parameters<typeof signer.request>[0]) =>
        call.method === 'eth_sendTransaction'
          ? Promise.resolve(null)
          : signer.request(call),
    }
    const failed = sendMint(order, { ...sending, signer: silent }).catch(toRefusal)
    expect(await failed).toEqual({ kind: 'unnumbered' })
  })

  test('is the selector of an unknown error', () => {
    expect(toRefusal({ code: 3, data: '0x3ee5aeb5' })).toEqual({
      kind: 'contract',
      error: '0x3ee5aeb5',
      values: [],
      data: '0x3ee5aeb5',
    })
  })
})

describe('panel and contract', () => {
  test('agree at every boundary of a phase', async () => {
    const { timestamp } = await client.getBlock()
    const start = Number(timestamp) + 1000
    const end = start + 1000
    const contract = await create({ publicPhase: { ...openNow, start, end } })
    for (const now of [start - 1, start, start + 1, end - 1, end, end + 1]) {
      await client.setNextBlockTimestamp({ timestamp: BigInt(now) })
      await client.mine({ blocks: 1 })
      const [bits] = await client.readContract({
        address: contract,
        abi: collectionAbi,
        functionName: 'checkMint',
        args: [ada, 1n, 0n, []],
      })
      const [reason] = listMintReasons(bits)
      const { code } = panelAt(now, { start, end })
      const expected = reason ? reasonCodes[reason] : 'ready'
      expect({ now, code }).toEqual({ now, code: expected })
    }
  })
})

function panelAt(now: number, { start, end }: { start: number; end: number }) {
  const phase = {
    phaseId: 255,
    title: 'Public',
    start,
    end,
    priceWei: price,
    maxSupply: null,
    minted: 0,
    maxPerWallet: 5,
  }
  const own = { ...phase, isListed: true, used: 0, allowed: 5 }
  return mintState({
    now,
    unavailable: null,
    chainId: foundry.id,
    collection: { isPaused: false, minted: 0, maxSupply: 100, phases: [phase] },
    mintFeeWei: 0n,
    attempt: null,
    result: null,
    wallet: { chainId: foundry.id, balanceWei: parseEther('1'), phases: [own] },
    needsSignIn: false,
    chosenPhaseId: null,
    quantity: 1,
    networkFeeWei: 0n,
  })
}
