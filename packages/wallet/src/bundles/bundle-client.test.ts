import { describe, expect, test } from 'vitest'
import type { ProviderCall } from '../provider.ts'
import {
  endsBatches,
  isBatchRefused,
  readBatchSupport,
  readBundleStatus,
  sendBundle,
} from './bundle-client.ts'

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const chainId = 11_124
const calls = [{ to: account, value: '0x1', data: '0x' }]
const none = { atomic: 'none', hasSponsors: false }

/** Returns a wallet that answers every request alike, and what it was asked. */
function answering(answer: unknown) {
  const asked: ProviderCall[] = []
  const wallet = {
    async request(call: ProviderCall) {
      asked.push(call)
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  return { wallet, asked }
}

const failing = (code: number, cause?: Error) =>
  Object.assign(new Error(`code ${code}`, { cause }), { code })

describe('what a wallet can do with bundles', () => {
  const atomic = { status: 'supported' }
  test.each<[string, unknown, object]>([
    ['version 2', { '0x2b74': { atomic } }, { ...none, atomic: 'supported' }],
    ['an id in capitals', { '0x2B74': { atomic } }, { ...none, atomic: 'supported' }],
    [
      'an account to upgrade, and sponsors',
      {
        '0x2b74': { atomic: { status: 'ready' }, paymasterService: { supported: true } },
      },
      { atomic: 'ready', hasSponsors: true },
    ],
    [
      'version 1',
      { '0x2b74': { atomicBatch: { supported: true } } },
      { ...none, atomic: 'supported' },
    ],
    [
      'a chain that can do nothing, whatever version 1 says of it',
      {
        '0x2b74': { atomic: { status: 'unsupported' }, atomicBatch: { supported: true } },
      },
      none,
    ],
    ['another chain alone', { '0x1': { atomic } }, none],
    ['all chains alike, which is no answer for this one', { '0x0': { atomic } }, none],
    ['nothing', null, none],
    ['an error', failing(4200), none],
  ])('is read from %s', async (_, answer, support) => {
    const { wallet, asked } = answering(answer)
    expect(await readBatchSupport(wallet, account, chainId)).toEqual(support)
    expect(asked).toEqual([
      { method: 'wallet_getCapabilities', params: [account, ['0x2b74']] },
    ])
  })
})

describe('a bundle', () => {
  test.each([['0xid'], [{ id: '0xid' }]])(
    'is sent whole, and %j names it',
    async (id) => {
      const { wallet, asked } = answering(id)
      expect(await sendBundle(wallet, { account, chainId, calls })).toBe('0xid')
      expect(asked).toEqual([
        {
          method: 'wallet_sendCalls',
          params: [
            {
              version: '2.0.0',
              from: account,
              chainId: '0x2b74',
              atomicRequired: true,
              calls,
            },
          ],
        },
      ])
    },
  )

  test('names a sponsor that the wallet may do without', async () => {
    const { wallet, asked } = answering('0xid')
    const sponsorUrl = 'https://pay.example/'
    await sendBundle(wallet, { account, chainId, calls, sponsorUrl })
    expect(asked).toMatchObject([
      {
        params: [
          { capabilities: { paymasterService: { url: sponsorUrl, optional: true } } },
        ],
      },
    ])
  })

  test.each([
    [5700, 'unsupported_capability', false],
    [5710, 'chain_not_supported', true],
    [5720, 'duplicate_bundle', false],
    [5730, 'unknown_bundle', false],
    [5740, 'bundle_too_large', false],
    [5750, 'upgrade_rejected', true],
    [5760, 'atomicity_unsupported', true],
  ])('that is refused with %i throws %s', async (code, kind, isRefused) => {
    for (const error of [failing(code), failing(-32603, failing(code))]) {
      const { wallet } = answering(error)
      const sent = sendBundle(wallet, { account, chainId, calls })
      const thrown = await sent.catch((caught: unknown) => caught)
      expect(thrown).toMatchObject({ kind, code, cause: error })
      expect(isBatchRefused(thrown)).toBe(isRefused)
      expect(endsBatches(thrown)).toBe(isRefused)
    }
  })

  test('that is declined ends bundles, but nothing is sent in its place', async () => {
    const { wallet } = answering(failing(4001))
    const sent = sendBundle(wallet, { account, chainId, calls })
    const thrown = await sent.catch((caught: unknown) => caught)
    expect(thrown).toMatchObject({ code: 4001 })
    expect([isBatchRefused(thrown), endsBatches(thrown)]).toEqual([false, true])
  })

  test.each([[null], [{}], [{ id: 7 }], ['']])(
    'without an id is unknown: %j',
    async (id) => {
      const { wallet } = answering(id)
      const sent = sendBundle(wallet, { account, chainId, calls })
      await expect(sent).rejects.toMatchObject({ kind: 'unknown_bundle' })
    },
  )
})

describe('the status of a bundle', () => {
  const [good, bad] = [
    { transactionHash: '0xa', status: '0x1' },
    { transactionHash: '0xb', status: '0x0' },
  ]
  test.each<[unknown, string, string[]]>([
    [{ status: 100 }, 'pending', []],
    [{ status: 200, receipts: [good] }, 'confirmed', ['0xa']],
    [{ status: 400 }, 'failed', []],
    [{ status: 500, receipts: [bad] }, 'reverted', ['0xb']],
    [{ status: 600, receipts: [good, bad] }, 'partly', ['0xa', '0xb']],
    [{ status: 'PENDING' }, 'pending', []],
    [{ status: 'CONFIRMED', receipts: [good] }, 'confirmed', ['0xa']],
    [{ status: 'CONFIRMED', receipts: [good, bad] }, 'reverted', ['0xa', '0xb']],
    [{ status: 201, receipts: [good] }, 'confirmed', ['0xa']],
    [{ status: 200, receipts: [{}, null] }, 'confirmed', []],
    [null, 'pending', []],
  ])('is read from %j', async (answer, status, hashes) => {
    const { wallet } = answering(answer)
    expect(await readBundleStatus(wallet, '0xid')).toEqual({ status, hashes })
  })

  test('is unknown to a wallet that lost it', async () => {
    const { wallet } = answering(failing(5730))
    await expect(readBundleStatus(wallet, '0xid')).rejects.toMatchObject({
      message: 'Bundle 0xid is unknown',
      kind: 'unknown_bundle',
    })
  })
})
