import { startZkShim } from '@platemark/wallet/testing/shim/zk-shim'
import { afterAll, describe, expect, test } from 'vitest'
import { startTestChain } from '../test/chain.ts'
import { openNow, orderFor, testCollections } from '../test/collections.ts'
import { testRpc } from '../test/wallet.ts'
import { mintCall } from './mint-call.ts'
import { estimateNetworkFee } from './network-fee.ts'
import type { Rpc } from './rpc.ts'
import { estimateStackFee } from './stack-fee.ts'

const chain = await startTestChain()
const shim = await startZkShim({ nodeUrl: chain.url })
afterAll(async () => {
  await shim.stop()
  chain.stop()
})
const anvil = testRpc(chain)
const { ada, create } = await testCollections(chain)
const order = orderFor(await create({ publicPhase: openNow }), ada)
const call = mintCall(order)

/** Sends to the node of a ZK Stack chain. */
const zk: Rpc = async (method, params) => {
  const response = await fetch(shim.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const reply = Object(await response.json())
  if (reply.error) throw new Error(reply.error.message)
  return reply.result
}

/** Answers the method of Linea, and nothing else. */
const linea: Rpc = async (method, params) => {
  expect([method, params]).toEqual(['linea_estimateGas', [call]])
  return { gasLimit: '0x186a0', baseFeePerGas: '0x7', priorityFeePerGas: '0x5f5e100' }
}

describe('the fee of a ZK Stack network', () => {
  test('is what zks_estimateFee answers, not gas at its price', async () => {
    const estimate = Object(await zk('zks_estimateFee', [call]))
    const wei = BigInt(estimate.gas_limit) * BigInt(estimate.max_fee_per_gas)
    expect(await estimateNetworkFee(zk, order, { stack: 'zk' })).toEqual({
      wei,
      isWhole: true,
    })
    const plain = await estimateNetworkFee(zk, order, { stack: 'evm' })
    expect(wei).toBeGreaterThan(plain.wei)
  })

  test('is for a limit that is given', async () => {
    const estimate = Object(await zk('zks_estimateFee', [call]))
    const price = BigInt(estimate.max_fee_per_gas)
    const given = { stack: 'zk', gas: 1000n } as const
    expect(await estimateStackFee(zk, call, given)).toBe(1000n * price)
  })

  test('is gas at its price where the node lacks the method or the mint would fail', async () => {
    const plain = await estimateNetworkFee(anvil, order, { stack: 'evm' })
    expect(await estimateNetworkFee(anvil, order, { stack: 'zk' })).toEqual(plain)
    const poor = orderFor(order.contract, '0x00000000000000000000000000000000000000a1')
    const price = BigInt(String(await zk('eth_gasPrice', [])))
    expect(await estimateNetworkFee(zk, poor, { stack: 'zk' })).toEqual({
      wei: 143_000n * price,
      isWhole: true,
    })
  })
})

describe('the fee of Linea', () => {
  test('is that of linea_estimateGas: limit by base and priority fee', async () => {
    const wei = 100_000n * 100_000_007n
    expect(await estimateNetworkFee(linea, order, { stack: 'linea' })).toEqual({
      wei,
      isWhole: true,
    })
  })

  test('is gas at its price where the node answers otherwise', async () => {
    const broken: Rpc = (method, params) =>
      method === 'linea_estimateGas' ? Promise.resolve({}) : anvil(method, params)
    const plain = await estimateNetworkFee(anvil, order, { stack: 'evm' })
    expect(await estimateNetworkFee(broken, order, { stack: 'linea' })).toEqual(plain)
  })
})

test('other networks have no method of their own', async () => {
  expect(await estimateStackFee(zk, call, { stack: 'evm' })).toBeNull()
  expect(await estimateStackFee(zk, call, { stack: 'op' })).toBeNull()
})
