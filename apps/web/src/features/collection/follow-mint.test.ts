import type { PendingMint } from '@platemark/sale/pending-mints'
import { startTestChain } from '@platemark/sale/test-chain'
import type { Hash } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { followMint } from './follow-mint.ts'

const { client, stop } = await startTestChain()
const [account, other] = await client.getAddresses()
if (!account || !other) throw new Error('The chain has no accounts.')

/** A contract that takes anything, and one that refuses everything. */
const taker = await deploy('0x60006000f3')
const refuser = await deploy('0x6460006000fd6000526005601bf3')

afterAll(stop)
beforeEach(async () => {
  await client.setAutomine(false)
})

describe('a mint that was sent', () => {
  test('ends with its receipt once it is in a block', async () => {
    const mint = await send(taker)
    const followed = follow(mint)
    await client.mine({ blocks: 1 })
    expect(await followed).toMatchObject({
      end: 'mined',
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
    expect(await followed).toEqual({ end: 'cancelled' })
  })

  test('ends as displaced when the wallet did something else instead', async () => {
    const mint = await send(taker)
    const followed = follow(mint)
    await send(other, { nonce: mint.nonce, maxFeePerGas: 9_000_000_000n, data: '0x' })
    await client.mine({ blocks: 1 })
    expect(await followed).toEqual({ end: 'displaced' })
  })

  test('ends as dropped when no node has known it for a while', async () => {
    const mint = await send(taker)
    const followed = follow(mint)
    await client.dropTransaction({ hash: mint.hash })
    expect(await followed).toEqual({ end: 'dropped' })
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

function follow(
  mint: PendingMint,
  replaced: Hash[] = [],
  signal = new AbortController().signal,
) {
  return followMint(mint, {
    client,
    signal,
    onReplaced: (hash) => replaced.push(hash),
    pollMs: 20,
    patienceMs: 300,
  })
}

async function send(
  to: `0x${string}`,
  changes: { nonce?: number | null; maxFeePerGas?: bigint; data?: `0x${string}` } = {},
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

async function deploy(code: `0x${string}`): Promise<`0x${string}`> {
  if (!account) throw new Error('The chain has no accounts.')
  const hash = await client.sendTransaction({ account, chain: foundry, data: code })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('Nothing was deployed.')
  return contractAddress
}
