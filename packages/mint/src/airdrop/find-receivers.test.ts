import { type Address, type Hex, toHex } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { startTestChain } from '../../test/chain.ts'
import { testCollections } from '../../test/collections.ts'
import { testRpc } from '../../test/wallet.ts'
import { findContractGifts } from './find-receivers.ts'
import type { Gift } from './gift.ts'

const chain = await startTestChain()
afterAll(chain.stop)
const rpc = testRpc(chain)
const { create, creator } = await testCollections(chain)

const wallet = (at: number): Address => toHex(0xb000 + at, { size: 20 })
const gift = (at: number): Gift => ({ address: wallet(at), quantity: 1, line: at + 1 })
const setCode = (at: number, bytecode: Hex) =>
  chain.client.setCode({ address: wallet(at), bytecode })

test('contracts among the wallets of an airdrop are found, and those that take no token are marked', async () => {
  const contract = await create({ maxSupply: 100 })
  // Returns the selector of the receiver, reverts, returns nothing, delegates.
  await setCode(1, `0x63150b7a0260e01b5f5260205ff3`)
  await setCode(3, '0x5f5ffd')
  await setCode(600, '0x00')
  await setCode(4, `0xef0100${wallet(1).slice(2)}`)
  const gifts = Array.from({ length: 700 }, (_, at) => gift(at))
  const shares: number[] = []
  const found = await findContractGifts(rpc, gifts, {
    ...{ contract, account: creator, onProgress: (share: number) => shares.push(share) },
  })
  expect(found).toEqual([
    { gift: gift(1), refuses: false },
    { gift: gift(3), refuses: true },
    { gift: gift(600), refuses: true },
  ])
  expect(shares).toEqual([500 / 700, 1])
  // The drop does not ask: the token would be theirs.
  const silent = async () => Promise.reject(new Error('no node answered'))
  await expect(
    findContractGifts(silent, gifts, { contract, account: creator }),
  ).rejects.toThrow('no node answered')
})
