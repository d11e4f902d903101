import { ens_normalize } from '@adraffy/ens-normalize'
import { nameCharacter } from './character-names.ts'
import { startHigh } from './first-letter.ts'

/** The rule of a name that an input breaks. */
export type NameReason =
  | 'empty'
  | 'has_dot'
  | 'bad_character'
  | 'mixed_scripts'
  | 'too_short'
  | 'too_long'
  | 'edge_hyphen'
  | 'double_hyphen'
  | 'looks_like_address'

type Refused = { reason: NameReason; message: string }

/** An input read as a name. */
export type ReadLabel = {
  /** Normal form by ENSIP-15, without the operator's suffix; null where there is none. */
  name: string | null
  /** Null for a name that can be registered, whether or not it is. */
  refused: Refused | null
}

const MIN_LENGTH = 3
export const MAX_LABEL_LENGTH = 31
/** Characters named in a message, at most. */
const NAMED_CHARACTERS = 5

const MESSAGES: Record<Exclude<NameReason, 'bad_character'>, string> = {
  empty: 'Enter a name.',
  has_dot: 'Enter one name without dots.',
  mixed_scripts: 'This name mixes letters from different alphabets that look alike.',
  too_short: 'Names need at least 3 characters.',
  too_long: 'Names can have at most 31 characters.',
  edge_hyphen: 'A name cannot start or end with a hyphen.',
  double_hyphen: 'The third and fourth characters cannot both be hyphens.',
  looks_like_address:
    'A name cannot start with 0x, because it would look like a wallet address.',
}

/**
 * Reads what a person entered as a name of this operator. The input is normalized by ENSIP-15, so
 * capitals and full-width letters are fine; one own `suffix` (without a leading dot) at the end is
 * left out. The registry accepts exactly the names that are not refused here.
 */
export function readLabel(input: string, suffix: string): ReadLabel {
  const { normal, problem } = normalize(input)
  if (normal === null) {
    const hasDot = input.includes('.')
    if (hasDot) return { name: null, refused: refuse('has_dot') }
    return { name: null, refused: problem ?? refuseCharacters(input) }
  }
  const end = `.${suffix}`
  const name = normal.endsWith(end) ? normal.slice(0, -end.length) : normal
  return { name, refused: findRefusal(name) }
}

/** Returns whether the registry sells this label; it must be in normal form. */
export function isLabel(label: string): boolean {
  return findRefusal(label) === null
}

/** Returns the token id of a label: its bytes, left-aligned in 32. Throws for what is no label. */
export function labelToTokenId(label: string): bigint {
  if (!isLabel(label)) throw new Error(`label cannot be registered: got ${label}`)
  let id = 0n
  for (const char of label.padEnd(32, '\0')) id = (id << 8n) | BigInt(char.charCodeAt(0))
  return id
}

/** Returns the label of a token id; null for an id that is none. */
export function tokenIdToLabel(tokenId: bigint): string | null {
  if (tokenId < 0n || tokenId >> 256n !== 0n) return null
  let text = ''
  for (let shift = 248n; shift >= 0n; shift -= 8n)
    text += String.fromCharCode(Number((tokenId >> shift) & 255n))
  const label = text.replace(/\0+$/, '')
  return isLabel(label) ? label : null
}

function normalize(input: string): { normal: string | null; problem?: Refused } {
  try {
    return { normal: ens_normalize(input) }
  } catch (error) {
    const text = error instanceof Error ? error.message : ''
    if (/illegal mixture|whole-script confusable/.test(text))
      return { normal: null, problem: refuse('mixed_scripts') }
    if (/label extension/.test(text))
      return { normal: null, problem: refuse('double_hyphen') }
    return { normal: null }
  }
}

function findRefusal(name: string): Refused | null {
  if (name === '') return refuse('empty')
  if (name.includes('.')) return refuse('has_dot')
  if (/[^a-z0-9-]/.test(name)) return refuseCharacters(name)
  if (name.length < MIN_LENGTH) return refuse('too_short')
  if (name.length > MAX_LABEL_LENGTH) return refuse('too_long')
  if (name.startsWith('-') || name.endsWith('-')) return refuse('edge_hyphen')
  if (name.slice(2, 4) === '--') return refuse('double_hyphen')
  if (name.startsWith('0x')) return refuse('looks_like_address')
  return null
}

function refuse(reason: Exclude<NameReason, 'bad_character'>): Refused {
  return { reason, message: MESSAGES[reason] }
}

function refuseCharacters(input: string): Refused {
  const bad = [...new Set(input)].filter((char) => !isAllowed(char))
  const named = bad.slice(0, NAMED_CHARACTERS).map(quoteCharacter)
  const last = named.pop()
  const list = named.length > 0 ? `${named.join(', ')} and ${last}` : last
  const allowed = 'Only letters a-z, digits and hyphens can be used.'
  return {
    reason: 'bad_character',
    message: list ? `${startHigh(list)} cannot be in a name. ${allowed}` : allowed,
  }
}

/** Returns whether a character, normalized, is one of those of names. */
function isAllowed(char: string): boolean {
  const { normal } = normalize(char)
  return normal !== null && /^[a-z0-9-]+$/.test(normal)
}

/** Quotes a character, a mark on a dotted circle; one that shows nothing has its code point. */
function quoteCharacter(char: string): string {
  if (char === ' ') return 'a space'
  const isSeen =
    /^(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(char)
  if (!isSeen) return nameCharacter(char)
  return `“${/\p{M}/u.test(char) ? '\u25cc' : ''}${char}”`
}
