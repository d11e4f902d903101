import { setTimeout } from 'node:timers/promises'
import { type Hash, type Hex, pad } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestChain } from '../test/chain.ts'
import { testRpc } from '../test/wallet.ts'
import { monitorBlock, monitorDropped } from './monitor-mint.ts'
import type { PendingMint } from './pending-mints.ts'
import type { MintReceipt } from './receipt.ts'
import type { Rpc } from './rpc.ts'
import { trackTransaction } from './track-transaction.ts'

const chain = await startTestChain()
const { client } = chain
const [account, other] = await client.getAddresses()
if (!account || !other) throw new Error('The chain has no accounts.')

/** A contract that takes anything, and one that refuses everything. */
const taker = await deploy('0x60006000f3')
const refuser = await deploy('0x6460006000fd6000526005601bf3')

const answered: string[] = []
const node = testRpc(chain)
const rpc: Rpc = async (method, params) => {
  const answer = await node(method, params)
  answered.push(`${method} ${params[0]}`)
  return answer
}

afterAll(chain.stop)
beforeEach(async () => {
  answered.length = 0
  await client.setAutomine(false)
})

describe('a mint that was sent', () => {
  test('ends with its receipt and its number once it is in a block', async () => {
    const mint = await send(taker)
    const followed = follow(mint)
    await client.mine({ blocks: 1 })
    const { nonce } = await client.getTransaction({ hash: mint.hash })
    expect(await followed).toMatchObject({
      end: 'mined',
      nonce,
      receipt: { transactionHash: mint.hash },
    })
  })

  test('ends as reverted when the contract refused it in its block', async () => {
    const mint = await send(refuser)
    const followed = follow(mint)
    await client.mine({ blocks: 1 })
    expect(await followed).toMatchObject({ end: 'reverted' })
  })

  test('is followed through a copy with a higher fee', async () => {
    const mint = await send(taker)
    const replaced: Hash[] = []
    const followed = follow(mint, replaced)
    const copy = await send(taker, { nonce: mint.nonce, maxFeePerGas: 9_000_000_000n })
    await client.mine({ blocks: 1 })
    expect(await followed).toMatchObject({
      end: 'mined',
      receipt: { transactionHash: copy.hash },
    })
    expect(replaced).toEqual([copy.hash])
  })

  test('ends as cancelled when the wallet paid itself instead', async () => {
    const mint = await send(taker)
    const followed = follow(mint)
    await send(account, { nonce: mint.nonce, maxFeePerGas: 9_000_000_000n, data: '0x' })
    await client.mine({ blocks: 1 })
    expect(await followed).toMatchObject({ end: 'cancelled', nonce: mint.nonce })
  })

  test('ends as displaced when the wallet did something else instead', async () => {
    const mint = await send(taker)
    const followed = follow(mint)
    await send(other, { nonce: mint.nonce, maxFeePerGas: 9_000_000_000n, data: '0x' })
    await client.mine({ blocks: 1 })
    expect(await followed).toMatchObject({ end: 'displaced', nonce: mint.nonce })
  })

  test('ends as dropped when no node has known it for a while', async () => {
    const mint = await send(taker)
    const followed = follow(mint)
    await drop(mint)
    expect(await followed).toEqual({
      end: 'dropped',
      hash: mint.hash,
      nonce: mint.nonce,
    })
  })

  test('is waited for longer when no node ever knew it, as wallets may send in private', async () => {
    const mint = await send(taker)
    const controller = new AbortController()
    const unseen = { ...mint, hash: pad('0x7', { size: 32 }), nonce: null }
    const waiting = follow(unseen, [], controller.signal, 60_000)
    const followed = follow(mint)
    await drop(mint)
    const first = await Promise.race([waiting, followed.then(() => 'the known one')])
    expect(first).toBe('the known one')
    controller.abort()
    expect(await waiting).toBeUndefined()
  })

  test('is followed on when a node fails to answer for a while', async () => {
    const mint = await send(taker)
    let silences = 5
    const followed = trackTransaction(mint, {
      rpc: (method, params) => {
        silences -= 1
        return silences > 0 ? Promise.reject(new Error('no answer')) : rpc(method, params)
      },
      signal: new AbortController().signal,
      onReplaced: () => undefined,
      pollMs: 20,
      patienceMs: 0,
    })
    await client.mine({ blocks: 1 })
    expect(await followed).toMatchObject({ end: 'mined' })
  })

  test('is followed no longer once nobody looks', async () => {
    const mint = await send(taker)
    const controller = new AbortController()
    const followed = follow(mint, [], controller.signal)
    controller.abort()
    expect(await followed).toBeUndefined()
    await client.mine({ blocks: 1 })
  })
})

describe('a mint that is through', () => {
  test('is safe once enough blocks lie above it', async () => {
    const watched = watch(await mined(), 3)
    await client.mine({ blocks: 2 })
    const still = setTimeout(200, 'watched')
    expect(await Promise.race([watched, still])).toBe('watched')
    await client.mine({ blocks: 1 })
    expect(await watched).toBe('safe')
  })

  test('is safe at once where nothing is ever taken back', async () => {
    const receipt = await mined()
    answered.length = 0
    expect(await watch(receipt, 0)).toBe('safe')
    expect(answered).toEqual([])
  })

  test('is taken back when the network chose a block without it', async () => {
    const receipt = await mined()
    const watched = watch(receipt, 64)
    await reorganise(receipt)
    await client.mine({ blocks: 2 })
    expect(await watched).toBe('gone')
  })

  test('is not taken back when the block in the place of its own holds it, too', async () => {
    const receipt = await mined()
    const raw = await rpc('eth_getRawTransactionByHash', [receipt.transactionHash])
    const watched = watch(receipt, 3)
    await reorganise(receipt)
    await rpc('eth_sendRawTransaction', [raw])
    await client.mine({ blocks: 5 })
    expect(await watched).toBe('safe')
  })

  test('is still there when a node is behind the others', async () => {
    const receipt = await mined()
    const ahead = BigInt(receipt.blockNumber) + 5n
    const controller = new AbortController()
    const watched = watch(
      { ...receipt, blockNumber: `0x${ahead.toString(16)}` },
      64,
      controller.signal,
    )
    const blocks = `eth_getBlockByNumber 0x${ahead.toString(16)}`
    await vi.waitFor(() => expect(answered).toContain(blocks), 10_000)
    controller.abort()
    expect(await watched).toBeUndefined()
  })
})

describe('a mint that was dropped', () => {
  test('is not lost when a node hears of it again', async () => {
    const { watched, sendAgain } = await dropped()
    await sendAgain()
    expect(await watched).toBe('gone')
  })

  test('is not lost when it is in a block although its number counts as taken', async () => {
    const { mint, sendAgain } = await dropped()
    await sendAgain()
    await client.mine({ blocks: 1 })
    // A node that keeps few transactions, but all receipts.
    const forgetful: Rpc = (method, params) =>
      method === 'eth_getTransactionByHash' ? Promise.resolve(null) : rpc(method, params)
    const { signal } = new AbortController()
    expect(await monitorDropped(mint, { rpc: forgetful, signal, pollMs: 20 })).toBe(
      'gone',
    )
  })

  test('is lost for good once another transaction took its number', async () => {
    const { mint, watched } = await dropped()
    await send(other ?? taker, { nonce: mint.nonce })
    await client.mine({ blocks: 1 })
    expect(await watched).toBe('safe')
  })

  test('is looked for while its number is free, until nobody looks', async () => {
    const { watched, controller } = await dropped()
    await client.mine({ blocks: 2 })
    const still = setTimeout(200, 'watched')
    expect(await Promise.race([watched, still])).toBe('watched')
    controller.abort()
    expect(await watched).toBeUndefined()
  })

  test('is not taken for lost while the node does not answer', async () => {
    const { mint } = await dropped()
    await send(other ?? taker, { nonce: mint.nonce })
    await client.mine({ blocks: 1 })
    const controller = new AbortController()
    let questions = 0
    const silent: Rpc = (method, params) => {
      questions += 1
      if (questions > 20) controller.abort()
      return method === 'eth_getTransactionReceipt'
        ? Promise.reject(new Error('no answer'))
        : rpc(method, params)
    }
    const how = { rpc: silent, signal: controller.signal, pollMs: 5 }
    expect(await monitorDropped(mint, how)).toBeUndefined()
  })
})

/** A mint that the node forgot, watched, and what sends it once more. */
async function dropped() {
  const mint = await send(taker)
  const raw = await rpc('eth_getRawTransactionByHash', [mint.hash])
  await client.dropTransaction({ hash: mint.hash })
  const controller = new AbortController()
  const { signal } = controller
  return {
    ...{ mint, controller },
    watched: monitorDropped(mint, { rpc, signal, pollMs: 20 }),
    sendAgain: () => rpc('eth_sendRawTransaction', [raw]),
  }
}

function watch(
  receipt: MintReceipt,
  depth: number,
  signal = new AbortController().signal,
) {
  return monitorBlock(receipt, depth, { rpc, signal, pollMs: 20 })
}

async function mined(): Promise<MintReceipt> {
  const mint = await send(taker)
  await client.mine({ blocks: 1 })
  const end = await follow(mint)
  if (end?.end !== 'mined') throw new Error('The mint is not through.')
  return end.receipt
}

/** Takes the newest block back, and forgets its transaction. */
async function reorganise({ transactionHash: hash }: MintReceipt) {
  await rpc('anvil_rollback', [1])
  await client.dropTransaction({ hash }).catch(() => undefined)
}

/** Makes the node forget a transaction that it told of before. */
async function drop({ hash }: PendingMint) {
  const told = `eth_getTransactionByHash ${hash}`
  await vi.waitFor(() => expect(answered).toContain(told), 10_000)
  await client.dropTransaction({ hash })
}

function follow(
  mint: PendingMint,
  replaced: Hash[] = [],
  signal = new AbortController().signal,
  patienceMs = 300,
) {
  return trackTransaction(mint, {
    rpc,
    signal,
    onReplaced: (hash) => replaced.push(hash),
    pollMs: 20,
    patienceMs,
  })
}

async function send(
  to: Hex,
  changes: { nonce?: number | null; maxFeePerGas?: bigint; data?: Hex } = {},
): Promise<PendingMint> {
  if (!account) throw new Error('The chain has no accounts.')
  const sinceBlock = await client.getBlockNumber({ cacheTime: 0 })
  const hash = await client.sendTransaction({
    account,
    chain: foundry,
    to,
    data: changes.data ?? '0x1234',
    gas: 100_000n,
    maxFeePerGas: changes.maxFeePerGas ?? 3_000_000_000n,
    maxPriorityFeePerGas: (changes.maxFeePerGas ?? 3_000_000_000n) / 3n,
    ...(typeof changes.nonce === 'number' && { nonce: changes.nonce }),
  })
  const { nonce } = await client.getTransaction({ hash })
  return {
    account,
    chainId: foundry.id,
    contract: to,
    hash,
    asked: 1,
    unitWei: 0n,
    phaseId: 255,
    mintedBefore: 0,
    sinceBlock,
    nonce,
    sentAt: 0,
  }
}

async function deploy(code: Hex): Promise<Hex> {
  if (!account) throw new Error('The chain has no accounts.')
  const hash = await client.sendTransaction({ account, chain: foundry, data: code })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('Nothing was deployed.')
  return contractAddress
}
