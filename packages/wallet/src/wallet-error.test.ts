import { describe, expect, test } from 'vitest'
import {
  declinedErrors,
  undeclinedErrors,
  unknownNetworkErrors,
} from '../test/wallet-errors.ts'
import {
  isDeclined,
  isRequestPending,
  isUnknownNetwork,
  isWalletLocked,
  readWalletWords,
} from './wallet-error.ts'

describe('a request was declined', () => {
  test.each(declinedErrors)('%s', (_, error) => {
    expect(isDeclined(error)).toBe(true)
    expect(isUnknownNetwork(error)).toBe(false)
  })

  test.each(undeclinedErrors)('not by %s', (_, error) => {
    expect(isDeclined(error)).toBe(false)
  })
})

describe('a network is unknown to the wallet', () => {
  test.each(unknownNetworkErrors)('%s', (_, error) => {
    expect(isUnknownNetwork(error)).toBe(true)
    expect(isDeclined(error)).toBe(false)
  })

  test('not where another reason is given', () => {
    for (const [title, error] of undeclinedErrors) {
      if (title !== 'an unknown network') expect(isUnknownNetwork(error)).toBe(false)
    }
  })
})

test('a pending request and a locked wallet are known by their words too', () => {
  expect(isRequestPending({ code: '-32002' })).toBe(true)
  expect(isRequestPending(new Error('Already processing eth_requestAccounts.'))).toBe(
    true,
  )
  expect(isRequestPending(new Error('no'))).toBe(false)
  expect(isWalletLocked({ code: -32002, message: 'Wallet is locked' })).toBe(true)
  expect(isWalletLocked(new Error('header not found for block 12'))).toBe(false)
})

describe("the wallet's own words", () => {
  test.each([
    [new Error('Gas too high.'), 'Gas too high.'],
    [
      { code: -32603, message: 'Internal JSON-RPC error.', data: { message: 'Bad key' } },
      'Bad key',
    ],
    [new Error('outer', { cause: new Error('inner') }), 'inner'],
    [{ code: -32603, message: 'Internal JSON-RPC error.' }, 'Internal JSON-RPC error.'],
    ['plain text', 'plain text'],
    [
      new Error('An unknown RPC error occurred.\n\nDetails: x'),
      'An unknown RPC error occurred.',
    ],
    [new Error('a\u202eb\u0000c   d'), 'a b c d'],
    [new Error(`at 0x${'ab'.repeat(40)}`), 'at 0xabababab…'],
    [undefined, null],
    [null, null],
    [{}, null],
    [new Error(''), null],
    [{ code: 1, data: '0x08c379a0' }, null],
  ])('%o', (error, words) => {
    expect(readWalletWords(error)).toBe(words)
  })

  test('are cut at a word', () => {
    const words = readWalletWords(new Error('word '.repeat(100))) ?? ''
    expect(words).toMatch(/ word…$/)
    expect([...words].length).toBeLessThanOrEqual(160)
  })
})

test('an error that refuses to be read is one without words', () => {
  const hostile = new Proxy(
    {},
    {
      get: () => {
        throw new Error('forbidden')
      },
    },
  )
  const endless: { cause?: unknown } = {}
  endless.cause = endless
  for (const error of [hostile, endless]) {
    expect(isDeclined(error)).toBe(false)
    expect(readWalletWords(error)).toBeNull()
  }
})
