import { readBundleStatus } from '@platemark/wallet/bundles/bundle-client'
import { limitProvider } from '@platemark/wallet/wallet-request'
import { tryRpc } from './read-contract.ts'
import { decodeMinted, type TransactionReceipt } from './receipt.ts'
import type { Signer } from './request-transaction.ts'
import type { Rpc } from './rpc.ts'
import type { SentTransaction, TransactionEnd } from './track-transaction.ts'

type BundledMint = SentTransaction & { bundle?: string | undefined; unitWei: bigint }

/**
 * Asks the wallet how a bundle ended; undefined while it has not, and where the wallet does not
 * know it. The wallet names the transactions only: their receipts are those of our own nodes, and
 * the one with tokens of the mint counts, whatever happened to the rest of the bundle.
 */
export async function findBundleEnd(
  mint: BundledMint,
  wallet: Signer,
  rpc: Rpc,
): Promise<TransactionEnd | undefined> {
  if (mint.bundle === undefined) return undefined
  const { status, hashes } = await readBundleStatus(limitProvider(wallet), mint.bundle)
  if (status === 'pending') return undefined
  if (status === 'failed') return { end: 'unsent', hash: mint.hash, nonce: null }
  const receipts = await readReceipts(hashes, rpc)
  const minted = receipts.find((one) => decodeMinted(one, mint).quantity > 0)
  if (minted) return { end: 'mined', receipt: minted, nonce: null }
  const last = receipts.at(-1)
  // A node that lags behind returns it later.
  if (!last || receipts.length < hashes.length) return undefined
  const end = status === 'confirmed' && Number(last.status) === 1 ? 'mined' : 'reverted'
  return { end, receipt: last, nonce: null }
}

async function readReceipts(
  hashes: readonly string[],
  rpc: Rpc,
): Promise<TransactionReceipt[]> {
  const receipts = await Promise.all(
    hashes.map((hash) =>
      tryRpc<TransactionReceipt>(rpc, 'eth_getTransactionReceipt', [hash]),
    ),
  )
  return receipts.filter((receipt) => receipt !== null && receipt !== undefined)
}
