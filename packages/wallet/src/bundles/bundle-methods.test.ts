import { describe, expect, test } from 'vitest'
import { MemoryStorage } from '../../test/test-opener.ts'
import type { ProviderCall } from '../provider.ts'
import { createBundleMethods } from './bundle-methods.ts'
import type { BundleCall } from './parse-bundle.ts'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const target = `0x${'ab'.repeat(20)}`

/** Starts an account on two chains, the first one current; receipts are set by the test. */
function start(options: { storage?: MemoryStorage } = {}) {
  const storage = options.storage ?? new MemoryStorage()
  const sent: { chainId: number; calls: BundleCall[] }[] = []
  const reads: { chainId: number; call: ProviderCall }[] = []
  const account = { address: address as string | undefined, receipt: null as unknown }
  const chain = (id: number) => ({
    id,
    request: async (call: ProviderCall) => {
      reads.push({ chainId: id, call })
      return account.receipt
    },
  })
  const { request } = createBundleMethods(
    {
      chains: [chain(11_124), chain(2_741)],
      getAddress: () => account.address,
      getChainId: () => 11_124,
      async sendBatch(chainId, calls) {
        sent.push({ chainId, calls })
        return `0xhash${sent.length}`
      },
    },
    storage,
    'bundles',
  )
  const send = (fields: object) =>
    request({ method: 'wallet_sendCalls', params: [fields] })
  const status = (id: string) =>
    request({ method: 'wallet_getCallsStatus', params: [id] })
  return { request, send, status, account, sent, reads, storage }
}

const calls = [
  { to: target, value: '0x1' },
  { to: target, data: '0x1234' },
]
const second = { version: '2.0.0', chainId: '0x2b74', from: address, calls }

describe('a bundle', () => {
  test('of version 2 is sent as one transaction, and its id is an object', async () => {
    const { send, sent } = start()
    expect(await send(second)).toEqual({ id: '0xhash1' })
    expect(sent).toEqual([
      {
        chainId: 11_124,
        calls: [
          { to: target, value: '0x1', data: '0x' },
          { to: target, value: '0x0', data: '0x1234' },
        ],
      },
    ])
  })

  test('of version 1 has its id as text, and the chain of its calls', async () => {
    const { send, sent } = start()
    const first = { calls: [{ to: target, chainId: '0xab5' }] }
    expect(await send(first)).toBe('0xhash1')
    expect(await send({ calls: [{ to: target }] })).toBe('0xhash2')
    expect(sent.map(({ chainId }) => chainId)).toEqual([2_741, 11_124])
  })

  test.each([
    ['without calls', { calls: [] }, 'No calls provided', -32602],
    ['without a list', {}, 'No calls provided', -32602],
    ['without a target', { calls: [{}] }, 'Transaction target (to) is required', -32602],
    ['to no address', { calls: [{ to: '0x1' }] }, 'Address "0x1" is invalid', -32602],
    [
      'of 101 calls',
      { calls: Array.from({ length: 101 }, () => ({ to: target })) },
      'Bundle of 101 calls is too large',
      5740,
    ],
    ['on another chain', { ...second, chainId: '0x1' }, 'Chain 1 not supported', 4902],
    [
      'on two chains',
      { ...second, calls: [{ to: target, chainId: '0xab5' }] },
      'Invalid chain specified',
      -32602,
    ],
    ['of another account', { ...second, from: target }, 'Account not found', 4100],
    [
      'that needs a capability',
      { ...second, capabilities: { paymasterService: { url: 'https://a.example' } } },
      'Capability paymasterService is not supported on chain 11124',
      5700,
    ],
  ])('%s is refused', async (_, fields, message, code) => {
    const { send, sent } = start()
    await expect(send(fields)).rejects.toMatchObject({ message, code })
    expect(sent).toEqual([])
  })

  test('may name capabilities that are optional, and atomic ones', async () => {
    const { send } = start()
    const capabilities = { paymasterService: { optional: true }, atomic: {} }
    expect(await send({ ...second, capabilities })).toEqual({ id: '0xhash1' })
  })

  test('with an id that was used is refused, also after a reload', async () => {
    const { send, storage, sent } = start()
    expect(await send({ ...second, id: 'mint-7' })).toEqual({ id: 'mint-7' })
    const again = start({ storage }).send({ ...second, id: 'mint-7' })
    await expect(again).rejects.toMatchObject({
      message: 'Bundle mint-7 was sent already',
      code: 5720,
    })
    expect(sent).toHaveLength(1)
  })

  test('without an account is refused', async () => {
    const { send, account } = start()
    account.address = undefined
    await expect(send(second)).rejects.toThrow(/^Account not found$/)
  })
})

describe('its status', () => {
  test.each([
    [100, null],
    [200, { status: '0x1', logs: [] }],
    [500, { status: '0x0', logs: [] }],
  ])('is %d', async (status, receipt) => {
    const wallet = start()
    wallet.account.receipt = receipt
    await wallet.send(second)
    expect(await wallet.status('0xhash1')).toEqual({
      version: '2.0.0',
      id: '0xhash1',
      chainId: '0x2b74',
      status,
      atomic: true,
      ...(receipt && { receipts: [receipt] }),
    })
  })

  test('is read from the chain it was sent to, after a reload too', async () => {
    const { send, storage } = start()
    await send({ ...second, chainId: '0xab5', id: 'far' })
    const reloaded = start({ storage })
    await reloaded.status('far')
    expect(reloaded.reads).toEqual([
      {
        chainId: 2_741,
        call: { method: 'eth_getTransactionReceipt', params: ['0xhash1'] },
      },
    ])
  })

  test('of an unknown bundle, or of another account, is an error', async () => {
    const { send, status, account, request, storage } = start()
    await expect(status('0xnone')).rejects.toMatchObject({
      message: 'Bundle 0xnone is unknown',
      code: 5730,
    })
    await send(second)
    account.address = target
    await expect(status('0xhash1')).rejects.toMatchObject({ code: 5730 })
    account.address = address
    const show = (id: string) =>
      request({ method: 'wallet_showCallsStatus', params: [id] })
    expect(await show('0xhash1')).toBeNull()
    await expect(show('0xnone')).rejects.toMatchObject({ code: 5730 })
    storage.setItem('bundles', '{"broken":')
    await expect(status('0xhash1')).rejects.toMatchObject({ code: 5730 })
  })
})

describe('capabilities', () => {
  const capabilities = (wallet: ReturnType<typeof start>, ...params: unknown[]) =>
    wallet.request({ method: 'wallet_getCapabilities', params })
  const atomic = {
    atomicBatch: { supported: true },
    atomic: { status: 'supported' },
  }

  test('are those of each chain', async () => {
    expect(await capabilities(start(), address)).toEqual({
      '0x2b74': atomic,
      '0xab5': atomic,
    })
  })

  test('are those of exactly the chains asked for', async () => {
    expect(await capabilities(start(), address, ['0xab5', '0x1'])).toEqual({
      '0xab5': atomic,
    })
    expect(await capabilities(start(), address, ['0x1'])).toEqual({})
  })

  test('of another account are refused', async () => {
    await expect(capabilities(start(), target)).rejects.toThrow(/^Account not found$/)
  })
})
