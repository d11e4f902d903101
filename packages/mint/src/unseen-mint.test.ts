import { type Hex, pad } from 'viem'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { orderFor } from '../test/collections.ts'
import { startTestMinting } from '../test/minting.ts'
import { mintCall } from './mint-call.ts'
import type { MintOrder } from './mint-order.ts'

const { rpc, ada, opened, client, change, stop, endAll } = await startTestMinting()
afterEach(endAll)
afterAll(stop)

/** The hash of a proposal, which a wallet of several signers returns before all have signed. */
const proposal: Hex = pad('0x7', { size: 32 })
const unseen =
  'No node of Local has seen this transaction. Rabby Wallet may wait for other signatures, so look there before you mint again. The mint shows here once it arrives.'

describe('a mint whose hash no node ever knew', () => {
  test('is never reported as dropped, or as free of charge', async () => {
    const { minting, contract, panel, steps } = await proposed({ patienceMs: 30 })
    await minting.send(orderFor(contract, ada), 0)
    await vi.waitFor(() => expect(panel.fault).not.toBeNull(), 10_000)
    expect(panel).toMatchObject({ fault: unseen, attempt: null, optimisticMinted: null })
    expect(steps).toEqual(['wallet', 'sent', 'unseen', null])
  })

  test('is a success once it is minted under another hash', async () => {
    const { minting, contract, panel } = await proposed()
    const order = orderFor(contract, ada, { quantity: 2 })
    await minting.send(order, 0)
    const hash = await execute(order)
    await vi.waitFor(() => expect(panel.result).not.toBeNull(), 10_000)
    expect(panel).toMatchObject({
      result: { hash, quantity: 2, requested: 2, tokenIds: ['1', '2'], returnedWei: 0n },
      optimisticMinted: { minted: 2 },
      fault: null,
    })
  })

  test('is a success also after its tracking ended', async () => {
    const { minting, contract, panel } = await proposed({ patienceMs: 30 })
    const order = orderFor(contract, ada)
    await minting.send(order, 0)
    await vi.waitFor(() => expect(panel.fault).toBe(unseen), 10_000)
    const hash = await execute(order)
    await vi.waitFor(() => expect(panel.result?.hash).toBe(hash), 10_000)
    expect(panel).toMatchObject({ attempt: null, fault: null })
  })

  test('is not mistaken for another mint of the wallet, or for an airdrop', async () => {
    const { minting, contract, panel, results, propose } = await proposed({
      patienceMs: 30,
    })
    const order = orderFor(contract, ada)
    await minting.send(order, 0)
    await vi.waitFor(() => expect(panel.fault).toBe(unseen), 10_000)
    await change(contract, 'airdrop', [[ada], [1n]])
    propose(false)
    await minting.send(order, 0)
    await vi.waitFor(() => expect(results).toHaveLength(1), 10_000)
    const hash = await execute(order)
    await vi.waitFor(() => expect(results).toHaveLength(2), 10_000)
    expect(results.map(({ tokenIds }) => tokenIds)).toEqual([['2'], ['3']])
    expect(results[1]?.hash).toBe(hash)
  })

  test('is distinguished from a second one that waits as well', async () => {
    const { minting, contract, panel, results, faults } = await proposed({
      patienceMs: 30,
    })
    const order = orderFor(contract, ada)
    await minting.send(order, 0)
    await vi.waitFor(() => expect(panel.fault).toBe(unseen), 10_000)
    await minting.send(order, 0)
    const ends = () => faults.filter((fault) => fault === unseen)
    await vi.waitFor(() => expect(ends()).toHaveLength(2), 10_000)
    const hashes = [await execute(order)]
    await vi.waitFor(() => expect(results).toHaveLength(1), 10_000)
    hashes.push(await execute(order))
    await vi.waitFor(() => expect(results).toHaveLength(2), 10_000)
    expect(results.map(({ hash }) => hash)).toEqual(hashes)
  })

  test('is found where nodes limit the blocks of a request', async () => {
    const limited: typeof rpc = (method, params) => {
      const [filter] = params as [{ fromBlock: Hex; toBlock: Hex }]
      const isLong =
        method === 'eth_getLogs' &&
        Number(filter.toBlock) - Number(filter.fromBlock) >= 100
      return isLong
        ? Promise.reject(new Error('at most 100 blocks'))
        : rpc(method, params)
    }
    const { minting, contract, panel } = await proposed({ rpc: limited })
    const order = orderFor(contract, ada)
    await minting.send(order, 0)
    await client.mine({ blocks: 300 })
    const hash = await execute(order)
    await client.mine({ blocks: 300 })
    await vi.waitFor(() => expect(panel.result?.hash).toBe(hash), 10_000)
  })
})

/** Opens a session whose wallet returns the hash of a proposal, and sends nothing. */
async function proposed(options: Parameters<typeof opened>[1] = {}) {
  let isProposing = true
  const session = await opened(
    {},
    {
      ...options,
      wrap: (signer) => ({
        request: (call) =>
          isProposing && call.method === 'eth_sendTransaction'
            ? Promise.resolve(proposal)
            : signer.request(call),
      }),
    },
  )
  const propose = (is: boolean) => {
    isProposing = is
  }
  return { ...session, propose }
}

/** Sends a mint as the wallet does once all have signed; returns the hash of its transaction. */
async function execute(order: MintOrder): Promise<Hex> {
  const call = { ...mintCall(order), gas: '0x7a120' }
  // Safe: the node returns the hash.
  return (await rpc('eth_sendTransaction', [call])) as Hex
}
