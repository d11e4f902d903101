import { expect, test } from 'vitest'
import { readTable, walletDocument } from '../test/wallet-document.ts'
import {
  accountContractErrors,
  bundleStatuses,
  isWalletError,
  toWalletError,
  WalletError,
  type WalletErrorKind,
  withWalletErrors,
} from './errors.ts'

const rows = readTable('Errors').map(([kind = '', code, text = '']) => ({
  // Safe: the test below creates an error of each.
  kind: kind as WalletErrorKind,
  code: Number(code),
  text,
}))

test('the document lists some forty errors', () => {
  expect(rows.length).toBeGreaterThan(35)
  expect(new Set(rows.map(({ kind }) => kind)).size).toBe(rows.length)
})

test.each(rows)('$kind has the specified text and code', ({ kind, code, text }) => {
  const gaps = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const values = Object.fromEntries(gaps.map((name, index) => [name, index + 7]))
  const error = new WalletError(kind, { values })
  expect(error.code).toBe(code)
  expect(error.message).toBe(
    text.replace(/\{(\w+)\}/g, (_, name) => String(values[name])),
  )
})

test('errors of the account contract are those of the document', () => {
  const [, section = ''] = walletDocument.split('\n## Errors of the account contract\n')
  const [own = ''] = section.split('\n## ')
  expect([...own.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual([
    ...accountContractErrors,
  ])
})

test('statuses of bundles are those of the document', () => {
  expect(readTable('Statuses of bundles').map(([code, text]) => [code, text])).toEqual(
    Object.entries(bundleStatuses),
  )
})

test.each([
  [
    'transaction serializer not found on chain.',
    'Transaction serializer not found on chain',
  ],
  [
    'Bytecode length in 32-byte words must be odd. Given length in words: 4',
    'Bytecode length in 32-byte words must be odd',
  ],
  [
    'Bytecode cannot be longer than 2097120 bytes. Given length: 2097152',
    'Bytecode cannot be longer than 2097120 bytes. Given length: 2097152',
  ],
  [
    'The bytecode length in bytes must be divisible by 32. Given length: 31',
    'The bytecode length in bytes must be divisible by 32',
  ],
  [
    'Transaction is not an EIP712 transaction.\n\nTransaction:\n  from: 0x00\n\nVersion: a@1',
    'Transaction is not an EIP712 transaction',
  ],
  [
    'Could not find an Account to execute with this Action.\nPlease provide an Account.',
    'Could not find an Account to execute with this Action',
  ],
  [
    'The total cost is too high.\nVersion: a@1',
    'The total cost is too high.\nVersion: a@1',
  ],
  ['Chain 5 not supported', 'Chain 5 not supported'],
  ['Address "undefined" is invalid.', 'Address "undefined" is invalid'],
])('an error of a library, %j, gets the text of the layer', async (library, own) => {
  const thrown = new Error(library)
  const found = await withWalletErrors(() => Promise.reject(thrown)).catch(
    (error: unknown) => error,
  )
  expect(found).toMatchObject({ message: own })
  if (found !== thrown) expect(found).toMatchObject({ cause: thrown })
})

test('an error inside the error of a library gets the text of the layer too', () => {
  const thrown = new Error('failed', { cause: new Error('No calls provided') })
  expect(toWalletError(thrown)).toMatchObject({ kind: 'no_calls', cause: thrown })
})

test('any other thrown value passes as it is', () => {
  const own = new WalletError('no_calls')
  for (const thrown of [own, new Error('boom'), 'boom', undefined, { code: 4001 }]) {
    expect(toWalletError(thrown)).toBe(thrown)
  }
})

test('a kind is found in causes, and an endless chain of causes ends', () => {
  const own = new WalletError('no_policy')
  expect(isWalletError(new Error('outer', { cause: own }), 'no_policy')).toBe(true)
  expect(isWalletError(own, 'no_calls', 'no_policy')).toBe(true)
  expect(isWalletError(own, 'no_calls')).toBe(false)
  const endless = new Error('endless')
  endless.cause = endless
  expect(isWalletError(endless, 'no_policy')).toBe(false)
  expect(toWalletError(endless)).toBe(endless)
})

test('the code of the wallet replaces the code of the kind', () => {
  const error = new WalletError('popup_error', { values: { message: 'No.' }, code: 5 })
  expect(error).toMatchObject({ message: 'No.', code: 5, kind: 'popup_error' })
})
