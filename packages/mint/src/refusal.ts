import { collectionAbi } from '@platemark/abi/collection'
import type { Refusal } from '@platemark/rules/mint-result-messages'
import {
  isDeclined,
  isRequestPending,
  readWalletWords,
} from '@platemark/wallet/wallet-error'
import { isWalletTimeout } from '@platemark/wallet/wallet-request'
import { type Abi, decodeErrorResult, type Hex } from 'viem'
import { findRevertData, isRecord } from './rpc.ts'

/** A failure of the wallet, which is the cause. */
export class SignerError extends Error {}

/** A failure of a node, or no response; it is the cause. */
export class NodeError extends Error {}

/** Throws the failure of a node as the cause of a `NodeError`. */
export function nodeFailed(cause: unknown): never {
  throw new NodeError('rpc request failed', { cause })
}

/** A wallet on another network or account, or one that returned no transaction hash. */
export class WrongSignerError extends Error {
  readonly kind: 'moved' | 'switched' | 'unnumbered'

  constructor(kind: WrongSignerError['kind']) {
    super(kind)
    this.kind = kind
  }
}

/** The visitor no longer waits for the wallet's answer to a mint, which may still be sent. */
export class StoppedWaitingError extends Error {}

/**
 * Classifies errors of wallets, nodes and contracts, as they are or wrapped by viem and wagmi;
 * `abi` has the errors of the contract. Anything but a revert, a `SignerError` or a `NodeError` is
 * a defect of this code (`own`).
 */
export function toRefusal(error: unknown, abi: Abi = collectionAbi): Refusal {
  if (error instanceof WrongSignerError) return { kind: error.kind }
  if (error instanceof StoppedWaitingError) return { kind: 'unanswered' }
  const data = findRevertData(error)
  if (data) return { kind: 'contract', ...decodeError(data, abi) }
  const isNode = error instanceof NodeError
  if (!isNode && !(error instanceof SignerError)) return { kind: 'own' }
  const { cause } = error
  const causes = causesOf(error)
  const words = readWalletWords(cause)
  const texts = [...causes.map(({ message }) => message), words].join(' ')
  if (/insufficient funds|exceeds? (the )?balance/i.test(texts)) return { kind: 'funds' }
  if (isNode) return { kind: 'unreachable' }
  if (isDeclined(cause)) return { kind: 'rejected' }
  if (isWalletTimeout(cause)) return { kind: 'silent' }
  if (isRequestPending(cause)) return { kind: 'busy' }
  const moved = ['ConnectorChainMismatchError', 'ChainMismatchError']
  if (causes.some(({ name }) => moved.includes(String(name)))) return { kind: 'moved' }
  return { kind: 'unknown', message: words ?? '' }
}

/** Classifies an error like `toRefusal`, and reports a defect of this code to the page. */
export function reportRefusal(error: unknown, abi?: Abi): Refusal {
  const refusal = toRefusal(error, abi)
  // Node has no such function.
  if (refusal.kind === 'own') globalThis.reportError?.(error)
  return refusal
}

/** Decodes the error of a revert: by its name, or by its selector where the ABI has none. */
function decodeError(data: Hex, abi: Abi) {
  try {
    const { errorName, args } = decodeErrorResult({ abi, data })
    return { error: errorName, values: args ?? [], data }
  } catch {
    return { error: data.slice(0, 10), values: [], data }
  }
}

/** Returns an error and its causes, the outermost first. */
function causesOf(error: unknown): Record<string, unknown>[] {
  const causes: Record<string, unknown>[] = []
  for (let each = error; isRecord(each) && causes.length < 10; each = each.cause) {
    causes.push(each)
  }
  return causes
}
