import { type Address, type Hex, size, toFunctionSelector } from 'viem'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestChain } from '../test/chain.ts'
import { openNow, orderFor, testCollections } from '../test/collections.ts'
import { testRpc } from '../test/wallet.ts'
import { mintCall } from './mint-call.ts'
import { estimateNetworkFee } from './network-fee.ts'

const chain = await startTestChain()
afterAll(chain.stop)
const rpc = testRpc(chain)
const { ada, create } = await testCollections(chain)
const order = orderFor(await create({ publicPhase: openNow }), ada)
const oracle: Address = '0x420000000000000000000000000000000000000F'
const upperBound = toFunctionSelector('getL1FeeUpperBound(uint256)').slice(2)
const exact = toFunctionSelector('getL1Fee(bytes)').slice(2)

/** Bytecode that returns the first argument word, times a thousand. */
const byFirstWord = '6004356103e80260005260206000f3'
/** Bytecode that returns the size of the calldata, times a thousand. */
const bySize = '6024356103e80260005260206000f3'

beforeEach(() => become('0x'))

describe('the fee of a network', () => {
  test('is gas at its price', async () => {
    const fee = await estimateNetworkFee(rpc, order, { stack: 'evm' })
    const gas = BigInt(String(await rpc('eth_estimateGas', [mintCall(order)])))
    const gasPrice = BigInt(String(await rpc('eth_gasPrice', [])))
    expect(fee).toEqual({ wei: gas * gasPrice, isWhole: true })
  })

  test('is estimated from a typical amount of gas while the wallet could not pay for the mint', async () => {
    const poor = orderFor(order.contract, '0x00000000000000000000000000000000000000a1')
    const fee = await estimateNetworkFee(rpc, poor, { stack: 'evm' })
    const gasPrice = BigInt(String(await rpc('eth_gasPrice', [])))
    expect(fee).toEqual({ wei: 143_000n * gasPrice, isWhole: true })
  })

  test('rejects without a gas price', async () => {
    const gone = () => Promise.reject(new Error('no response'))
    await expect(estimateNetworkFee(gone, order, { stack: 'op' })).rejects.toThrow(
      'no response',
    )
  })
})

describe('the fee of a network of the OP stack', () => {
  /** The difference to the same fee on another network. */
  const added = async () => {
    const plain = await estimateNetworkFee(rpc, order, { stack: 'evm' })
    const fee = await estimateNetworkFee(rpc, order, { stack: 'op' })
    return { wei: fee.wei - plain.wei, isWhole: fee.isWhole }
  }
  const bytes = BigInt(size(mintCall(order).data) + 100)

  test('includes the upper bound of the L1 fee for the size', async () => {
    await become(contractFor(upperBound, byFirstWord))
    expect(await added()).toEqual({ wei: bytes * 1000n, isWhole: true })
  })

  test('includes the L1 fee of the transaction where there is no upper bound', async () => {
    await become(contractFor(exact, bySize))
    expect(await added()).toEqual({ wei: bytes * 1000n, isWhole: true })
  })

  test('is not whole where the L1 fee cannot be read', async () => {
    expect(await added()).toEqual({ wei: 0n, isWhole: false })
    await become('0x60006000fd')
    expect(await added()).toEqual({ wei: 0n, isWhole: false })
  })

  test('includes no L1 fee on other networks, whatever contract has that address', async () => {
    await become(contractFor(upperBound, byFirstWord))
    const other = { stack: 'evm' } as const
    const fee = await estimateNetworkFee(rpc, order, other)
    await become('0x')
    expect(await estimateNetworkFee(rpc, order, other)).toEqual(fee)
  })
})

/** Sets the code at the address of the GasPriceOracle. */
async function become(code: Hex) {
  await chain.client.setCode({ address: oracle, bytecode: code })
}

/** Assembles a contract that runs `body` for one function and reverts for all others. */
function contractFor(selector: string, body: string): Hex {
  // Reads the selector, compares it, jumps over a revert of 5 bytes when it is the same.
  const dispatch = `60003560e01c63${selector}14601457`
  return `0x${dispatch}60006000fd5b${body}`
}
