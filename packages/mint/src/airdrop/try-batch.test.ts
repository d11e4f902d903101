import { collectionAbi } from '@platemark/abi/collection'
import { type Address, type Hex, toHex } from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { startTestChain } from '../../test/chain.ts'
import { testCollections } from '../../test/collections.ts'
import { testRpc } from '../../test/wallet.ts'
import { type NodeError, toRefusal } from '../refusal.ts'
import { type Rpc, RpcError } from '../rpc.ts'
import { batchGas } from './batch-gifts.ts'
import type { Gift } from './gift.ts'
import { type TryOptions, tryBatch } from './try-batch.ts'

const chain = await startTestChain()
afterAll(chain.stop)
const rpc = testRpc(chain)
const { create, change, creator, ada } = await testCollections(chain)

const wallet = (at: number): Address => toHex(0xa000 + at, { size: 20 })
const gifts = (count: number, quantity = 1): Gift[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ address: wallet(at), quantity, line: at + 1 },
  }))

const options = (contract: Address, changes: Partial<TryOptions> = {}): TryOptions => ({
  ...{ rpc, contract, account: creator, blockTag: 'latest', maxGas: 10_000_000n },
  ...changes,
})

/** `kind` of the contracts: an edition. */
const edition = { kind: 2, maxSupply: 9000 }

describe('a batch that is tried', () => {
  test('is as it was planned where nothing is wrong, and takes less gas', async () => {
    for (const kind of ['drop', 'edition'] as const) {
      const contract = await create(kind === 'drop' ? { maxSupply: 9000 } : edition)
      for (const quantity of [1, 130]) {
        const planned = gifts(20, quantity)
        const { gas, ...tried } = await tryBatch(planned, options(contract))
        expect(tried).toEqual({ gifts: planned, refused: [] })
        const share = Number(gas) / Number(batchGas(planned, kind))
        expect(share, `${kind}, ${quantity} each`).toBeLessThan(1)
        expect(share, `${kind}, ${quantity} each`).toBeGreaterThan(0.8)
      }
    }
  })

  test('is shortened until its gas fits', async () => {
    const contract = await create({ maxSupply: 1000 })
    const planned = gifts(40)
    const tried = await tryBatch(planned, options(contract, { maxGas: 700_000n }))
    expect(tried.gifts).toEqual(planned.slice(0, 10))
    expect(tried.gas).toBeLessThan(700_000n)
  })

  test('leaves out contracts that do not accept copies, and accounts that delegate are none', async () => {
    const contract = await create(edition)
    const planned = gifts(5)
    await chain.client.setCode({ address: wallet(1), bytecode: '0x5f5ffd' })
    await chain.client.setCode({
      address: wallet(3),
      bytecode: `0xef0100${contract.slice(2)}` as Hex,
    })
    const tried = await tryBatch(planned, options(contract))
    expect(tried.gifts.map(({ line }) => line)).toEqual([1, 3, 4, 5])
    expect(tried.refused).toEqual([
      { gift: planned[1], refusal: { kind: 'not_received' } },
    ])
    await chain.client.setCode({ address: wallet(1), bytecode: '0x' })
  })

  test('leaves out gifts for which too little is left; smaller ones go on', async () => {
    const contract = await create({ maxSupply: 10 })
    const planned = [...gifts(2, 4), { address: ada, quantity: 9, line: 3 }]
    const last = { address: creator, quantity: 2, line: 4 }
    const tried = await tryBatch([...planned, last], options(contract))
    expect(tried.gifts.map(({ line }) => line)).toEqual([1, 2, 4])
    expect(tried.refused).toEqual([
      { gift: planned[2], refusal: { kind: 'too_few_left', left: 2 } },
    ])
  })

  test('goes through while the collection is paused', async () => {
    const contract = await create()
    await change(contract, 'setPaused', [true])
    expect((await tryBatch(gifts(3), options(contract))).gifts).toHaveLength(3)
  })

  test('is refused whole where the account is not the owner', async () => {
    const contract = await create()
    const tried = tryBatch(gifts(3), options(contract, { account: ada }))
    const refusal = await tried.catch((error: NodeError) =>
      toRefusal(error, collectionAbi),
    )
    expect(refusal).toMatchObject({ kind: 'contract', error: 'NotOwner' })
  })

  test('is rejected where no node answers', async () => {
    const contract = await create()
    const silent: Rpc = (method, params) =>
      method === 'eth_estimateGas'
        ? Promise.reject(new Error('timeout'))
        : rpc(method, params)
    const tried = tryBatch(gifts(3), options(contract, { rpc: silent }))
    await expect(tried).rejects.toThrow('rpc request failed')
  })

  test('is halved until the gifts are found that the contract refuses for another reason', async () => {
    const contract = await create()
    const refused = [wallet(2), wallet(11)]
    let calls = 0
    // A contract of a later version may refuse wallets that this one takes.
    const strict: Rpc = (method, params) => {
      calls += 1
      const text = JSON.stringify(params)
      const isRefused = refused.some((one) => text.includes(one.slice(2)))
      return isRefused
        ? Promise.reject(new RpcError(3, 'execution reverted', `0x${'ab'.repeat(4)}`))
        : rpc(method, params)
    }
    const tried = await tryBatch(gifts(16), options(contract, { rpc: strict }))
    expect(tried.gifts).toHaveLength(14)
    expect(tried.refused.map(({ gift, refusal }) => [gift.line, refusal])).toEqual([
      [3, { kind: 'reverted', error: '0xabababab' }],
      [12, { kind: 'reverted', error: '0xabababab' }],
    ])
    expect(calls).toBeLessThan(22)
  })
})
