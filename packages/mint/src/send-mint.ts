import { countMinted } from './find-mint.ts'
import { mintCall } from './mint-call.ts'
import type { MintOrder } from './mint-order.ts'
import type { PendingMint } from './pending-mints.ts'
import { parseQuantity } from './read-contract.ts'
import { nodeFailed } from './refusal.ts'
import { requestCall, type SentRequest } from './request-bundle.ts'
import type { Signer } from './request-transaction.ts'
import type { BlockTag, Rpc } from './rpc.ts'
import { UNANSWERED_HASH } from './unanswered-hash.ts'

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
  /** Service that may pay the network fee, asked by the wallet (ERC-7677). */
  sponsorUrl?: string | null | undefined
  /** Aborted when the wait for the wallet was ended. */
  signal?: AbortSignal
  /** Called when the wallet is about to get the request; the mint has no hash yet. */
  onRequest?: (mint: PendingMint) => void
}

/**
 * Requests the mint from the wallet and resolves to the pending mint. Rejects like
 * `requestCall`, and with a `NodeError` that has the failure as its cause.
 */
export async function sendMint(
  order: MintOrder,
  { rpc, mintedBefore, onRequest, ...sending }: Sending,
): Promise<PendingMint> {
  const { account, contract, quantity, unitWei, phaseId } = order
  const [sinceBlock, walletMinted] = await Promise.all([
    rpc('eth_blockNumber', []).then(parseQuantity).catch(nodeFailed),
    countMinted(rpc, order).then(Number, () => null),
  ])
  const { chainId } = sending
  const request = (sent: SentRequest): PendingMint => ({
    ...{ account, chainId, contract, requested: quantity, unitWei, phaseId },
    ...{ mintedBefore, sinceBlock, walletMinted, ...sent },
    nonce: null,
    sentAt: Date.now(),
  })
  const sent = await requestCall(mintCall(order), {
    ...sending,
    onRequest: () => onRequest?.(request({ hash: UNANSWERED_HASH })),
  })
  return request(sent)
}
