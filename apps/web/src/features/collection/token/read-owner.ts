import { httpRpc, RpcError } from '@platemark/mint/rpc'
import { getAddress } from 'viem'

/** Selector of `ownerOf(uint256)`. */
const OWNER_OF = '0x6352211e'

/** Reads the owner of a token from the contract; null when the call reverts. */
export async function readOwner(
  rpcUrls: readonly string[],
  contract: string,
  tokenId: string,
  signal: AbortSignal,
): Promise<string | null> {
  const word = BigInt(tokenId).toString(16).padStart(64, '0')
  const call = { to: contract, data: `${OWNER_OF}${word}` }
  try {
    const answer = await httpRpc(rpcUrls, { signal })('eth_call', [call, 'latest'])
    const [, address] = /^0x0{24}([0-9a-f]{40})$/i.exec(String(answer)) ?? []
    return address ? getAddress(`0x${address}`) : null
  } catch (error) {
    if (error instanceof RpcError) return null
    throw error
  }
}
