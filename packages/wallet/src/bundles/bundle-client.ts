import { WalletError, type WalletErrorKind } from '../errors.ts'
import { type Provider, quantity } from '../provider.ts'
import { readField } from '../read-field.ts'
import { isDeclined } from '../wallet-error.ts'

/** How a wallet runs calls as one: at once, after an upgrade of its account, or not at all. */
export type BatchSupport = {
  atomic: 'supported' | 'ready' | 'none'
  /** The wallet takes a paymaster that a page names. */
  hasSponsors: boolean
}

/** A call of a bundle; the value in wei as a JSON-RPC quantity. */
export type BundledCall = { to: string; value: string; data: string }

/** Bundle of one account on one chain. */
export type BundleRequest = {
  account: string
  chainId: number
  calls: readonly BundledCall[]
  /** Service that may pay the network fee (ERC-7677); the wallet may do without it. */
  sponsorUrl?: string | undefined
}

/** Status of a bundle by its hundreds (EIP-5792), and its transactions. */
export type BundleStatus = {
  status: 'pending' | 'confirmed' | 'failed' | 'reverted' | 'partly'
  hashes: string[]
}

type Wallet = Pick<Provider, 'request'>

const noSupport: BatchSupport = { atomic: 'none', hasSponsors: false }

/**
 * Reads what a wallet can do with the calls of an account on exactly this chain, in both versions
 * of EIP-5792. A wallet that does not answer, or not for this chain, can do nothing.
 */
export async function readBatchSupport(
  wallet: Wallet,
  account: string,
  chainId: number,
): Promise<BatchSupport> {
  try {
    const answer = await wallet.request({
      method: 'wallet_getCapabilities',
      params: [account, [quantity(chainId)]],
    })
    const key = Object.keys(Object(answer)).find((id) => Number(id) === chainId)
    if (key === undefined) return noSupport
    const own = readField(answer, key)
    return {
      atomic: readAtomic(own),
      hasSponsors: readField(readField(own, 'paymasterService'), 'supported') === true,
    }
  } catch {
    return noSupport
  }
}

function readAtomic(capabilities: unknown): BatchSupport['atomic'] {
  const status = readField(readField(capabilities, 'atomic'), 'status')
  if (status === 'supported' || status === 'ready') return status
  const former = readField(readField(capabilities, 'atomicBatch'), 'supported')
  return status === undefined && former === true ? 'supported' : 'none'
}

/** Errors of EIP-5792 by their codes. */
const bundleErrors: Partial<Record<number, WalletErrorKind>> = {
  5700: 'unsupported_capability',
  5710: 'chain_not_supported',
  5720: 'duplicate_bundle',
  5730: 'unknown_bundle',
  5740: 'bundle_too_large',
  5750: 'upgrade_rejected',
  5760: 'atomicity_unsupported',
}

/**
 * Sends calls as one bundle, all of them or none, and resolves to its id. Throws `WalletError` for
 * the errors of EIP-5792 and for an answer without an id, and other errors of the wallet as they
 * are.
 */
export async function sendBundle(
  wallet: Wallet,
  { account, chainId, calls, sponsorUrl }: BundleRequest,
): Promise<string> {
  const bundle = {
    version: '2.0.0',
    from: account,
    chainId: quantity(chainId),
    atomicRequired: true,
    calls,
    ...(sponsorUrl && {
      capabilities: { paymasterService: { url: sponsorUrl, optional: true } },
    }),
  }
  const answer = await wallet
    .request({ method: 'wallet_sendCalls', params: [bundle] })
    .catch((cause: unknown) => {
      throw toBundleError(cause, chainId, calls.length)
    })
  // Version 1 answers with the id alone.
  const id = typeof answer === 'string' ? answer : readField(answer, 'id')
  if (typeof id === 'string' && id !== '') return id
  throw new WalletError('unknown_bundle', { values: { id: String(id) } })
}

function toBundleError(cause: unknown, id: number, n: number): unknown {
  const code = readCode(cause)
  const kind = code === undefined ? undefined : bundleErrors[code]
  return kind && code ? new WalletError(kind, { values: { id, n }, cause, code }) : cause
}

/** Reads a code of EIP-5792 from an error or its causes. */
function readCode(error: unknown): number | undefined {
  for (let each = error, depth = 0; each && depth < 10; depth += 1) {
    const code = Number(readField(each, 'code'))
    if (bundleErrors[code]) return code
    each = readField(each, 'cause')
  }
  return undefined
}

/**
 * Returns whether a wallet refused a bundle so that its calls can be sent one by one: the chain, an
 * upgrade of the account, or calls that succeed together (5710, 5750, 5760).
 */
export function isBatchRefused(error: unknown): boolean {
  const code = readCode(error)
  return code === 5710 || code === 5750 || code === 5760
}

/** Returns whether a wallet is asked for single transactions after this error of a bundle. */
export function endsBatches(error: unknown): boolean {
  return isBatchRefused(error) || isDeclined(error)
}

/**
 * Reads the status of a bundle, in both versions of EIP-5792. Throws `unknown_bundle` where the
 * wallet does not know it, and other errors of the wallet as they are.
 */
export async function readBundleStatus(
  wallet: Wallet,
  id: string,
): Promise<BundleStatus> {
  const answer = await wallet
    .request({ method: 'wallet_getCallsStatus', params: [id] })
    .catch((cause: unknown) => {
      if (readCode(cause) !== 5730) throw cause
      throw new WalletError('unknown_bundle', { values: { id }, cause })
    })
  const receipts = readField(answer, 'receipts')
  const hashes = (Array.isArray(receipts) ? receipts : [])
    .map((receipt) => readField(receipt, 'transactionHash'))
    .filter((hash) => typeof hash === 'string')
  return { status: readStatus(readField(answer, 'status'), receipts), hashes }
}

function readStatus(status: unknown, receipts: unknown): BundleStatus['status'] {
  if (status === 'CONFIRMED') return hasReverted(receipts) ? 'reverted' : 'confirmed'
  switch (Math.floor(Number(status) / 100)) {
    case 2:
      return 'confirmed'
    case 4:
      return 'failed'
    case 5:
      return 'reverted'
    case 6:
      return 'partly'
    default:
      return 'pending'
  }
}

/** Version 1 has no status of its own for calls that reverted. */
function hasReverted(receipts: unknown): boolean {
  if (!Array.isArray(receipts)) return false
  return receipts.some((receipt) => Number(readField(receipt, 'status')) === 0)
}
