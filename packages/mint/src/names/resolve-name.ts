import { nameRegistryAbi as abi } from '@platemark/abi/name-registry'
import { type Address, getAddress, isAddress, zeroAddress } from 'viem'
import { readContract } from '../read-contract.ts'
import { type BlockTag, findRevertData, type Rpc } from '../rpc.ts'
import { packLabel } from './name-calls.ts'

type NameReading = {
  rpc: Rpc
  registry: Address
  blockTag: BlockTag
  /** Network on which the account is used. */
  chainId: number
}

/**
 * Resolves a label to its account on a network (ENSIP-11): the record of that network, else the
 * owner, who counts elsewhere only with a key of their own. Null for a name without one. Rejects like
 * `rpc`.
 */
export async function resolveName(
  label: string,
  { rpc, registry, blockTag, chainId }: NameReading,
): Promise<Address | null> {
  const args = [packLabel(label), toCoinType(chainId)] as const
  const call = { abi, functionName: 'addr', args } as const
  try {
    const found = String(await readContract(rpc, registry, blockTag, call))
    if (!isAddress(found, { strict: false }) || found === zeroAddress) return null
    return getAddress(found)
  } catch (error) {
    if (findRevertData(error)) return null
    throw error
  }
}

/** Returns the coin type of an EVM network: 60 of Ethereum, else by ENSIP-11. */
function toCoinType(chainId: number): bigint {
  return chainId === 1 ? 60n : BigInt((0x80000000 | chainId) >>> 0)
}
