import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { bundleWallet } from '../test/bundle-wallet.ts'
import { orderFor } from '../test/collections.ts'
import { startTestMinting } from '../test/minting.ts'
import { walletError } from '../test/wallet.ts'
import { mintCall } from './mint-call.ts'

const { rpc, ada, bob, opened, client, stop, endAll } = await startTestMinting()
afterEach(endAll)
afterAll(stop)

type Wallet = ReturnType<typeof bundleWallet>
const open = (wallet: Wallet, options: Parameters<typeof opened>[1] = {}) =>
  opened({}, { ...options, wrap: wallet.wrap })

describe('a mint in a wallet that runs bundles', () => {
  test('is one bundle, and is followed to its tokens', async () => {
    const wallet = bundleWallet()
    const { minting, contract, panel, steps } = await open(wallet)
    const order = orderFor(contract, ada, { quantity: 2 })
    await minting.send(order, 0)
    await vi.waitFor(() => expect(panel.result).not.toBeNull(), 10_000)
    expect(panel.result).toMatchObject({ quantity: 2, tokenIds: ['1', '2'] })
    const { to, value, data } = mintCall(order)
    expect(wallet.bundles).toMatchObject([
      { from: ada, chainId: '0x7a69', calls: [{ to, value, data }] },
    ])
    expect(steps).toEqual(['wallet', 'sent', null])
  })

  test('has no transaction to show before the wallet names one', async () => {
    const wallet = bundleWallet({ send: async () => {} })
    const { minting, contract, panel } = await open(wallet)
    await minting.send(orderFor(contract, ada), 0)
    await vi.waitFor(() => expect(panel.attempt?.step).toBe('sent'), 10_000)
    expect(panel.attempt?.hash).toBeNull()
  })

  test('waits for other signers, and is found once they have signed, by a wallet that lost it', async () => {
    const wallet = bundleWallet({ send: async () => {} })
    wallet.answer.status = { status: 100 }
    const { minting, contract, panel, steps } = await open(wallet, { patienceMs: 60 })
    const order = orderFor(contract, ada)
    await minting.send(order, 0)
    await vi.waitFor(() => expect(steps).toContain('unseen'), 10_000)
    wallet.answer.isLost = true
    const call = { ...mintCall(order), gas: '0x7a120' }
    const hash = await rpc('eth_sendTransaction', [call])
    await vi.waitFor(() => expect(panel.result?.hash).toBe(hash), 10_000)
  })

  test('that the wallet gave up before the network had it is no success and no promise', async () => {
    const wallet = bundleWallet({ send: async () => {} })
    wallet.answer.status = { status: 400 }
    const { minting, contract, panel } = await open(wallet)
    await minting.send(orderFor(contract, ada), 0)
    const fault =
      'Rabby Wallet dropped the mint before it reached Local. Check there before you mint again.'
    await vi.waitFor(() => expect(panel.fault).toBe(fault), 10_000)
    expect(panel).toMatchObject({ attempt: null, optimisticMinted: null, result: null })
  })

  test.each([
    ['partly reverted, the mint in it', 600, true],
    ['partly reverted, the mint not in it', 600, false],
    ['reverted', 500, false],
  ])('that was %s shows what the chain holds', async (_, status, isMinted) => {
    const wallet = bundleWallet({
      async send({ from, calls: [mint] }, sendNow) {
        const other = { from: bob, to: from, value: '0x1' }
        const sent = isMinted
          ? await sendNow()
          : [await rpc('eth_sendTransaction', [{ ...mint, from: bob, gas: '0x6000' }])]
        const last = isMinted ? [await rpc('eth_sendTransaction', [other])] : []
        const hashes = [...sent, ...last]
        wallet.answer.status = {
          status,
          receipts: hashes.map((transactionHash) => ({ transactionHash })),
        }
      },
    })
    const { minting, contract, panel } = await open(wallet)
    await minting.send(orderFor(contract, ada), 0)
    const isEnded = () => panel.result !== null || panel.fault !== null
    await vi.waitFor(() => expect(isEnded()).toBe(true), 10_000)
    if (isMinted) expect(panel.result).toMatchObject({ tokenIds: ['1'] })
    else
      expect(panel.fault).toBe(
        'The mint failed on Local. Only the network fee was spent.',
      )
  })

  test('goes on after a reload, from what this browser stored', async () => {
    const wallet = bundleWallet({ send: async () => {} })
    wallet.answer.status = { status: 100 }
    const first = await open(wallet)
    const order = orderFor(first.contract, ada)
    await first.minting.send(order, 0)
    await vi.waitFor(() => expect(first.panel.attempt?.step).toBe('sent'), 10_000)
    first.minting.end()
    const hash = await rpc('eth_sendTransaction', [
      { ...mintCall(order), gas: '0x7a120' },
    ])
    wallet.answer.status = { status: 200, receipts: [{ transactionHash: hash }] }
    const again = first.reopen()
    await vi.waitFor(() => expect(again.panel.result?.hash).toBe(hash), 10_000)
  })
})

describe('a wallet that refuses the bundle', () => {
  test.each([
    [5710, 'the chain'],
    [5750, 'an upgrade of the account'],
    [5760, 'calls that succeed together'],
  ])('with %i, %s, gets the transaction at once, and no bundle again', async (code) => {
    const account = await fresh()
    const wallet = bundleWallet({
      send: async () => {
        throw walletError(code, 'refused')
      },
    })
    const { minting, contract, panel, results } = await open(wallet, { account })
    await minting.send(orderFor(contract, account), 0)
    await vi.waitFor(() => expect(results).toHaveLength(1), 10_000)
    expect(panel.fault).toBeNull()
    await minting.send(orderFor(contract, account), 1)
    await vi.waitFor(() => expect(results).toHaveLength(2), 10_000)
    expect([wallet.bundles.length, wallet.singles.length]).toEqual([1, 2])
  })

  test('by a decline sends nothing, and gets a transaction the next time', async () => {
    const account = await fresh()
    const wallet = bundleWallet({
      send: async () => {
        throw walletError(4001, 'User rejected the request.')
      },
    })
    const { minting, contract, panel, results } = await open(wallet, { account })
    await minting.send(orderFor(contract, account), 0)
    expect(panel.fault).toBe('You closed the request in your wallet. Nothing was sent.')
    expect(wallet.singles).toEqual([])
    await minting.send(orderFor(contract, account), 0)
    await vi.waitFor(() => expect(results).toHaveLength(1), 10_000)
    expect([wallet.bundles.length, wallet.singles.length]).toEqual([1, 1])
  })

  test('after the wait was ended gets no second request', async () => {
    const account = await fresh()
    let refuse = () => {}
    const refusing = new Promise<void>((_, reject) => {
      refuse = () => reject(walletError(5750, 'refused'))
    })
    const wallet = bundleWallet({ send: () => refusing })
    const { minting, contract, panel } = await open(wallet, { account, promptMs: 20 })
    const sent = minting.send(orderFor(contract, account), 0)
    await vi.waitFor(() => expect(panel.attempt?.isLate).toBe(true), 10_000)
    minting.stopWaiting()
    await sent
    refuse()
    await vi.waitFor(() => expect(panel.fault).toContain('could not send it'), 10_000)
    expect(wallet.singles).toEqual([])
  })
})

describe('a wallet that would upgrade the account first', () => {
  const ready = { atomic: { status: 'ready' }, paymasterService: { supported: true } }
  const sponsorUrl = 'https://pay.example/'

  test('is asked for a transaction where no sponsor is configured', async () => {
    const account = await fresh()
    const wallet = bundleWallet({ capabilities: ready })
    const { minting, contract, results } = await open(wallet, { account })
    await minting.send(orderFor(contract, account), 0)
    await vi.waitFor(() => expect(results).toHaveLength(1), 10_000)
    expect([wallet.bundles.length, wallet.singles.length]).toEqual([0, 1])
  })

  test('is asked for a bundle with the sponsor, which is optional, where one is', async () => {
    const account = await fresh()
    const wallet = bundleWallet({ capabilities: ready })
    const { minting, contract, results } = await open(wallet, { account, sponsorUrl })
    await minting.send(orderFor(contract, account), 0)
    await vi.waitFor(() => expect(results).toHaveLength(1), 10_000)
    expect(wallet.bundles).toMatchObject([
      { capabilities: { paymasterService: { url: sponsorUrl, optional: true } } },
    ])
  })
})

/** Returns an account whose wallet has refused no bundle yet. */
async function fresh() {
  const account = privateKeyToAddress(generatePrivateKey())
  await client.setBalance({ address: account, value: 10n ** 18n })
  await client.impersonateAccount({ address: account })
  return account
}
