import { RpcUnavailableError } from './endpoint.ts'

/**
 * The kind of an error: too many logs, too many requests, an overloaded node, an error that a retry
 * does not change, or an unknown one.
 */
type RpcErrorKind = 'tooLarge' | 'rateLimited' | 'overloaded' | 'other' | 'unknown'

/** An error response of the endpoint. */
export class RpcError extends RpcUnavailableError {
  readonly kind: RpcErrorKind
  constructor(kind: RpcErrorKind, message: string, retryAfterMs?: number) {
    super(message, retryAfterMs)
    this.kind = kind
  }
}

const statuses: Record<number, RpcErrorKind> = {
  401: 'other',
  402: 'other',
  403: 'other',
  404: 'other',
  405: 'other',
  413: 'tooLarge',
  429: 'rateLimited',
}

const codes: Record<number, RpcErrorKind> = {
  429: 'rateLimited',
  [-32601]: 'other',
  [-32005]: 'tooLarge',
  [-32012]: 'tooLarge',
  [-32614]: 'tooLarge',
  [-32029]: 'rateLimited',
  [-32605]: 'rateLimited',
}

// Error texts of nodes and gateways; the first match counts.
const errorPatterns: [RegExp, RpcErrorKind][] = [
  [/beyond (?:the )?(?:current |latest )?(?:head|block)|invalid block range/, 'other'],
  [
    /rate.?limit|too many requests|requests? (?:rate|limit\b|count)|requests? per |per second|throttl|quota|compute units|call limit|daily limit/,
    'rateLimited',
  ],
  [
    /blocks? range|ranges? over|range.*(?:limit|exceed|large|wide|big|max|allowed)|(?:limit|exceed|max).*range/,
    'tooLarge',
  ],
  [
    /more than [\d,.]+ (?:results|logs|blocks)|max(?:imum)? results|too many (?:results|logs|blocks|events)|exceeds limit of/,
    'tooLarge',
  ],
  [
    /at most [\d,.]+ blocks|number of requested blocks|blocks distance|smaller than size|limited to [\d,.]+ block/,
    'tooLarge',
  ],
  [
    /response size|(?:response|result|set|query|output).* too (?:large|big|long)/,
    'tooLarge',
  ],
  [/query time.?out|query duration/, 'tooLarge'],
  [
    /header not found|unknown block|block not found|missing trie|pruned|unauthori[sz]ed|forbidden|api key|not supported|not available|does not exist|disabled/,
    'other',
  ],
]

// The beginning of a long text is enough to classify it.
const MAX_ERROR_LENGTH = 4000

/** Classifies an error by its text, which is not part of the returned error. */
export function toRpcError(
  status: number,
  code: number | undefined,
  text: string,
  retryAfterMs?: number,
): RpcError {
  const isFine = status >= 200 && status < 300
  const rpcCode = code === undefined ? '' : `JSON-RPC error ${code}`
  const message = [isFine ? '' : `HTTP ${status}`, rpcCode].filter(Boolean).join(', ')
  return new RpcError(
    classifyError(status, code, text),
    `${message || 'Error without a message'}.`,
    retryAfterMs,
  )
}

function classifyError(
  status: number,
  code: number | undefined,
  text: string,
): RpcErrorKind {
  if (status === 429) return 'rateLimited'
  const start = text.slice(0, MAX_ERROR_LENGTH).toLowerCase()
  const found = errorPatterns.find(([pattern]) => pattern.test(start))
  if (found) return found[1]
  return (
    codes[code ?? 0] ?? statuses[status] ?? (status >= 500 ? 'overloaded' : 'unknown')
  )
}
