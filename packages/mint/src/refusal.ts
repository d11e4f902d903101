import { collectionAbi } from '@platemark/abi/collection'
import type { Refusal } from '@platemark/rules/mint-result-messages'
import { decodeErrorResult, type Hex } from 'viem'
import { findRevertData, isRecord } from './rpc.ts'

/** The wallet failed, and is the cause. */
export class SignerError extends Error {}

/** A node failed, or did not answer, and is the cause. */
export class NodeError extends Error {}

/** What a wallet does that nothing can be sent by, or nothing followed. */
export class WrongSignerError extends Error {
  readonly kind: 'moved' | 'switched' | 'unnumbered'

  constructor(kind: WrongSignerError['kind']) {
    super(kind)
    this.kind = kind
  }
}

/**
 * Sorts whatever wallets, nodes and contracts throw while a mint is tried and sent, as they are
 * or wrapped by viem and wagmi. What is neither the contract's, a `SignerError` nor a `NodeError`
 * is a mistake of our own.
 */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof WrongSignerError) return { kind: error.kind }
  const data = findRevertData(error)
  if (data) return { kind: 'contract', ...errorIn(data) }
  const isNode = error instanceof NodeError
  if (!isNode && !(error instanceof SignerError)) return { kind: 'own' }
  const causes = causesOf(error)
  const words = causes.map(({ message }) => message).join(' ')
  if (/insufficient funds|exceeds? (the )?balance/i.test(words)) return { kind: 'funds' }
  if (isNode) return { kind: 'unreachable' }
  const isCoded = (code: number) => causes.some((one) => Number(one.code) === code)
  if (isCoded(4001)) return { kind: 'rejected' }
  if (isCoded(-32002)) return { kind: 'busy' }
  const moved = ['ConnectorChainMismatchError', 'ChainMismatchError']
  if (causes.some(({ name }) => moved.includes(String(name)))) return { kind: 'moved' }
  const [, said] = causes
  const message = String(said?.shortMessage ?? said?.message ?? error.cause)
  return { kind: 'unknown', message }
}

/** The same, and reports a mistake of our own to whoever watches the page. */
export function sortedRefusal(error: unknown): Refusal {
  const refusal = toRefusal(error)
  if (refusal.kind === 'own') reportError(error)
  return refusal
}

/** What a contract that reverted says: its error by name, or by its code where nobody knows it. */
function errorIn(data: Hex) {
  try {
    const { errorName, args } = decodeErrorResult({ abi: collectionAbi, data })
    return { error: errorName, values: args ?? [], data }
  } catch {
    return { error: data.slice(0, 10), values: [], data }
  }
}

/** An error and what caused it, the outermost first. */
function causesOf(error: unknown): Record<string, unknown>[] {
  const causes: Record<string, unknown>[] = []
  for (let each = error; isRecord(each) && causes.length < 10; each = each.cause) {
    causes.push(each)
  }
  return causes
}
