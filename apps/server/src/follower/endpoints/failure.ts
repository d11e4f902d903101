import { Unreachable } from './endpoint.ts'

/**
 * What an error is about: too many logs at once, too many requests, a node that is overburdened,
 * something that no other request will change, or something we do not understand.
 */
type FailureKind = 'range' | 'rate' | 'burden' | 'other' | 'unknown'

/** The endpoint answered with an error. */
export class Failure extends Unreachable {
  readonly kind: FailureKind
  constructor(kind: FailureKind, message: string, retryAfterMs?: number) {
    super(message, retryAfterMs)
    this.kind = kind
  }
}

const statuses: Record<number, FailureKind> = {
  401: 'other',
  402: 'other',
  403: 'other',
  404: 'other',
  405: 'other',
  413: 'range',
  429: 'rate',
}

const codes: Record<number, FailureKind> = {
  429: 'rate',
  [-32601]: 'other',
  [-32005]: 'range',
  [-32012]: 'range',
  [-32614]: 'range',
  [-32029]: 'rate',
  [-32605]: 'rate',
}

// The words of nodes and gateways; the first that fits counts.
const words: [RegExp, FailureKind][] = [
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
const WORDS_LENGTH = 4000

/** Judges an error by what it says; nothing of its text goes any further. */
export function failureOf(
  status: number,
  code: number | undefined,
  text: string,
  retryAfterMs?: number,
): Failure {
  const isFine = status >= 200 && status < 300
  const said = code === undefined ? '' : `JSON-RPC error ${code}`
  const message = [isFine ? '' : `HTTP ${status}`, said].filter(Boolean).join(', ')
  return new Failure(
    kindOf(status, code, text),
    `${message || 'An error that says nothing'}.`,
    retryAfterMs,
  )
}

function kindOf(status: number, code: number | undefined, text: string): FailureKind {
  if (status === 429) return 'rate'
  const start = text.slice(0, WORDS_LENGTH).toLowerCase()
  const found = words.find(([pattern]) => pattern.test(start))
  if (found) return found[1]
  return codes[code ?? 0] ?? statuses[status] ?? (status >= 500 ? 'burden' : 'unknown')
}
