import { setTimeout } from 'node:timers/promises'
import { collectionAbi } from '@platemark/abi/collection'
import { encodeFunctionData, type Hex } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { orderFor } from '../test/collections.ts'
import { startTestMinting } from '../test/minting.ts'

const desk = await startTestMinting()
const { client, rpc, ada, bob, creator, change, opened, waiting, overtake } = desk
afterEach(desk.endAll)
afterAll(desk.stop)

const lookingAgain = 'Local reorganised. Your failed mint may still be confirmed.'
const deep = { depth: 64 }

describe('a mint whose block was reorganised away', () => {
  test('is tracked again', async () => {
    const { minting, contract, panel, faults } = await opened({}, deep)
    await minting.send(orderFor(contract, ada), 0)
    await vi.waitFor(() => expect(panel.result).not.toBeNull(), 10_000)
    // Safe: transactions have such hashes.
    const sendAgain = await takeBack(1, panel.result?.hash as Hex)
    const back = 'Local reorganised. Your mint is being confirmed again.'
    await vi.waitFor(() => expect(faults).toContain(back), 10_000)
    await vi.waitFor(() => expect(panel.attempt?.step).toBe('sent'), 10_000)
    await sendAgain()
    await vi.waitFor(() => expect(panel.result?.tokenIds).toEqual(['1']), 10_000)
    expect(panel).toMatchObject({ attempt: null, fault: null })
  })

  test('succeeds after it had failed, and is shown as a success', async () => {
    const { panel, hash, faults } = await failed()
    const sendAgain = await takeBack(1, hash)
    await vi.waitFor(() => expect(faults).toContain(lookingAgain), 10_000)
    await sendAgain()
    await vi.waitFor(() => expect(panel.result?.tokenIds).toEqual(['1']), 10_000)
    expect(panel).toMatchObject({
      attempt: null,
      fault: null,
      optimisticMinted: { minted: 1 },
    })
  })

  test('fails once more, and is shown as failed once more', async () => {
    const { panel, hash, faults, contract } = await failed()
    const sendAgain = await takeBack(1, hash)
    await vi.waitFor(() => expect(faults).toContain(lookingAgain), 10_000)
    await overtake(orderFor(contract, bob))
    await sendAgain()
    await vi.waitFor(() => expect(panel.fault).toMatch(/^The mint failed/), 10_000)
    expect(panel).toMatchObject({ attempt: null, result: null })
  })

  test('succeeds after the wallet had cancelled it', async () => {
    const { minting, contract, panel, faults } = await opened({}, deep)
    await client.setAutomine(false)
    await minting.send(orderFor(contract, ada), 0)
    const hash = await waiting(panel)
    const mint = await rpc('eth_getRawTransactionByHash', [hash])
    const { nonce } = await client.getTransaction({ hash })
    const cancelled = await client.sendTransaction({
      ...{ account: ada, chain: foundry, to: ada, nonce, gas: 30_000n },
      maxFeePerGas: 90_000_000_000n,
      maxPriorityFeePerGas: 50_000_000_000n,
    })
    await client.mine({ blocks: 1 })
    await vi.waitFor(() => expect(panel.fault).toMatch(/^You cancelled/), 10_000)
    await takeBack(1, cancelled)
    await vi.waitFor(() => expect(faults).toContain(lookingAgain), 10_000)
    await rpc('eth_sendRawTransaction', [mint])
    await client.mine({ blocks: 1 })
    await vi.waitFor(() => expect(panel.result?.hash).toBe(hash), 10_000)
    expect(panel).toMatchObject({ attempt: null, fault: null })
  })

  test('is shown after the one that was sent meanwhile', async () => {
    const { minting, contract, panel, steps, results } = await opened({}, deep)
    await client.setAutomine(false)
    await minting.send(orderFor(contract, ada), 0)
    const first = await waiting(panel)
    const data = encodeFunctionData({
      abi: collectionAbi,
      functionName: 'setPaused',
      args: [true],
    })
    await desk.putBefore({ account: creator, to: contract, data })
    await vi.waitFor(() => expect(panel.fault).not.toBeNull(), 10_000)
    await client.setAutomine(true)
    await change(contract, 'setPaused', [false])

    await client.setAutomine(false)
    await minting.send(orderFor(contract, ada), 0)
    const second = await waiting(panel)
    const sendAgain = await takeBack(2, first, second)
    await sendAgain()
    await vi.waitFor(() => expect(panel.result?.hash).toBe(first), 10_000)
    expect(results).toMatchObject([
      { hash: second, tokenIds: ['2'] },
      { hash: first, tokenIds: ['1'] },
    ])
    expect(steps).toEqual(['wallet', 'sent', null, 'wallet', 'sent', null, 'sent', null])
  })
})

test('a failed mint is no longer polled once its block is final', async () => {
  const { requestCount } = await failed(3)
  await client.mine({ blocks: 3 })
  let before = -1
  await vi.waitFor(async () => {
    before = requestCount()
    await setTimeout(100)
    expect(requestCount()).toBe(before)
  }, 10_000)
})

/** Sends a mint that comes too late in its block. */
async function failed(depth = 64) {
  const desk = await opened({ maxSupply: 1 }, { depth })
  const { minting, contract, panel } = desk
  await client.setAutomine(false)
  await minting.send(orderFor(contract, ada), 0)
  const hash = await waiting(panel)
  await overtake(orderFor(contract, bob))
  await vi.waitFor(() => expect(panel.fault).toMatch(/^The mint failed/), 10_000)
  return { ...desk, hash }
}

/**
 * Reorganises the newest blocks away and mines empty ones. Resolves with a function that sends
 * the removed transactions again and mines them, as nodes receive them from their peers.
 */
async function takeBack(depth: number, ...hashes: Hex[]) {
  const raw = await Promise.all(
    hashes.map((hash) => rpc('eth_getRawTransactionByHash', [hash])),
  )
  await client.setAutomine(false)
  await rpc('anvil_rollback', [depth])
  await rpc('anvil_dropAllTransactions', [])
  await client.mine({ blocks: depth + 1 })
  return async () => {
    for (const one of raw) await rpc('eth_sendRawTransaction', [one])
    await client.mine({ blocks: 1 })
  }
}
