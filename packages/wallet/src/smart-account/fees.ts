import {
  type Account,
  type Address,
  type Chain,
  type Client,
  type Hex,
  isAddressEqual,
  type Transport,
} from 'viem'
import type { ChainEIP712 } from 'viem/zksync'
import { estimateFee } from 'viem/zksync'
import { WalletError } from '../errors.ts'
import { contractDeployer } from './contracts.ts'

/** Chain that knows transactions of type 0x71. */
export type ZkChain = Chain & ChainEIP712

/** Client that reads a chain. */
export type ChainReader = Client<Transport, ZkChain, Account | undefined>

/** Gas and fees of a transaction: gas in units, fees in wei for one of them. */
export type ZkFees = { gas?: bigint; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

type FeeRequest = {
  from: Address
  to: Address
  value?: bigint | undefined
  data?: Hex | undefined
  gas?: bigint | undefined
  maxFeePerGas?: bigint | undefined
  maxPriorityFeePerGas?: bigint | undefined
}

/** Wei for a unit of gas where the contract deployer is called. */
const DEPLOYER_MAX_FEE = 25_000_000n

/**
 * Returns gas and fees of a transaction, by `zks_estimateFee` where the caller has not given both
 * fees; what is given is kept. A call of the contract deployer costs 25,000,000 wei for a unit of
 * gas, without a question. Throws `WalletError` (`max_fee_too_low`) for a fee below the priority
 * fee, and the error of the node.
 */
export async function estimateZkFees(
  reader: ChainReader,
  request: FeeRequest,
): Promise<ZkFees> {
  const { from, to, value, data, maxFeePerGas, maxPriorityFeePerGas } = request
  const given = request.gas === undefined ? {} : { gas: request.gas }
  if (maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined) {
    requireFee(maxFeePerGas, maxPriorityFeePerGas)
    return { ...given, maxFeePerGas, maxPriorityFeePerGas }
  }
  const estimated = isAddressEqual(to, contractDeployer)
    ? { maxFeePerGas: DEPLOYER_MAX_FEE, maxPriorityFeePerGas: 0n }
    : await askNode(reader, { from, to, value, data })
  const fees = {
    ...estimated,
    ...given,
    ...(maxFeePerGas !== undefined && { maxFeePerGas }),
    ...(maxPriorityFeePerGas !== undefined && { maxPriorityFeePerGas }),
  }
  requireFee(fees.maxFeePerGas, fees.maxPriorityFeePerGas)
  return fees
}

async function askNode(
  reader: ChainReader,
  { from, to, value, data }: FeeRequest,
): Promise<ZkFees> {
  const estimate = await estimateFee(reader, {
    account: from,
    to,
    value,
    data,
    // Safe: the types of viem ask for a chain that the client has already.
  } as unknown as Parameters<typeof estimateFee<ZkChain, Account | undefined>>[1])
  return {
    gas: estimate.gasLimit,
    maxFeePerGas: estimate.maxFeePerGas,
    maxPriorityFeePerGas: estimate.maxPriorityFeePerGas,
  }
}

function requireFee(maxFeePerGas: bigint, maxPriorityFeePerGas: bigint): void {
  if (maxFeePerGas < maxPriorityFeePerGas) throw new WalletError('max_fee_too_low')
}
