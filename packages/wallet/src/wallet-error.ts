// Wallets agree on the meaning of an error, but neither on its code nor on where it stands. These
// functions are the only place that reads errors of wallets: sign-in, mint, network switch and the
// embedded panel all decide by them. The members of each kind are in `test/wallet-errors.ts`.
import { isWalletError } from './errors.ts'
import { readField } from './read-field.ts'

/**
 * Returns whether the person declined a request: by a code (EIP-1193 4001 as number or text,
 * WalletConnect 5000 to 5003, `ACTION_REJECTED` of ethers), else by words, in the error or in
 * any error nested in it. Errors of nodes and contracts that use the same words are no refusals.
 * `error` is whatever was thrown, also a string or nothing.
 */
export function isDeclined(error: unknown): boolean {
  const { codes, texts } = readError(error)
  if (codes.some((code) => declinedCodes.has(code))) return true
  if (texts.some((text) => hasCode(text, String(USER_REJECTED)))) return true
  if (codes.some((code) => technicalCodes.has(code))) return false
  if (texts.some((text) => technicalWords.test(text))) return false
  return [...texts, ...codes].map(splitWords).some(namesRefusal)
}

/**
 * Returns whether a wallet does not know the network it should switch to, so that it has to be
 * added first: 4902 as number or text, in the error or in any error nested in it, else the words
 * of wallets that send another code. False where the person declined.
 */
export function isUnknownNetwork(error: unknown): boolean {
  const { codes, texts } = readError(error)
  if (isDeclined(error) || isUnsupportedNetwork(error)) return false
  return (
    codes.includes('4902') ||
    texts.some((text) => hasCode(text, '4902') || unknownNetworkWords.test(text))
  )
}

/** Returns whether a wallet works on other networks only, so that adding one is of no use. */
export function isUnsupportedNetwork(error: unknown): boolean {
  return isWalletError(
    error,
    'chain_does_not_supported',
    'chain_not_supported',
    'unsupported_chain',
  )
}

/** Returns whether the wallet already shows a request of this page (-32002). */
export function isRequestPending(error: unknown): boolean {
  const { codes, texts } = readError(error)
  return codes.includes('-32002') || texts.some((text) => pendingWords.test(text))
}

/** Returns whether the wallet has to be unlocked first. */
export function isWalletLocked(error: unknown): boolean {
  return readError(error).texts.some((text) => lockedWords.test(text))
}

/**
 * Returns the wallet's own words about an error for the screen: the innermost ones that are more
 * than a placeholder, on one line, without control characters and at most 160 characters. Null
 * for an error without words.
 */
export function readWalletWords(error: unknown): string | null {
  const texts = readError(error).texts.map(toLine).filter(Boolean)
  const found = texts.findLast((text) => !emptyWords.test(text)) ?? texts[0]
  return found ? shorten(found) : null
}

/** EIP-1193: the person rejected the request. */
export const USER_REJECTED = 4001

const declinedCodes = new Set([
  String(USER_REJECTED),
  '5000',
  '5001',
  '5002',
  '5003',
  'ACTION_REJECTED',
])

/**
 * Codes of nodes, contracts and libraries, whose "rejected" is not the person's: a revert,
 * "transaction rejected" of EIP-1474, and those of ethers.
 */
const technicalCodes = new Set([
  '3',
  '-32003',
  'CALL_EXCEPTION',
  'INSUFFICIENT_FUNDS',
  'NETWORK_ERROR',
  'NONCE_EXPIRED',
  'REPLACEMENT_UNDERPRICED',
  'SERVER_ERROR',
  'TIMEOUT',
  'TRANSACTION_REPLACED',
  'UNPREDICTABLE_GAS_LIMIT',
  'UNSUPPORTED_OPERATION',
])

const technicalWords =
  /revert|nonce|underpriced|insufficient|exceeds|out of gas|gas (?:limit|required|price)|intrinsic gas|max fee|fee (?:cap|too)|too low|already known|mempool|sequencer|bundler|paymaster|user ?op|time[ds]? ?-?out|rate.?limit|too many|unauthori[sz]ed|blocklist|sanction|policy/i

const verb =
  '(?:reject|deny|den|declin|cancel|cancell|abort|disapprov|dismiss|refus|clos)(?:ed|es|s|ied|ies)?'

/** A person who rejected: "User denied account authorization", "declined by the user". */
const personDeclined = [
  new RegExp(`\\b(?:user|owner|signer|you)(?: has| have| had)? ${verb}\\b`, 'i'),
  /\buser (?:did not|didn't|has not|hasn't) (?:accept|approv|confirm|sign)(?:e|ed)?\b/i,
  new RegExp(
    `\\b${verb}(?: in the wallet)? by (?:the |your )?(?:user|owner|signer)\\b`,
    'i',
  ),
]

/** Nothing but a rejection: "Request rejected", "The popup was closed.", "cancelled". */
const bareRefusal = new RegExp(
  [
    '^(?:(?:the|your|this) )?(?:',
    '(?:(?:wallet|session|signature|signing|sign|connection|connect|permissions?|account|message|transaction|tx) )?',
    '(?:request|proposal|confirmation|approval|action|signature|signing|message|transaction|tx|connection)',
    '(?: request)?(?: (?:was|is|has been|have been))? )?',
    '(?:rejected|denied|declined|cancell?ed|reject|cancel|decline)(?: (?:the )?request)?',
    '(?: (?:in|by|from) (?:the |your )?(?:wallet|extension|app))?$',
    '|^(?:(?:the|your) )?(?:popup|pop up|window|modal|dialog|prompt)(?: was| has been)? (?:closed|dismissed|cancell?ed)$',
  ].join(''),
  'i',
)

function namesRefusal(text: string): boolean {
  return personDeclined.some((words) => words.test(text)) || bareRefusal.test(text)
}

const unknownNetworkWords =
  /(?:unrecogni[sz]ed|unknown|unsupported|unconfigured|invalid|missing) (?:chain|network)|(?:chain|network)[^.]{0,40} (?:unrecogni[sz]ed|unknown|unsupported|missing)\b|(?:chain|network)[^.]{0,40} (?:not|never)(?: yet)?(?: been)? (?:added|available|configured|recogni[sz]ed|supported|found|known|exist|in your)|(?:chain|network)[^.]{0,40} (?:isn't|hasn't been|wasn't) (?:added|configured|recogni[sz]ed|supported|found)|(?:no|cannot find|can't find|could not find) (?:such |the |a )?(?:chain|network)\b|(?:add|adding) the (?:chain|network)|(?:chain|network)[^.]{0,40} does(?: not|n't) exist|wallet_addEthereumChain/i

const pendingWords =
  /already (?:pending|processing|open|waiting)|request[^.]{0,40} (?:is|already) pending/i

const lockedWords = /\block(ed)?\b|unlock/i

/** Texts that stand where a reason should be. */
const emptyWords =
  /^(?:internal (?:json-?rpc )?error|an unknown rpc error occurred|unknown error|error|\[object object\]|undefined|null)\W*$/i

/** Returns whether a text names a code: "4902", "Error 4902: …", `"code":4902`, "(4902)". */
function hasCode(text: string, code: string): boolean {
  return new RegExp(`(?:^|code\\W{0,4}|error\\W{0,4}|\\()${code}\\b`, 'i').test(text)
}

/** Puts blanks into "UserRejectedRequest" and "USER_REJECTED", and drops what frames a text. */
function splitWords(text: string): string {
  return text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[\s_-]+/g, ' ')
    .replace(/^(?:\w*error|failure|\w+ (?:tx|message|typed message) signature)\b:? /i, '')
    .replace(/^[\s"'.!]+|[\s"'.!]+$/g, '')
}

type ErrorFacts = {
  /** Codes of an error and those nested in it, the outermost first. */
  codes: string[]
  /** The first line of each text, likewise; libraries append the whole request below it. */
  texts: string[]
}

const MAX_LAYERS = 20
const nestedKeys = ['cause', 'error', 'info', 'data', 'originalError', 'innerError']
const textKeys = ['message', 'shortMessage', 'details', 'reason', ...nestedKeys]

/** Reads codes and texts of whatever was thrown. Never throws. */
function readError(error: unknown): ErrorFacts {
  const facts: ErrorFacts = { codes: [], texts: [] }
  const layers: unknown[] = [error]
  for (let at = 0; at < layers.length && at < MAX_LAYERS; at += 1) {
    const layer = layers[at]
    if (isCode(layer)) facts.codes.push(String(layer).trim())
    if (typeof layer === 'string') {
      const [first = ''] = layer.trim().split('\n')
      if (first && !/^0x[0-9a-f]*$/i.test(first)) facts.texts.push(first.slice(0, 1000))
      const inner = parseObject(layer)
      if (inner) layers.push(inner)
    }
    if (typeof layer !== 'object' || layer === null) continue
    const code = readField(layer, 'code')
    if (typeof code === 'string' || isCode(code)) facts.codes.push(String(code).trim())
    const name = readField(layer, 'name')
    if (typeof name === 'string' && /reject|cancel/i.test(name)) facts.codes.push(name)
    for (const key of textKeys) {
      const value = readField(layer, key)
      if (typeof value === 'string' || nestedKeys.includes(key)) add(layers, value)
    }
  }
  return facts
}

function isCode(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

function add(layers: unknown[], value: unknown) {
  if (value && !layers.includes(value)) layers.push(value)
}

/** Returns the JSON object that some wallets put into a text, or undefined. */
function parseObject(text: string): object | undefined {
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  if (json.length < 2) return undefined
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Makes an untrusted text one readable line. */
function toLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/(0x[0-9a-f]{8})[0-9a-f]{56,}/gi, '$1…')
    .trim()
}

const MAX_WORDS_LENGTH = 160

/** Cuts a text to its limit, at a blank where there is one. */
function shorten(text: string): string {
  const characters = [...text]
  if (characters.length <= MAX_WORDS_LENGTH) return text
  const cut = characters.slice(0, MAX_WORDS_LENGTH - 1).join('')
  return `${cut.replace(/\s+\S{0,30}$/, '')}…`
}
