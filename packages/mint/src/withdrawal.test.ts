import { collectionAbi } from '@platemark/abi/collection'
import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import { royaltySplitAbi } from '@platemark/abi/royalty-split'
import { type Address, encodeFunctionData, type Hex, parseEther } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, expect, test } from 'vitest'
import { startTestChain } from '../test/chain.ts'
import { openNow, price, testCollections } from '../test/collections.ts'
import { testRpc } from '../test/wallet.ts'
import type { TransactionReceipt } from './receipt.ts'
import { findWithdrawal, planWithdrawal, sumReleased } from './withdrawal.ts'

const chain = await startTestChain()
const { client } = chain
const rpc = testRpc(chain)
const { creator, ada, payouts, create } = await testCollections(chain)
afterAll(() => chain.stop())

async function send(from: Address, to: Address, data: Hex, value = 0n) {
  const sent = { account: from, chain: foundry, to, data, value }
  const hash = await client.sendTransaction(sent)
  await client.waitForTransactionReceipt({ hash, pollingInterval: 10 })
  // Safe: nodes return receipts of this form.
  return (await rpc('eth_getTransactionReceipt', [hash])) as TransactionReceipt
}

/** Creates a collection with income, and returns it. */
async function earning(payees: { account: Address; bps: number }[]): Promise<Address> {
  const address = await create({ publicPhase: openNow, payees })
  const data = encodeFunctionData({
    ...{ abi: dropCollectionAbi, functionName: 'mint', args: [2n] },
  })
  await send(ada, address, data, price * 2n)
  return address
}

const plan = (account: Address, contracts: Address[]) =>
  planWithdrawal(rpc, {
    ...{ payouts, account, contracts },
    ...{ blockTag: 'pending', stack: 'evm' },
  })

test('collections and a split are paid by one transaction, at the fee that was estimated', async () => {
  const shares = [
    { account: creator, bps: 7500 },
    { account: ada, bps: 2500 },
  ]
  const contracts = [await earning([]), await earning(shares)]
  const splitting = await create({ hasRoyaltySplit: true, payees: shares })
  const [split] = await client.readContract({
    ...{ address: splitting, abi: collectionAbi, functionName: 'royaltyInfo' },
    args: [1n, 1n],
  })
  await send(ada, split, '0x', parseEther('0.4'))
  const all = [...contracts, split]
  const expected = price * 2n + (price * 2n * 3n) / 4n + parseEther('0.3')
  // The last one owes nothing to this account, and is left out.
  const { data, amountWei, refused, fee } = await plan(creator, [...all, splitting])
  expect([amountWei, refused]).toEqual([expected, [splitting]])

  const gasPrice = BigInt(await client.getGasPrice())
  const receipt = await send(creator, payouts, data)
  expect(sumReleased(receipt, { account: creator, contracts: all })).toBe(expected)
  expect(sumReleased(receipt, { account: ada, contracts: all })).toBe(0n)
  expect(sumReleased(receipt, { account: creator, contracts })).toBe(
    expected - parseEther('0.3'),
  )
  const paid = { account: creator, contracts: all }
  const since = BigInt(receipt.blockNumber) - 1n
  expect(await findWithdrawal(rpc, paid, since)).toEqual(receipt)
  expect(await findWithdrawal(rpc, paid, since + 1n)).toBeUndefined()
  const ratio = Number(fee.wei / gasPrice) / Number(receipt.gasUsed)
  expect(ratio).toBeGreaterThan(0.9)
  expect(ratio).toBeLessThan(1.25)
})

test('an account that refuses its money is named before anything is signed', async () => {
  const account: Address = '0x00000000000000000000000000000000000fa11e'
  await client.setCode({ address: account, bytecode: '0x5f5ffd' })
  const contract = await earning([
    { account, bps: 5000 },
    { account: creator, bps: 5000 },
  ])
  const owed = await client.readContract({
    ...{ address: contract, abi: royaltySplitAbi, functionName: 'owed', args: [account] },
  })
  expect(owed).toBe(price)
  expect(await plan(account, [contract])).toMatchObject({
    ...{ amountWei: 0n, refused: [contract] },
  })
})
