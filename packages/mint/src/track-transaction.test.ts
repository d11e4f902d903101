import { setTimeout } from 'node:timers/promises'
import { type Hash, type Hex, pad } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestChain } from '../test/chain.ts'
import { testRpc } from '../test/wallet.ts'
import { monitorBlock, monitorMissing } from './monitor-transaction.ts'
import type { PendingMint } from './pending-mints.ts'
import type { TransactionReceipt } from './receipt.ts'
import type { Rpc } from './rpc.ts'
import { trackTransaction } from './track-transaction.ts'

const chain = await startTestChain()
const { client } = chain
const [account, other] = await client.getAddresses()
if (!account || !other) throw new Error('The chain has no accounts.')

/** A contract that accepts any call, and one that reverts on every call. */
const taker = await deploy('0x60006000f3')
const refuser = await deploy('0x6460006000fd6000526005601bf3')

const requests: string[] = []
const node = testRpc(chain)
const rpc: Rpc = async (method, params) => {
  const result = await node(method, params)
  requests.push(`${method} ${params[0]}`)
  return result
}

afterAll(chain.stop)
beforeEach(async () => {
  requests.length = 0
  await client.setAutomine(false)
})

describe('a mint that was sent', () => {
  test('ends with its receipt and its nonce once it is in a block', async () => {
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

  test('ends as reverted when the contract reverted it in its block', async () => {
    const mint = await send(refuser)
    const followed = follow(mint)
    await client.mine({ blocks: 1 })
    expect(await followed).toMatchObject({ end: 'reverted' })
  })

  test('has the same end and block with zeros before its quantities', async () => {
    const mint = await send(taker)
    await client.mine({ blocks: 1 })
    const padded: Rpc = async (method, params) => {
      const result = await rpc(method, params)
      if (method !== 'eth_getTransactionReceipt') return result
      // Safe: the receipt of a mined transaction.
      const receipt = result as TransactionReceipt
      const [status, blockNumber] = [receipt.status, receipt.blockNumber].map(
        (quantity) => quantity.replace('0x', '0x00'),
      )
      return { ...receipt, status, blockNumber }
    }
    const { signal } = new AbortController()
    const options = { rpc: padded, signal, pollMs: 20, onReplaced: () => undefined }
    const end = await trackTransaction(mint, options)
    expect(end).toMatchObject({ end: 'mined', receipt: { status: '0x001' } })
    // Safe: as above. Nodes refuse requests with such zeros.
    const { receipt } = end as { receipt: TransactionReceipt }
    await client.mine({ blocks: 1 })
    expect(await monitorBlock(receipt, 1, options)).toBe('safe')
  })

  test('is tracked through a copy with a higher fee', async () => {
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

  test('ends as replaced when the wallet sent another transaction instead', async () => {
    const mint = await send(taker)
    const followed = follow(mint)
    await send(other, { nonce: mint.nonce, maxFeePerGas: 9_000_000_000n, data: '0x' })
    await client.mine({ blocks: 1 })
    expect(await followed).toMatchObject({ end: 'replaced', nonce: mint.nonce })
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

  test('has its nonce reported once a node knows it, so that a reload keeps it', async () => {
    const mint = await send(taker)
    const seen: number[] = []
    const followed = trackTransaction(
      { ...mint, nonce: null },
      {
        ...{ rpc, signal: new AbortController().signal, pollMs: 20 },
        onReplaced: () => undefined,
        onSeen: (nonce) => seen.push(nonce),
      },
    )
    await vi.waitFor(() => expect(seen).toEqual([mint.nonce]), 10_000)
    await client.mine({ blocks: 1 })
    expect(await followed).toMatchObject({ end: 'mined' })
    expect(seen).toEqual([mint.nonce])
  })

  test('is tracked longer when no node ever knew it, as wallets may use a private mempool', async () => {
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

  test('stays tracked when a node fails to respond for a while', async () => {
    const mint = await send(taker)
    let silences = 5
    const followed = trackTransaction(mint, {
      rpc: (method, params) => {
        silences -= 1
        return silences > 0
          ? Promise.reject(new Error('no response'))
          : rpc(method, params)
      },
      signal: new AbortController().signal,
      onReplaced: () => undefined,
      pollMs: 20,
      patienceMs: 0,
    })
    await client.mine({ blocks: 1 })
    expect(await followed).toMatchObject({ end: 'mined' })
  })

  test('is no longer tracked once the signal aborts', async () => {
    const mint = await send(taker)
    const controller = new AbortController()
    const followed = follow(mint, [], controller.signal)
    controller.abort()
    expect(await followed).toBeUndefined()
    await client.mine({ blocks: 1 })
  })
})

describe('a mint in a block', () => {
  test('is safe once it has enough blocks above it', async () => {
    const watched = watch(await mined(), 3)
    await client.mine({ blocks: 2 })
    const still = setTimeout(200, 'watched')
    expect(await Promise.race([watched, still])).toBe('watched')
    await client.mine({ blocks: 1 })
    expect(await watched).toBe('safe')
  })

  test('is safe at once on a network without reorgs', async () => {
    const receipt = await mined()
    requests.length = 0
    expect(await watch(receipt, 0)).toBe('safe')
    expect(requests).toEqual([])
  })

  test('is gone after a reorg to a block without it', async () => {
    const receipt = await mined()
    const watched = watch(receipt, 64)
    await reorganise(receipt)
    await client.mine({ blocks: 2 })
    expect(await watched).toBe('gone')
  })

  test('is not gone after a reorg to a block that includes it', async () => {
    const receipt = await mined()
    const raw = await rpc('eth_getRawTransactionByHash', [receipt.transactionHash])
    const watched = watch(receipt, 3)
    await reorganise(receipt)
    await rpc('eth_sendRawTransaction', [raw])
    await client.mine({ blocks: 5 })
    expect(await watched).toBe('safe')
  })

  test('is not gone when a node lags behind', async () => {
    const receipt = await mined()
    const ahead = BigInt(receipt.blockNumber) + 5n
    const controller = new AbortController()
    const watched = watch(
      { ...receipt, blockNumber: `0x${ahead.toString(16)}` },
      64,
      controller.signal,
    )
    const blocks = `eth_getBlockByNumber 0x${ahead.toString(16)}`
    await vi.waitFor(() => expect(requests).toContain(blocks), 10_000)
    controller.abort()
    expect(await watched).toBeUndefined()
  })
})

describe('a mint that was dropped', () => {
  test('is gone as an end when a node receives it again', async () => {
    const { watched, sendAgain } = await dropped()
    await sendAgain()
    expect(await watched).toBe('gone')
  })

  test('is gone as an end when it is in a block although its nonce counts as used', async () => {
    const { mint, sendAgain } = await dropped()
    await sendAgain()
    await client.mine({ blocks: 1 })
    // A node that keeps few transactions, but all receipts.
    const forgetful: Rpc = (method, params) =>
      method === 'eth_getTransactionByHash' ? Promise.resolve(null) : rpc(method, params)
    const { signal } = new AbortController()
    expect(await monitorMissing(mint, { rpc: forgetful, signal, pollMs: 20 })).toBe(
      'gone',
    )
  })

  test('is final once another transaction used its nonce', async () => {
    const { mint, watched } = await dropped()
    await send(other ?? taker, { nonce: mint.nonce })
    await client.mine({ blocks: 1 })
    expect(await watched).toBe('safe')
  })

  test('is monitored while its nonce is unused, until the signal aborts', async () => {
    const { watched, controller } = await dropped()
    await client.mine({ blocks: 2 })
    const still = setTimeout(200, 'watched')
    expect(await Promise.race([watched, still])).toBe('watched')
    controller.abort()
    expect(await watched).toBeUndefined()
  })

  test('is not final while the node does not respond', async () => {
    const { mint } = await dropped()
    await send(other ?? taker, { nonce: mint.nonce })
    await client.mine({ blocks: 1 })
    const controller = new AbortController()
    let questions = 0
    const silent: Rpc = (method, params) => {
      questions += 1
      if (questions > 20) controller.abort()
      return method === 'eth_getTransactionReceipt'
        ? Promise.reject(new Error('no response'))
        : rpc(method, params)
    }
    const how = { rpc: silent, signal: controller.signal, pollMs: 5 }
    expect(await monitorMissing(mint, how)).toBeUndefined()
  })
})

/** Drops a mint from the node and monitors it; returns a function that sends it once more. */
async function dropped() {
  const mint = await send(taker)
  const raw = await rpc('eth_getRawTransactionByHash', [mint.hash])
  await client.dropTransaction({ hash: mint.hash })
  const controller = new AbortController()
  const { signal } = controller
  return {
    ...{ mint, controller },
    watched: monitorMissing(mint, { rpc, signal, pollMs: 20 }),
    sendAgain: () => rpc('eth_sendRawTransaction', [raw]),
  }
}

function watch(
  receipt: TransactionReceipt,
  depth: number,
  signal = new AbortController().signal,
) {
  return monitorBlock(receipt, depth, { rpc, signal, pollMs: 20 })
}

async function mined(): Promise<TransactionReceipt> {
  const mint = await send(taker)
  await client.mine({ blocks: 1 })
  const end = await follow(mint)
  if (end?.end !== 'mined') throw new Error(`mint is not mined: got ${end?.end}`)
  return end.receipt
}

/** Reorganises the newest block away, and drops its transaction. */
async function reorganise({ transactionHash: hash }: TransactionReceipt) {
  await rpc('anvil_rollback', [1])
  await client.dropTransaction({ hash }).catch(() => undefined)
}

/** Drops a transaction from the node that it returned before. */
async function drop({ hash }: PendingMint) {
  const request = `eth_getTransactionByHash ${hash}`
  await vi.waitFor(() => expect(requests).toContain(request), 10_000)
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
    requested: 1,
    unitWei: 0n,
    phaseId: 255,
    mintedBefore: 0,
    sinceBlock,
    walletMinted: null,
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
