import { expect, test } from 'vitest'
import { isContractCode, isDelegation } from './account-code.ts'

test.each([
  ['no answer', undefined, false, false],
  ['no code', '0x', false, false],
  ['a delegation', `0xef0100${'11'.repeat(20)}`, false, true],
  ['a delegation in capitals', `0xEF0100${'AB'.repeat(20)}`, false, true],
  ['a delegation and one byte', `0xef0100${'11'.repeat(21)}`, true, false],
  ['a delegation without one byte', `0xef0100${'11'.repeat(19)}`, true, false],
  ['code of a contract', '0x6001600155', true, false],
])('%s', (_, code, isContract, isDelegated) => {
  expect([isContractCode(code), isDelegation(code)]).toEqual([isContract, isDelegated])
})
