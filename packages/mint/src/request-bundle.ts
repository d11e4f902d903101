import {
  endsBatches,
  isBatchRefused,
  readBatchSupport,
  sendBundle,
} from '@platemark/wallet/bundles/bundle-client'
import { type Hex, keccak256, stringToHex } from 'viem'
import { createRecordStore } from './record-store.ts'
import {
  askWallet,
  isHash,
  openWallet,
  type Requesting,
  signerFailed,
  type TransactionCall,
} from './request-transaction.ts'

/** A request that the wallet took: a transaction, or a bundle whose transaction is not known. */
export type SentRequest = {
  /** Hash of the transaction; for a bundle a number of its own until its transaction is known. */
  hash: Hex
  /** Id of the bundle (EIP-5792). */
  bundle?: string
}

type BundleRequesting = Requesting & {
  /** Service that may pay the network fee (ERC-7677). */
  sponsorUrl?: string | null | undefined
  /** Aborted when the wait was ended: then no second request follows. */
  signal?: AbortSignal
}

/** Accounts whose wallet refused bundles, by account and chain. */
const refused = createRecordStore<true>('platemark-bundles', 'refused')

/**
 * Requests a call as a bundle where the wallet runs bundles on this chain, else as a transaction.
 * A wallet that would upgrade the account first is asked for a bundle only where a sponsor may pay.
 * Where it refuses (5710, 5750, 5760) the transaction follows at once; so it does at the next time
 * after a declined bundle. Rejects like `requestTransaction`.
 */
export async function requestCall(
  call: TransactionCall,
  requesting: BundleRequesting,
): Promise<SentRequest> {
  const { chainId, onRequest, sponsorUrl, signal } = requesting
  const wallet = await openWallet(call, requesting)
  const key = `${call.from}:${chainId}`.toLowerCase()
  const support = await readBatchSupport(wallet, call.from, chainId)
  const isSponsored = Boolean(sponsorUrl) && support.hasSponsors
  const isReady =
    support.atomic === 'supported' || (support.atomic === 'ready' && isSponsored)
  if (!isReady || (await refused.get(key))) return requestSingle()
  onRequest?.()
  try {
    const { to, value, data } = call
    const bundle = await sendBundle(wallet, {
      ...{ account: call.from, chainId, calls: [{ to, value, data }] },
      ...(isSponsored && sponsorUrl && { sponsorUrl }),
    })
    return { hash: hashBundle(bundle), bundle }
  } catch (error) {
    if (endsBatches(error)) await refused.put(key, true)
    if (!isBatchRefused(error) || signal?.aborted) return signerFailed(error)
    return requestSingle()
  }

  async function requestSingle(): Promise<SentRequest> {
    return { hash: await askWallet(wallet, call, requesting) }
  }
}

/** Returns the hash by which a bundle is followed: its id where that is one, else one of its own. */
export function hashBundle(id: string): Hex {
  return isHash(id) ? id : keccak256(stringToHex(id))
}
