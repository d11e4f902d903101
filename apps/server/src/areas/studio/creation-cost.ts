import { Problem } from '@platemark/api/problem'
import {
  type Address,
  BaseError,
  concatHex,
  ExecutionRevertedError,
  type Hex,
  parseAbi,
  size,
} from 'viem'
import { estimateGas, getFeeHistory, getGasPrice, readContract } from 'viem/actions'
import type { Chain } from '../../configuration/chains.ts'
import { withChainErrors } from './deployment.ts'

/** Gas and estimated network fee of a creation, as decimal strings, as the API has them. */
export type CreationCost = {
  gas: string
  network_fee_wei: string
  is_whole: boolean
}

/**
 * Estimates the cost of a creation, which its creator need not have: gas at the price of recent
 * blocks, and the L1 fee of networks of the OP stack. Throws `deployment_pending` for one that was
 * mined since it was simulated, and `chain_unavailable`.
 */
export async function estimateCreation(
  chain: Chain,
  call: { account: Address; to: Address; data: Hex },
): Promise<CreationCost> {
  return priceCreation(chain, readGas(chain, call), call.data)
}

async function readGas(
  { client, stateTag: blockTag }: Chain,
  call: { account: Address; to: Address; data: Hex },
): Promise<bigint> {
  try {
    return await estimateGas(client, { ...call, blockTag })
  } catch (cause) {
    const isReverted =
      cause instanceof BaseError &&
      cause.walk((error) => error instanceof ExecutionRevertedError) !== null
    // The same call was accepted a moment ago, so its transaction has come between.
    if (isReverted) throw new Problem('deployment_pending', undefined, { cause })
    throw cause
  }
}

/** Gas of a creation with one phase, rounded up. */
const USUAL_GAS = 135_000n

/** Calldata as long as that of such a creation. */
const usualData: Hex = `0x${'ff'.repeat(1_300)}`

/**
 * Estimates the cost of a creation that cannot be simulated yet, as `estimateCreation` does one
 * that can. Throws `chain_unavailable`.
 */
export async function estimateUsualCreation(chain: Chain): Promise<CreationCost> {
  return priceCreation(chain, USUAL_GAS, usualData)
}

async function priceCreation(
  chain: Chain,
  gasUsed: bigint | Promise<bigint>,
  data: Hex,
): Promise<CreationCost> {
  return withChainErrors(chain, async () => {
    const [gas, price, l1FeeWei] = await Promise.all([
      gasUsed,
      readGasPrice(chain),
      chain.stack === 'op' ? estimateL1Fee(chain, data) : 0n,
    ])
    const feeWei = gas * price + (l1FeeWei ?? 0n)
    return {
      gas: String(gas),
      network_fee_wei: String(feeWei),
      is_whole: l1FeeWei !== null,
    }
  })
}

/**
 * Returns wei per gas: the next base fee with the usual tip of the last blocks, or the price of the
 * node where these are empty.
 */
async function readGasPrice({ client }: Chain): Promise<bigint> {
  try {
    const history = await getFeeHistory(client, {
      blockCount: 4,
      rewardPercentiles: [50],
    })
    // An empty block has no tip, and its 0 is no price.
    const tips = (history.reward ?? []).flatMap(([tip], place) =>
      history.gasUsedRatio[place] ? (tip ?? []) : [],
    )
    const tip = tips.reduce((sum, one) => sum + one, 0n) / BigInt(tips.length || 1)
    const base = history.baseFeePerGas.at(-1)
    if (base !== undefined && tips.length > 0) return base + tip
  } catch {
    // Networks without EIP-1559 have no history.
  }
  return getGasPrice(client)
}

/** The GasPriceOracle, at the same address on every network of the OP stack. */
const oracle = {
  address: '0x420000000000000000000000000000000000000F',
  abi: parseAbi([
    'function getL1FeeUpperBound(uint256 unsignedSize) view returns (uint256)',
    'function getL1Fee(bytes unsigned) view returns (uint256)',
  ]),
} as const

/** Bytes of a transaction beside its calldata. */
const FRAME_BYTES = 100

/** Returns the L1 fee in wei; null where the network has no function for it. */
async function estimateL1Fee({ client }: Chain, data: Hex): Promise<bigint | null> {
  const unsigned = concatHex([`0x${'ff'.repeat(FRAME_BYTES)}`, data])
  const bound = { ...oracle, functionName: 'getL1FeeUpperBound' } as const
  // Networks from before the upgrade named Fjord know only the other function.
  const exact = { ...oracle, functionName: 'getL1Fee', args: [unsigned] } as const
  return readContract(client, { ...bound, args: [BigInt(size(unsigned))] }).catch(() =>
    readContract(client, exact).catch(() => null),
  )
}
