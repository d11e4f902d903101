import { concatHex, encodeFunctionData, type Hex, parseAbi, size } from 'viem'
import { mintCall } from './mint-call.ts'
import type { MintOrder } from './mint-order.ts'
import { parseQuantity } from './read-contract.ts'
import type { Rpc } from './rpc.ts'

/** What the network is likely to charge; without a part that could not be asked if not whole. */
export type NetworkFee = { wei: bigint; isWhole: boolean }

/**
 * Estimates what the network charges for a mint. Networks of the OP stack charge for the chain
 * below them on top, which only their own contract knows. Rejects like `rpc`.
 */
export async function estimateNetworkFee(
  rpc: Rpc,
  order: MintOrder,
  { isOpStack }: { isOpStack: boolean },
): Promise<NetworkFee> {
  const call = mintCall(order)
  const [gas, price, belowWei] = await Promise.all([
    // A wallet that cannot pay yet is estimated by no node.
    rpc('eth_estimateGas', [call]).then(parseQuantity, () => usualGas(order)),
    rpc('eth_gasPrice', []).then(parseQuantity),
    isOpStack ? feeBelow(rpc, call.data) : 0n,
  ])
  return { wei: gas * price + (belowWei ?? 0n), isWhole: belowWei !== null }
}

function usualGas({ quantity }: MintOrder): bigint {
  return 140_000n + 3_000n * BigInt(quantity)
}

/** Stands at the same address on every network of the OP stack. */
const oracle = '0x420000000000000000000000000000000000000F'

const oracleAbi = parseAbi([
  'function getL1FeeUpperBound(uint256 unsignedSize) view returns (uint256)',
  'function getL1Fee(bytes unsigned) view returns (uint256)',
])

/** What a transaction holds beside its call: chain, number, fees, gas, recipient and amount. */
const frame: Hex = `0x${'ff'.repeat(100)}`

/** What is charged for the chain below, in wei; null where nothing tells it. */
async function feeBelow(rpc: Rpc, call: Hex): Promise<bigint | null> {
  const unsigned = concatHex([frame, call])
  const asked = (data: Hex) =>
    rpc('eth_call', [{ to: oracle, data }, 'latest']).then(parseQuantity)
  const bound = encodeFunctionData({
    abi: oracleAbi,
    functionName: 'getL1FeeUpperBound',
    args: [BigInt(size(unsigned))],
  })
  try {
    return await asked(bound)
  } catch {
    // Networks from before the upgrade named Fjord know only the other function.
    const exact = encodeFunctionData({
      abi: oracleAbi,
      functionName: 'getL1Fee',
      args: [unsigned],
    })
    return asked(exact).catch(() => null)
  }
}
