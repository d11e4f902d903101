import { setTimeout } from 'node:timers/promises'
import type { Address } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { openNow, orderFor, price } from '../test/collections.ts'
import { startTestMinting } from '../test/minting.ts'
import { walletError } from '../test/wallet.ts'

const desk = await startTestMinting()
const { client, rpc, ada, bob, change, opened, waiting, overtake } = desk
afterEach(desk.endAll)
afterAll(desk.stop)

describe('a mint', () => {
  test('is shown from the wallet request to the minted tokens', async () => {
    const { minting, contract, panel, steps } = await opened()
    expect(
      await minting.send(orderFor(contract, ada, { quantity: 2 }), 7),
    ).toBeUndefined()
    await vi.waitFor(() => expect(panel.result).not.toBeNull(), 10_000)
    expect(steps).toEqual(['wallet', 'sent', null])
    expect(panel).toMatchObject({
      attempt: null,
      fault: null,
      optimisticMinted: { minted: 9, phaseId: 255 },
      result: { quantity: 2, requested: 2, tokenIds: ['1', '2'], returnedWei: 0n },
    })
  })

  test('mints what was left, and shows the refund', async () => {
    const { minting, contract, panel } = await opened({ maxSupply: 3 })
    await client.setAutomine(false)
    await minting.send(orderFor(contract, ada, { quantity: 3 }), 0)
    await waiting(panel)
    await overtake(orderFor(contract, bob, { quantity: 2 }))
    await vi.waitFor(() => expect(panel.result).not.toBeNull(), 10_000)
    expect(panel).toMatchObject({
      result: { quantity: 1, requested: 3, returnedWei: price * 2n },
      optimisticMinted: { minted: 1 },
    })
  })

  test('that reverts is shown with the reason, and its count is rolled back', async () => {
    const { minting, contract, panel } = await opened({ maxSupply: 1 })
    await client.setAutomine(false)
    await minting.send(orderFor(contract, ada), 0)
    await waiting(panel)
    await overtake(orderFor(contract, bob))
    await vi.waitFor(() => expect(panel.fault).not.toBeNull(), 10_000)
    expect(panel).toMatchObject({
      fault:
        'The mint failed on Local: the last one had just been minted. Only the network fee was spent.',
      attempt: null,
      optimisticMinted: null,
    })
  })

  test('is tracked through a copy with a higher fee, which is shown', async () => {
    const { minting, contract, panel, faults } = await opened()
    await client.setAutomine(false)
    await minting.send(orderFor(contract, ada), 0)
    const first = await waiting(panel)
    const { nonce, input, value } = await client.getTransaction({ hash: first })
    const copy = await client.sendTransaction({
      ...{ account: ada, chain: foundry, to: contract, data: input, value, nonce },
      gas: 300_000n,
      maxFeePerGas: 90_000_000_000n,
      maxPriorityFeePerGas: 50_000_000_000n,
    })
    await client.mine({ blocks: 1 })
    await vi.waitFor(() => expect(panel.result?.hash).toBe(copy), 10_000)
    expect(faults.join()).toMatch(
      /^,Your wallet sent the mint again with a higher fee. This panel now tracks/,
    )
    expect(panel.fault).toBeNull()
  })

  test('that the network dropped is shown as dropped, and tracked again when it reappears', async () => {
    const { minting, contract, panel, faults } = await opened({}, { patienceMs: 300 })
    await client.setAutomine(false)
    await minting.send(orderFor(contract, ada), 0)
    const hash = await waiting(panel)
    const raw = await rpc('eth_getRawTransactionByHash', [hash])
    await client.dropTransaction({ hash })
    const dropped =
      'Local dropped the transaction. Nothing was charged. You can mint again.'
    await vi.waitFor(() => expect(panel.fault).toBe(dropped), 10_000)
    expect(panel).toMatchObject({ attempt: null, optimisticMinted: null })

    await rpc('eth_sendRawTransaction', [raw])
    const back = 'Local has your mint after all. It may still be confirmed.'
    await vi.waitFor(() => expect(faults).toContain(back), 10_000)
    await client.mine({ blocks: 1 })
    await vi.waitFor(() => expect(panel.result?.tokenIds).toEqual(['1']), 10_000)
    expect(panel).toMatchObject({
      attempt: null,
      fault: null,
      optimisticMinted: { minted: 1 },
    })
  })

  test('shows nothing more after the session ended', async () => {
    const { minting, contract, panel, requestCount } = await opened()
    await client.setAutomine(false)
    await minting.send(orderFor(contract, ada), 0)
    await waiting(panel)
    minting.end()
    expect(panel).toMatchObject({ attempt: null, optimisticMinted: null })
    await client.mine({ blocks: 1 })
    const before = requestCount()
    await setTimeout(200)
    expect(requestCount() - before).toBeLessThan(5)
    expect(panel.result).toBeNull()
  })

  test('that minted nothing for this wallet is not shown as a success', async () => {
    const { minting, contract, panel } = await opened()
    // Its call goes to an address without a contract, which takes everything.
    await client.setAutomine(false)
    await minting.send(orderFor(contract, ada), 0)
    await waiting(panel)
    await client.setCode({ address: contract, bytecode: '0x00' })
    await client.mine({ blocks: 1 })
    await vi.waitFor(
      () => expect(panel.fault).toMatch(/minted nothing for this wallet/),
      10_000,
    )
    expect(panel).toMatchObject({ attempt: null, optimisticMinted: null, result: null })
  })

  test('whose receipt has no gas price is shown all the same', async () => {
    const bare: typeof rpc = async (method, params) => {
      const result = await rpc(method, params)
      if (method !== 'eth_getTransactionReceipt' || !result) return result
      return { ...result, effectiveGasPrice: undefined }
    }
    const { minting, contract, panel } = await opened({}, { rpc: bare })
    await minting.send(orderFor(contract, ada), 0)
    await vi.waitFor(() => expect(panel.result?.spentWei).toBe(price), 10_000)
    expect(panel.attempt).toBeNull()
  })
})

describe('nothing is sent', () => {
  test('when the session ends before the wallet request', async () => {
    const { minting, contract, wallet } = await opened()
    const sending = minting.send(orderFor(contract, ada), 0)
    minting.end()
    await sending
    expect(wallet.sent).toEqual([])
  })

  test.each([
    [
      'the creator paused it since it was shown',
      (contract: Address) => change(contract, 'setPaused', [true]),
      'The creator paused minting a moment ago. Nothing was sent.',
    ],
    [
      'the price is another than was shown',
      (contract: Address) =>
        change(contract, 'setPublicPhase', [{ ...openNow, price: price * 2n }]),
      'The price just changed. Check the new total and mint again.',
    ],
    [
      'the phase closed since it was shown',
      (contract: Address) =>
        change(contract, 'setPublicPhase', [{ ...openNow, end: 10 }]),
      'The Public phase closed a moment ago. Nothing was sent.',
    ],
  ])('when %s', async (_, meanwhile, sentence) => {
    const { minting, contract, panel, wallet, changes } = await opened()
    await meanwhile(contract)
    await minting.send(orderFor(contract, ada), 0)
    expect(panel).toMatchObject({ fault: sentence, attempt: null })
    expect(wallet.sent).toEqual([])
    expect(changes()).toBe(1)
  })

  test('when the wallet holds too little', async () => {
    const { minting, contract, panel, wallet } = await opened()
    const poor: Address = '0x00000000000000000000000000000000000000a1'
    await minting.send(orderFor(contract, poor), 0)
    expect(panel.fault).toBe(
      'Your wallet does not hold enough for the price and the network fee. Nothing was sent.',
    )
    expect(wallet.sent).toEqual([])
  })

  test('when the wallet switched to another network', async () => {
    const { minting, contract, panel, wallet } = await opened({}, { walletChainId: 1 })
    await minting.send(orderFor(contract, ada), 0)
    expect(panel).toMatchObject({
      fault: 'Rabby Wallet is on another network now. Nothing was sent.',
      attempt: null,
    })
    expect(wallet.sent).toEqual([])
  })

  test('when the person rejects the request', async () => {
    const { minting, contract, panel } = await opened(
      {},
      { before: () => Promise.reject(walletError(4001, 'User rejected the request.')) },
    )
    expect(await minting.send(orderFor(contract, ada), 0)).toEqual({ kind: 'rejected' })
    expect(panel.fault).toBe('You closed the request in your wallet. Nothing was sent.')
  })

  test('when no node responds', async () => {
    const { minting, contract, panel, wallet } = await opened(
      {},
      { rpc: () => Promise.reject(Object.assign(new Error(), { name: 'TimeoutError' })) },
    )
    await minting.send(orderFor(contract, ada), 0)
    expect(panel.fault).toBe('Local did not answer. Nothing was sent.')
    expect(wallet.sent).toEqual([])
  })

  test('when this code fails, which is shown and reported', async () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const { minting, contract, panel, wallet } = await opened()
    await minting.send(orderFor(contract, ada, { phaseId: 0 }), 0)
    vi.unstubAllGlobals()
    expect(panel).toMatchObject({
      fault:
        'Something went wrong here. Check Rabby Wallet for a pending transaction, then reload the page.',
      attempt: null,
    })
    expect(reported.mock.calls).toEqual([
      [new Error('mint of phase 0 has no list entry')],
    ])
    expect(wallet.sent).toEqual([])
  })

  test('while an earlier one is pending', async () => {
    const { minting, contract, panel, wallet } = await opened()
    await client.setAutomine(false)
    await minting.send(orderFor(contract, ada), 0)
    await waiting(panel)
    await minting.send(orderFor(contract, ada), 0)
    expect(wallet.sent).toHaveLength(1)
  })
})
