import { isSameAddress } from '@platemark/rules/addresses'
import { limitProvider, walletTimes } from '@platemark/wallet/wallet-request'
import { type Hex, zeroHash } from 'viem'
import { countMinted } from './find-mint.ts'
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
 * Simulates the mint on the chain. Rejects with a `NodeError` whose cause is the revert, or the
 * failure of the node.
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
  /** The minted count before this mint. */
  mintedBefore: number
  /** Called when the wallet is about to get the request; the mint has no hash yet. */
  onRequest?: (mint: PendingMint) => void
}

/** The hash of a mint whose request the wallet has not answered; no transaction has it. */
export const UNANSWERED_HASH: Hex = zeroHash

/**
 * Requests the mint from the wallet and resolves to the pending mint. Rejects with a
 * `WrongSignerError` before anything is sent where the wallet is on another network or account;
 * else with a `SignerError` or `NodeError` that has the failure as its cause. The wallet has no
 * limit of time for the transaction itself, which may be sent at any later time.
 */
export async function sendMint(
  order: MintOrder,
  { rpc, signer, chainId, mintedBefore, onRequest }: Sending,
): Promise<PendingMint> {
  const { account, contract, quantity, unitWei, phaseId } = order
  const [sinceBlock, walletMinted] = await Promise.all([
    rpc('eth_blockNumber', []).then(parseQuantity).catch(nodeFailed),
    countMinted(rpc, order).then(Number, () => null),
  ])
  const wallet = limitProvider(signer, { ...walletTimes, promptMs: Infinity })
  const request = (method: string, params?: unknown) =>
    wallet
      .request({ method, ...(params !== undefined && { params }) })
      .catch(signerFailed)
  // It may have switched since its last event.
  if (Number(await request('eth_chainId')) !== chainId)
    throw new WrongSignerError('moved')
  if (!isShared(await request('eth_accounts'), account))
    throw new WrongSignerError('switched')
  // Wallets reject a chain id that is not the one they are on.
  const call = { ...mintCall(order), chainId: `0x${chainId.toString(16)}` }
  const mint: PendingMint = {
    ...{ account, chainId, contract, requested: quantity, unitWei, phaseId },
    ...{ mintedBefore, sinceBlock, walletMinted },
    hash: UNANSWERED_HASH,
    nonce: null,
    sentAt: Date.now(),
  }
  onRequest?.(mint)
  const hash = await request('eth_sendTransaction', [call])
  if (!isHash(hash)) throw new WrongSignerError('unnumbered')
  return { ...mint, hash, sentAt: Date.now() }
}

function signerFailed(cause: unknown): never {
  throw new SignerError('wallet request failed', { cause })
}

function nodeFailed(cause: unknown): never {
  throw new NodeError('rpc request failed', { cause })
}

/** Returns whether the wallet would send from this account; one that lists none is tried. */
function isShared(accounts: unknown, account: string): boolean {
  if (!Array.isArray(accounts) || accounts.length === 0) return true
  return accounts.some((one) => isSameAddress(String(one), account))
}

function isHash(value: unknown): value is Hex {
  return isHexData(value) && value.length === 66
}
