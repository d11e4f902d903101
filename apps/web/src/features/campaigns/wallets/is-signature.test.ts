import { expect, test } from 'vitest'
import { isSignature } from './is-signature.ts'

test('a signature is 65 bytes in hex or more, as smart wallets give them', () => {
  expect(isSignature(`0x${'ab'.repeat(65)}`)).toBe(true)
  expect(isSignature(`0x${'AB'.repeat(300)}`)).toBe(true)
  const others = [`0x${'ab'.repeat(64)}`, `0x${'ab'.repeat(65)}a`, 'ab'.repeat(65), null]
  expect(others.filter(isSignature)).toEqual([])
})
