import { isSameAddress } from '@platemark/rules/addresses'
import type { Hex } from 'viem'
import { mintCall } from './mint-call.ts'
import type { MintOrder } from './mint-order.ts'
import type { PendingMint } from './pending-mints.ts'
import { parseQuantity } from './read-contract.ts'
import { NodeError, SignerError, WrongSignerError } from './refusal.ts'
import { type BlockTag, isHexData, type Rpc } from './rpc.ts'

/** A wallet that signs and sends, as EIP-1193 describes it. */
export type Signer = {
  request(call: { method: string; params?: unknown }): Promise<unknown>
}

/**
 * Asks the chain whether the mint would go through now. Rejects with a `NodeError` around what
 * the contract, or the node, says.
 */
export async function simulateMint(
  rpc: Rpc,
  order: MintOrder,
  blockTag: BlockTag,
): Promise<void> {
  await rpc('eth_call', [mintCall(order), blockTag]).catch(nodeFailed)
}

type Sending = {
  rpc: Rpc
  signer: Signer
  /** The network of the collection. */
  chainId: number
  /** The count that its tokens come on top of. */
  mintedBefore: number
}

/**
 * Asks the wallet to send the mint; resolves to what has to be followed from then on. Rejects
 * with a `SignerError` around what the wallet says, a `NodeError` around what the node says, and
 * with a `WrongSigner`, before it is asked where it is on another network or account.
 */
export async function sendMint(
  order: MintOrder,
  { rpc, signer, chainId, mintedBefore }: Sending,
): Promise<PendingMint> {
  const { account, contract, quantity, unitWei, phaseId } = order
  const sinceBlock = await rpc('eth_blockNumber', [])
    .then(parseQuantity)
    .catch(nodeFailed)
  const ask = (method: string, params?: unknown) =>
    signer
      .request({ method, ...(params !== undefined && { params }) })
      .catch(signerFailed)
  // It may have moved since it was last heard of.
  if (Number(await ask('eth_chainId')) !== chainId) throw new WrongSignerError('moved')
  if (!isShared(await ask('eth_accounts'), account))
    throw new WrongSignerError('switched')
  // Wallets refuse a number that is not their network's.
  const call = { ...mintCall(order), chainId: `0x${chainId.toString(16)}` }
  const hash = await ask('eth_sendTransaction', [call])
  if (!isHash(hash)) throw new WrongSignerError('unnumbered')
  return {
    ...{ account, chainId, contract, hash, asked: quantity, unitWei, phaseId },
    ...{ mintedBefore, sinceBlock },
    nonce: null,
    sentAt: Date.now(),
  }
}

function signerFailed(cause: unknown): never {
  throw new SignerError('The wallet failed.', { cause })
}

function nodeFailed(cause: unknown): never {
  throw new NodeError('The node failed.', { cause })
}

/** Whether the wallet would send from this account; wallets that tell of none are asked. */
function isShared(accounts: unknown, account: string): boolean {
  if (!Array.isArray(accounts) || accounts.length === 0) return true
  return accounts.some((one) => isSameAddress(String(one), account))
}

function isHash(value: unknown): value is Hex {
  return isHexData(value) && value.length === 66
}
