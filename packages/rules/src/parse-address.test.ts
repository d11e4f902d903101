import { expect, test } from 'vitest'
import { parseAddress } from './parse-address.ts'

const address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const digits = address.slice(2)

test.each([
  ['its checksum', address],
  ['lower case', address.toLowerCase()],
  ['upper case', `0x${digits.toUpperCase()}`],
  ['spaces around it', ` ${address}\n`],
])('parses an address with %s', (_kind, text) => {
  expect(parseAddress(text)).toBe(address)
})

test.each([
  ['a mistyped digit', address.replace('906', '905')],
  ['two swapped digits', address.replace('906', '960')],
  ['one letter in the wrong case', address.replace('b906', 'B906')],
  ['a prefix in upper case', `0X${digits}`],
  ['no prefix', digits],
  ['a space inside', address.replace('EB2c', 'EB 2c')],
  ['a digit too few', address.slice(0, -1)],
  ['a digit too many', `${address}0`],
  ['a letter that is no digit', address.replace('906', '90g')],
  ['an ENS name', 'harbour.eth'],
  ['nothing', ''],
])('refuses an address with %s', (_kind, text) => {
  expect(parseAddress(text)).toBeNull()
})

test('refuses an absent address', () => {
  expect(parseAddress(null)).toBeNull()
  expect(parseAddress(undefined)).toBeNull()
})
