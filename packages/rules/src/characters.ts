import { nameCharacter } from './character-names.ts'

/**
 * The characters of every text that people or contracts write: names, descriptions, titles, bios,
 * reports. Three kinds show nothing by themselves:
 *
 * - **kept** where they change what is shown: joiners, selectors and tags of emoji (UTS #51), and
 *   the joiners and selectors of scripts that are written with them (UAX #31, section 2.3);
 * - **dropped** where they change nothing: direction marks, soft hyphens, repeated joiners,
 *   selectors behind a letter that has no variants;
 * - **forbidden** everywhere else, because they hide, turn or imitate text: direction overrides
 *   and isolates, joiners between letters that do not join, fillers, control characters,
 *   private-use and unassigned code points, halves of surrogate pairs.
 *
 * Fields refuse forbidden characters by name and place (`parseText`); text from contracts and
 * files, which no person can correct, loses them (`cleanText`).
 */
export type ParsedText = {
  /** NFC, trimmed, without dropped characters; with one kind of line end. */
  text: string
  /** States the first forbidden character, its place and what to do; absent: none. */
  problem?: string
}

type TextOptions = {
  /** Keeps line feeds. */
  lines?: boolean
}

/**
 * Returns the stored form of a text, or the sentence about the first forbidden character. Places
 * count from 1 in grapheme clusters, which are what a person counts.
 */
export function parseText(
  written: string,
  { lines = false }: TextOptions = {},
): ParsedText {
  const text = dropIdle(unifyLineEnds(written, lines))
  const start = text.length - text.trimStart().length
  const pieces = examine(text.trim(), lines)
  const forbidden = pieces.find(({ state }) => state === 'forbidden')
  if (!forbidden) return { text: join(pieces) }
  const place = describePlace(text, start + forbidden.offset, lines)
  const name = nameCharacter(forbidden.piece)
  return {
    text: join(pieces),
    problem: `${name} at ${place} is not allowed. Delete it, or type that part again.`,
  }
}

/**
 * Returns an untrusted text as one line of at most `length` code points, without dropped and
 * forbidden characters. It is cut between grapheme clusters, so that no emoji or syllable is left
 * in parts.
 */
export function cleanText(written: string, length: number): string {
  // Contracts return texts of any length.
  const bounded = written.slice(0, 64 * length)
  const line = bounded.replace(/[\t\n\v\f\r\x85\u2028\u2029]+/g, ' ')
  const text = join(examine(dropIdle(line).trim(), false))
  if (countCodePoints(text) <= length) return text
  let kept = ''
  let room = length
  for (const { segment } of graphemes.segment(text)) {
    room -= countCodePoints(segment)
    if (room < 0) break
    kept += segment
  }
  // A single cluster may be longer than the limit.
  return kept.trim() || [...text].slice(0, length).join('')
}

/** Counts characters as limits do: code points of the stored form of a text with lines. */
export function countCharacters(written: string): number {
  return countCodePoints(parseText(written, { lines: true }).text)
}

type Piece = {
  /** One code point, or a whole emoji. */
  piece: string
  /** Index in UTF-16 units. */
  offset: number
  state: 'kept' | 'dropped' | 'forbidden'
}

/** Emoji as UTS #51 composes them: `\p{RGI_Emoji}` needs newer browsers than ours. */
const MODIFIERS = '[\\ufe0e\\ufe0f\\p{Emoji_Modifier}]{0,2}'
const TAGS = '\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f}'
const PICTURE = `\\p{Extended_Pictographic}${MODIFIERS}`
const PIECES = new RegExp(`${TAGS}|${PICTURE}(?:\\u200d${PICTURE})*|[^]`, 'gu')

const JOINERS = /^[\u200c\u200d]$/
const SELECTORS = /^[\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]$/u

/** Characters that are dropped everywhere, or behind what they have no effect on. */
const IDLE = [
  /[\u034f\u00ad\u061c\u180e\u200e\u200f\u2060\ufffc]/g,
  /(?<!\p{Emoji})[\ufe0e\ufe0f]/gu,
  /(?<!(?=[\p{L}\p{Nl}\p{Sm}])[\p{Ideographic}\p{Script=Mongolian}\p{Script=Myanmar}\p{Script=Phags_Pa}\p{Sm}])[\u180b-\u180d\u180f\ufe00-\ufe0d\u{e0100}-\u{e01ef}]/gu,
  /(?<=[\u200c\u200d])[\u200c\u200d]/g,
]

/** Letters, marks and digits of the scripts whose letters join (cursive and Brahmic ones). */
const JOINING =
  /^(?=[\p{L}\p{M}\p{N}])[\p{scx=Adlam}\p{scx=Arabic}\p{scx=Hanifi_Rohingya}\p{scx=Mandaic}\p{scx=Mongolian}\p{scx=Nko}\p{scx=Phags_Pa}\p{scx=Syriac}\p{scx=Balinese}\p{scx=Bengali}\p{scx=Chakma}\p{scx=Cham}\p{scx=Devanagari}\p{scx=Grantha}\p{scx=Gujarati}\p{scx=Gurmukhi}\p{scx=Javanese}\p{scx=Kaithi}\p{scx=Kannada}\p{scx=Khmer}\p{scx=Malayalam}\p{scx=Meetei_Mayek}\p{scx=Modi}\p{scx=Myanmar}\p{scx=Newa}\p{scx=Oriya}\p{scx=Sharada}\p{scx=Sinhala}\p{scx=Sundanese}\p{scx=Tai_Tham}\p{scx=Tamil}\p{scx=Telugu}\p{scx=Tibetan}\p{scx=Tirhuta}]$/u

/** Scripts without blanks, whose words a zero-width space separates. */
const UNSPACED =
  /^(?=[\p{L}\p{M}\p{N}])[\p{scx=Khmer}\p{scx=Lao}\p{scx=Myanmar}\p{scx=Thai}]$/u

/** Everything that may show nothing: other, invisible and separating characters. */
const SUSPECT = /^[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u
/** Format characters with a look of their own: numbers' signs and joiners of hieroglyphs. */
const VISIBLE_FORMAT =
  /^[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\u{13430}-\u{1343f}]$/u

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Splits a text without idle marks into characters and whole emoji, and judges each of them. */
function examine(text: string, lines: boolean): Piece[] {
  const pieces = Array.from(text.matchAll(PIECES), ({ 0: piece, index }) => ({
    piece,
    offset: index,
  }))
  return pieces.map((one, index) => {
    const [before, after] = [pieces[index - 1]?.piece, pieces[index + 1]?.piece]
    return { ...one, state: judge(one.piece, before ?? '', after ?? '', lines) }
  })
}

function judge(
  piece: string,
  before: string,
  after: string,
  lines: boolean,
): Piece['state'] {
  if (JOINERS.test(piece)) {
    if (!JOINING.test(before) && !JOINING.test(after)) return 'forbidden'
    // A joiner gives its letter another form anywhere; a non-joiner separates two of them.
    const isBetween = !/^\s?$/.test(before) && !/^\s?$/.test(after)
    return piece === '\u200d' || isBetween ? 'kept' : 'dropped'
  }
  if (piece === '\u200b') {
    return UNSPACED.test(before) && UNSPACED.test(after) ? 'kept' : 'forbidden'
  }
  const isHarmless =
    !SUSPECT.test(piece) ||
    SELECTORS.test(piece) ||
    VISIBLE_FORMAT.test(piece) ||
    // Reserved for emoji to come: a newer phone has them already.
    /^\p{Extended_Pictographic}/u.test(piece) ||
    (lines && piece === '\n')
  return isHarmless ? 'kept' : 'forbidden'
}

function join(pieces: Piece[]): string {
  const kept = pieces.filter(({ state }) => state === 'kept').map(({ piece }) => piece)
  return kept.join('').normalize('NFC').trim()
}

function dropIdle(text: string): string {
  return IDLE.reduce((kept, idle) => kept.replace(idle, ''), text).normalize('NFC')
}

function unifyLineEnds(text: string, lines: boolean): string {
  if (!lines) return text.replace(/[\u2028\u2029]/g, ' ')
  return text.replace(/\r\n?|[\x85\u2028\u2029]/g, '\n')
}

function describePlace(text: string, offset: number, lines: boolean): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  const before = [...graphemes.segment(text.slice(lineStart))].filter(
    ({ index }) => lineStart + index <= offset,
  )
  const place = `character ${before.length}`
  const line = text.slice(0, lineStart).split('\n').length
  return lines && text.trim().includes('\n') ? `${place} of line ${line}` : place
}

function countCodePoints(text: string): number {
  return [...text].length
}
