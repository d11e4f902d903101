import { expect, test } from 'vitest'
import { isSameAddress } from './addresses.ts'

const address = '0x7C4e09b1A35dF6628E40c1B97d5a83E2046f91b3'

test('compares addresses in any letter case', () => {
  expect(isSameAddress(address, address.toLowerCase())).toBe(true)
  expect(isSameAddress(address, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8')).toBe(false)
})

test('finds no match for an absent address', () => {
  expect(isSameAddress(undefined, address)).toBe(false)
  expect(isSameAddress(address, null)).toBe(false)
  expect(isSameAddress(undefined, undefined)).toBe(false)
})
