import { RpcUnavailableError } from './endpoint.ts'

/**
 * What an error is about: too many logs at once, too many requests, a node that is overburdened,
 * something that no other request will change, or something we do not understand.
 */
type RpcErrorKind = 'range' | 'rate' | 'burden' | 'other' | 'unknown'

/** The endpoint answered with an error. */
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
  413: 'range',
  429: 'rate',
}

const codes: Record<number, RpcErrorKind> = {
  429: 'rate',
  [-32601]: 'other',
  [-32005]: 'range',
  [-32012]: 'range',
  [-32614]: 'range',
  [-32029]: 'rate',
  [-32605]: 'rate',
}

// The words of nodes and gateways; the first that fits counts.
const errorPatterns: [RegExp, RpcErrorKind][] = [
  [/beyond (?:the )?(?:current |latest )?(?:head|block)|invalid block range/, 'other'],
  [
    /rate.?limit|too many requests|requests? (?:rate|limit\b|count)|requests? per |per second|throttl|quota|compute units|call limit|daily limit/,
    'rate',
  ],
  [
    /blocks? range|range.*(?:limit|exceed|large|wide|big|max|allowed)|(?:limit|exceed|max).*range/,
    'range',
  ],
  [
    /more than [\d,.]+ (?:results|logs|blocks)|max(?:imum)? results|too many (?:results|logs|blocks|events)|exceeds limit of/,
    'range',
  ],
  [
    /at most [\d,.]+ blocks|number of requested blocks|blocks distance|smaller than size|limited to [\d,.]+ block/,
    'range',
  ],
  [
    /response size|(?:response|result|set|query|output).* too (?:large|big|long)/,
    'range',
  ],
  [/query time.?out|query duration/, 'range'],
  [
    /header not found|unknown block|block not found|missing trie|pruned|unauthori[sz]ed|forbidden|api key|not supported|not available|does not exist|disabled/,
    'other',
  ],
]

// Long answers are told apart by their beginning.
const MAX_ERROR_LENGTH = 4000

/** Judges an error by what it says; nothing of its text goes any further. */
export function toRpcError(
  status: number,
  code: number | undefined,
  text: string,
  retryAfterMs?: number,
): RpcError {
  const isFine = status >= 200 && status < 300
  const said = code === undefined ? '' : `JSON-RPC error ${code}`
  const message = [isFine ? '' : `HTTP ${status}`, said].filter(Boolean).join(', ')
  return new RpcError(
    classifyError(status, code, text),
    `${message || 'An error that says nothing'}.`,
    retryAfterMs,
  )
}

function classifyError(
  status: number,
  code: number | undefined,
  text: string,
): RpcErrorKind {
  if (status === 429) return 'rate'
  const start = text.slice(0, MAX_ERROR_LENGTH).toLowerCase()
  const found = errorPatterns.find(([pattern]) => pattern.test(start))
  if (found) return found[1]
  return codes[code ?? 0] ?? statuses[status] ?? (status >= 500 ? 'burden' : 'unknown')
}
