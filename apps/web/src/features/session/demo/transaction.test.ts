import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import { payoutsAbi } from '@platemark/abi/payouts'
import {
  type Address,
  encodeFunctionData,
  encodeFunctionResult,
  getAddress,
  zeroAddress,
} from 'viem'
import { expect, test } from 'vitest'
import { describeTransaction, readReceived } from './transaction.ts'

const own = getAddress(`0x${'1'.repeat(40)}`)
const other = getAddress(`0x${'2'.repeat(40)}`)

function nameCall(functionName: string, args: readonly unknown[]): string {
  // Safe: a wrong name or argument throws.
  const data = encodeFunctionData({ abi: dropCollectionAbi, functionName, args } as never)
  return describeTransaction({ to: other, data, value: 0n }).title
}

test('a change of a collection is named by what it does', () => {
  const named = [
    nameCall('airdrop', [
      [own, other],
      [2n, 1n],
    ]),
    nameCall('airdrop', [[own], [1n]]),
    nameCall('setPaused', [true]),
    nameCall('setPaused', [false]),
    nameCall('transferOwnership', [own]),
    nameCall('transferOwnership', [zeroAddress]),
    nameCall('setRoyalty', [750n]),
    nameCall('lowerCap', [1_200n]),
  ]
  expect(named).toEqual([
    'Airdrop 3 items to 2 wallets',
    'Airdrop 1 item to 1 wallet',
    'Pause minting',
    'Resume minting',
    'Offer the collection to 0x1111…1111',
    'Cancel the offer of the collection',
    'Set the royalty to 7.5%',
    'Lower the supply to 1,200',
  ])
})

test('every call of an owner has words', () => {
  const root = `0x${'1'.repeat(64)}`
  const phase = { price: 1n, start: 1, end: 2, walletLimit: 1, supplyCap: 0 }
  const named = [
    nameCall('acceptOwnership', []),
    nameCall('addList', [root, root, 0]),
    nameCall('removeList', [root]),
    nameCall('setPublicPhase', [phase]),
    nameCall('applyPublicPhase', []),
    nameCall('applyCap', []),
    nameCall('freezeCap', []),
    nameCall('setPayees', [[{ account: own, bps: 10_000 }]]),
    nameCall('applyPayees', []),
    nameCall('freezeMetadata', [root]),
    nameCall('reveal', ['0x', root, root]),
    nameCall('setBaseUri', ['0x', root]),
    nameCall('setContractUri', ['0x']),
    nameCall('release', [own]),
  ]
  expect(named.filter((title) => title.startsWith('Call '))).toEqual([])
  expect(new Set(named).size).toBe(named.length)
})

test('a withdrawal shows what is paid out to the sender, and nothing for another account', () => {
  const pay = { abi: payoutsAbi, functionName: 'releaseMany' } as const
  const data = (account: Address) =>
    encodeFunctionData({ ...pay, args: [[other, own], account] })
  const result = encodeFunctionResult({ ...pay, result: [5n, 7n] })
  expect(describeTransaction({ to: other, data: data(own), value: 0n }).title).toBe(
    'Withdraw earnings',
  )
  expect(readReceived(data(own), result, own)).toBe(12n)
  expect(readReceived(data(other), result, own)).toBeNull()
  expect(readReceived(undefined, '0x', own)).toBeNull()
})
