import { expect, test } from 'vitest'
import { insertContractAddress } from './contract-uri.ts'

test('the address of a contract stands in a URI in lower case', () => {
  expect(insertContractAddress('https://mint.example/{address}/', '0xAb')).toBe(
    'https://mint.example/0xab/',
  )
})
