import { concatHex, encodeFunctionData, type Hex, parseAbi, size } from 'viem'
import { mintCall } from './mint-call.ts'
import type { MintOrder } from './mint-order.ts'
import { parseQuantity } from './read-contract.ts'
import type { TransactionCall } from './request-transaction.ts'
import type { Rpc } from './rpc.ts'
import { estimateStackFee, type NetworkStack } from './stack-fee.ts'

/** The estimated fee of the network; not whole where a part of it could not be read. */
export type NetworkFee = { wei: bigint; isWhole: boolean }

type FeeOptions = {
  stack: NetworkStack
  /** Gas limit of the transaction, in place of an estimate. */
  gas?: bigint
  /** Gas where no node estimates it. */
  usualGas?: bigint
}

/**
 * Estimates the network fee of a transaction: by the method of its network's own, else by gas and
 * price, with the L1 fee that networks of the OP stack add and only their own contract knows.
 * Rejects like `rpc`.
 */
export async function estimateCallFee(
  rpc: Rpc,
  call: Pick<TransactionCall, 'from' | 'to' | 'data'> & Partial<TransactionCall>,
  { stack, gas, usualGas }: FeeOptions,
): Promise<NetworkFee> {
  const own = await estimateStackFee(rpc, call, {
    stack,
    ...(gas !== undefined && { gas }),
  })
  if (own !== null) return { wei: own, isWhole: true }
  const estimated = async () =>
    gas ??
    rpc('eth_estimateGas', [call])
      .then(parseQuantity)
      .catch((error: unknown) => {
        if (usualGas === undefined) throw error
        return usualGas
      })
  const [limit, price, l1FeeWei] = await Promise.all([
    estimated(),
    rpc('eth_gasPrice', []).then(parseQuantity),
    stack === 'op' ? estimateL1Fee(rpc, call.data) : 0n,
  ])
  return { wei: limit * price + (l1FeeWei ?? 0n), isWhole: l1FeeWei !== null }
}

/** Estimates the network fee of a mint. Rejects like `rpc`. */
export function estimateNetworkFee(
  rpc: Rpc,
  order: MintOrder,
  { stack }: { stack: NetworkStack },
): Promise<NetworkFee> {
  // No node estimates the gas of a wallet that cannot pay yet.
  const options = { stack, usualGas: usualGas(order) }
  return estimateCallFee(rpc, mintCall(order), options)
}

function usualGas({ quantity }: MintOrder): bigint {
  return 140_000n + 3_000n * BigInt(quantity)
}

/** The GasPriceOracle, at the same address on every network of the OP stack. */
const oracle = '0x420000000000000000000000000000000000000F'

const oracleAbi = parseAbi([
  'function getL1FeeUpperBound(uint256 unsignedSize) view returns (uint256)',
  'function getL1Fee(bytes unsigned) view returns (uint256)',
])

/** A transaction without its calldata: chain, nonce, fees, gas, recipient and amount. */
const frame: Hex = `0x${'ff'.repeat(100)}`

/** Returns the L1 fee in wei; null where the network has no function for it. */
async function estimateL1Fee(rpc: Rpc, calldata: Hex): Promise<bigint | null> {
  const unsigned = concatHex([frame, calldata])
  const call = (data: Hex) =>
    rpc('eth_call', [{ to: oracle, data }, 'latest']).then(parseQuantity)
  const bound = encodeFunctionData({
    abi: oracleAbi,
    functionName: 'getL1FeeUpperBound',
    args: [BigInt(size(unsigned))],
  })
  try {
    return await call(bound)
  } catch {
    // Networks from before the upgrade named Fjord know only the other function.
    const exact = encodeFunctionData({
      abi: oracleAbi,
      functionName: 'getL1Fee',
      args: [unsigned],
    })
    return call(exact).catch(() => null)
  }
}
