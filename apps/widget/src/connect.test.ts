import { declinedErrors, undeclinedErrors } from '@platemark/wallet/test/wallet-errors'
import { describe, expect, test } from 'vitest'
import { connectSentence, switchSentence } from './connect.ts'

describe('a declined request is no fault of the wallet', () => {
  test.each(declinedErrors)('%s', (_, error) => {
    expect(connectSentence(error, 'Rabby Wallet')).toBe(
      'You closed the request in Rabby Wallet. Nothing was shared.',
    )
    expect(switchSentence(error, 'Rabby Wallet', { name: 'Harbour' })).toBe(
      'You closed the request in Rabby Wallet. Your wallet stayed on its network. Choose Harbour in Rabby Wallet and this panel will notice.',
    )
  })

  test.each(undeclinedErrors)('not %s', (_, error) => {
    expect(connectSentence(error, 'Rabby Wallet')).not.toMatch(/^You closed/)
    expect(switchSentence(error, 'Rabby Wallet', { name: 'Harbour' })).not.toMatch(
      /^You closed/,
    )
  })
})

test("any other error is shown in the wallet's own words", () => {
  const error = Object.assign(new Error('Key ring is empty.'), { code: -32603 })
  expect(connectSentence(error, 'Rabby Wallet')).toBe(
    'Rabby Wallet did not connect. Open it, then try again. Reason: Key ring is empty.',
  )
  expect(switchSentence(error, 'Rabby Wallet', { name: 'Harbour' })).toMatch(
    /^Rabby Wallet could not switch: Key ring is empty\. Your wallet stayed/,
  )
})
