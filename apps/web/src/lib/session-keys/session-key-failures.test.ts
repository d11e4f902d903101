import { WalletError } from '@platemark/wallet/errors'
import { WalletTimeoutError } from '@platemark/wallet/wallet-request'
import { expect, test } from 'vitest'
import { describeSessionKeyFailure } from './session-key-failures.ts'

test.each<[unknown, string]>([
  [
    new WalletError('policy_not_allowed'),
    'Abstract allows no session key for this collection yet.',
  ],
  [new WalletError('popup_blocked'), 'Your browser blocked the Abstract window.'],
  [
    new WalletError('insufficient_balance'),
    'Your account does not hold enough for the network fee.',
  ],
  [new WalletError('user_rejected'), 'User rejected request'],
  [Object.assign(new Error('no'), { code: 4001 }), 'You declined the request.'],
  [new WalletTimeoutError('eth_sendTransaction', 1), 'Request timeout'],
  [new WalletError('request_timeout'), 'Request timeout'],
  [new Error('the module is away'), 'It did not work.'],
])('%s has its sentence', (error, title) => {
  expect(describeSessionKeyFailure(error, 'Abstract').title).toBe(title)
})

test('the reason of a wallet is passed on', () => {
  const { text } = describeSessionKeyFailure(new Error('the module is away'), 'Abstract')
  expect(text).toContain('Reason: the module is away')
})
