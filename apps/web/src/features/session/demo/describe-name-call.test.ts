import { dropCollectionAbi as abi } from '@platemark/abi/drop-collection'
import {
  commitData,
  primaryData,
  registerData,
  reverseNameData,
  textsData,
  transferData,
} from '@platemark/mint/names/name-calls'
import { shortAddress } from '@platemark/rules/amounts'
import { encodeFunctionData, getAddress, type Hex, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { describeNameCall } from './describe-name-call.ts'

const account = getAddress(`0x${'0a'.repeat(20)}`)
const other = getAddress(`0x${'0b'.repeat(20)}`)
const pending = { account, chainId: 1, contract: other, name: 'ada', hash: null }

test('a transaction of a name is described by its act', () => {
  const register = (secret: Hex | null) =>
    registerData({ ...pending, isPrimary: true, secret })
  expect(
    [
      commitData(zeroHash),
      register(null),
      register(zeroHash),
      primaryData('ada'),
      primaryData(''),
      textsData('ada', { url: 'https://ada.test' }),
      textsData('ada', { url: '', email: '' }),
      transferData('ada', account, other),
      reverseNameData('ada.plate.test'),
    ].map((data) => describeNameCall(data)?.title),
  ).toEqual([
    'Reserve a name',
    'Register ada',
    'Register ada',
    'Make ada the primary name',
    'Clear the primary name',
    'Set 1 record of ada',
    'Set 2 records of ada',
    `Transfer ada to ${shortAddress(other)}`,
    'Make ada.plate.test the ENS name',
  ])
})

test('a transfer of an item is none of a name', () => {
  const data = encodeFunctionData({
    abi,
    functionName: 'safeTransferFrom',
    args: [account, other, 7n],
  })
  expect([describeNameCall(data), describeNameCall('0x12345678')]).toEqual([
    undefined,
    undefined,
  ])
})
