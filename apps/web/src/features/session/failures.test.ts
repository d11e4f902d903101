import { Problem } from '@platemark/api/problem'
import { PopupError } from '@platemark/wallet/cross-app/messages'
import { WalletError } from '@platemark/wallet/errors'
import { declinedErrors, undeclinedErrors } from '@platemark/wallet/test/wallet-errors'
import { WalletTimeoutError } from '@platemark/wallet/wallet-request'
import { describe, expect, test } from 'vitest'
import { describeFailure, NoAccountError } from './failures.ts'
import { personalSign } from './provider.ts'

const connecting = { stage: 'connect', wallet: 'MetaMask', product: 'Platemark' } as const
const signing = { ...connecting, stage: 'sign' } as const

describe('wallet errors', () => {
  test('4001 means that the user declined, and the message names what', () => {
    expect(describeFailure(walletError(4001), connecting)).toEqual({
      title: 'You declined the request.',
      text: 'Nothing was shared with Platemark.',
    })
    expect(describeFailure(walletError(4001), signing)).toEqual({
      title: 'You declined to sign.',
      text: 'The wallet was disconnected and nothing was saved.',
    })
  })

  test.each(declinedErrors)('declined: %s', (_, error) => {
    expect(describeFailure(error, connecting).title).toBe('You declined the request.')
    expect(describeFailure(error, signing).title).toBe('You declined to sign.')
  })

  test.each(undeclinedErrors)('not declined: %s', (_, error) => {
    expect(describeFailure(error, signing).title).not.toMatch(/^You declined/)
  })

  test('the code is found in nested causes', () => {
    const wrapped = new Error('outer', { cause: { data: walletError(4001) } })
    expect(describeFailure(wrapped, connecting).title).toBe('You declined the request.')
  })

  test('-32002 means that a request is already pending', () => {
    const { title } = describeFailure(walletError(-32002), connecting)
    expect(title).toBe('MetaMask is already asking.')
  })

  test('a locked wallet is recognized by its message or by sharing no account', () => {
    const locked = walletError(-32002, 'Wallet is locked')
    expect(describeFailure(locked, connecting).title).toBe('MetaMask is locked.')
    expect(describeFailure(new NoAccountError(), connecting).title).toBe(
      'MetaMask is locked.',
    )
  })

  test('a blocked popup is named, and opened by another press', () => {
    const blocked = new Error('Failed to initialize request')
    expect(describeFailure(blocked, { ...connecting, wallet: 'Abstract' })).toEqual({
      title: 'Your browser blocked the Abstract window.',
      text: expect.stringMatching(/^Open it from here, or allow pop-ups for this site/),
      action: 'Open the Abstract window',
      isWindowLost: true,
    })
  })

  test('an unanswered popup is recognized', () => {
    const late = new Error('Authorization request timed out after 2 minutes.')
    expect(describeFailure(late, { ...connecting, wallet: 'Abstract' })).toEqual({
      title: 'Authorization request timed out',
      text: 'The Abstract window gave no answer for 2 minutes. Nothing was shared.',
    })
  })

  test('a window that was closed, or cut off by the browser, is named with both', () => {
    const closed = new Error('wrapped', { cause: new WalletError('user_rejected') })
    expect(describeFailure(closed, { ...signing, wallet: 'Abstract' })).toEqual({
      title: 'User rejected request',
      text: 'The Abstract window closed, or your browser cut its connection. Nothing was shared or signed here.',
      action: 'Try again',
      isWindowLost: true,
    })
  })

  test('a window whose person declines is a decline, in its words', () => {
    const declined = new PopupError('User rejected request')
    expect(describeFailure(declined, signing).title).toBe('You declined to sign.')
  })

  test('a signature that the window did not give in time, and a provider that is down', () => {
    const late = new WalletError('request_timeout')
    expect(describeFailure(late, signing).title).toBe('Request timeout')
    const down = new WalletError('provider_unavailable')
    expect(describeFailure(down, { ...connecting, wallet: 'Abstract' }).title).toBe(
      'Abstract cannot be reached.',
    )
  })

  test('words about blocks and blocking are not about locks', () => {
    const error = walletError(-32603, 'header not found for block 12')
    expect(describeFailure(error, signing).title).toBe('MetaMask did not sign.')
  })

  test('a request that is not answered, which need not be the prompt', () => {
    const text = 'Open it and look for a request, or try again.'
    const prompt = new WalletTimeoutError('personal_sign', 120_000)
    expect(describeFailure(prompt, signing)).toEqual({
      title: 'MetaMask did not answer.',
      text: `It was asked two minutes ago. ${text}`,
    })
    const read = new Error('wrapped', {
      cause: new WalletTimeoutError('eth_chainId', 10_000),
    })
    expect(describeFailure(read, connecting)).toEqual({
      title: 'MetaMask did not answer.',
      text,
    })
  })

  test.each([null, undefined, false, '', '0x'])(
    'an answer of %o in place of a signature is none',
    async (answer) => {
      const provider = { request: () => Promise.resolve(answer) }
      const error = await personalSign(provider, 'text', '0x1').catch((one) => one)
      expect(describeFailure(error, signing)).toEqual({
        title: 'MetaMask did not sign.',
        text: 'It answered without a signature. Open it, then retry.',
      })
    },
  )

  test("any other error names the wallet and the step, in the wallet's own words", () => {
    expect(describeFailure('?', connecting).title).toBe('MetaMask did not connect.')
    expect(describeFailure(walletError(-32603, 'Key ring is empty.'), signing)).toEqual({
      title: 'MetaMask did not sign.',
      text: 'The wallet reported an error. Open it, then retry. Reason: Key ring is empty.',
    })
    expect(describeFailure(undefined, signing).text).toBe(
      'The wallet reported an error. Open it, then retry.',
    )
  })

  test('an error of this page is not shown as one of the wallet', () => {
    const message = { ...connecting, stage: 'message' } as const
    expect(describeFailure(new TypeError('x'), message).title).toBe(
      'You were not signed in.',
    )
  })
})

describe('server errors', () => {
  test.each([
    ['sign_in_failed', 'The signature was not accepted.'],
    ['chain_unavailable', 'The network cannot be reached.'],
    ['too_many_requests', 'Too many tries.'],
    ['internal', 'You were not signed in.'],
  ] as const)('%s', (code, title) => {
    expect(describeFailure(new Problem(code), signing).title).toBe(title)
  })

  test('a rate limit names the time to retry', () => {
    const problem = new Problem('too_many_requests', undefined, { retryAfter: 42 })
    expect(describeFailure(problem, signing).text).toBe(
      'You can try again in 42 seconds.',
    )
  })
})

function walletError(code: number, message = 'no'): Error {
  return Object.assign(new Error(message), { code })
}
