import { type Font, fonts } from './font.ts'

/** Letter spacing of titles in em. */
export const TITLE_SPACING = -0.03

/**
 * Reduces text to characters of the fonts: strips unsupported marks and omits emoji and
 * other scripts. Undefined if less than half of the letters and digits would remain.
 */
export function toDrawableText(text: string): string | undefined {
  const known = [...text.normalize('NFC').replaceAll(/\s+/g, ' ')]
    .map((one) => (isKnown(one) ? one : plainly(one)))
    .join('')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  const [all, kept] = [text, known].map((one) => one.match(/[\p{L}\p{N}]/gu)?.length ?? 0)
  if (known === '' || (kept ?? 0) * 2 < (all ?? 0)) return undefined
  return known
}

function isKnown(character: string): boolean {
  return fonts.display.has(character) && fonts.text.has(character)
}

/** Returns the base letters of a character, without marks. */
function plainly(character: string): string {
  const parts = [...character.normalize('NFKD')]
  return parts.filter((part) => !/\p{M}/u.test(part) && isKnown(part)).join('')
}

/** Cuts text with an ellipsis to one line of at most `width` px. */
export function cutLine(text: string, size: number, width: number): string {
  return cut(text, (line) => fonts.text.widthOf(line, size) <= width)
}

/** Wraps text to at most `most` lines of `width` px and cuts the last one. */
export function wrapText(
  text: string,
  { size, width, most }: { size: number; width: number; most: number },
): string[] {
  return wrap(text, (line) => fonts.text.widthOf(line, size) <= width, most).lines
}

/**
 * Fits a title in the largest of `sizes` that needs at most three lines without broken
 * words. In the smallest size long words are broken and the third line is cut.
 */
export function fitTitle(
  text: string,
  { sizes, width }: { sizes: readonly number[]; width: number },
): { size: number; lines: string[] } {
  const set = (size: number) => {
    const fits = (line: string) => widthOf(fonts.display, line, size) <= width
    return { size, ...wrap(text, fits, 3) }
  }
  const tries = sizes.map(set)
  const { size, lines } = tries.find(({ isWhole }) => isWhole) ?? set(Math.min(...sizes))
  return { size, lines }
}

function widthOf(font: Font, line: string, size: number): number {
  return font.widthOf(line, size, TITLE_SPACING)
}

type Wrapped = {
  lines: string[]
  /** True if no word was broken and nothing was cut. */
  isWhole: boolean
}

function wrap(text: string, fits: (line: string) => boolean, most: number): Wrapped {
  const words = text.split(' ')
  const pieces = words.flatMap((word) => breakWord(word, fits))
  const lines: string[] = []
  for (const { piece, isStart } of pieces) {
    const line = lines.at(-1)
    const longer = line === undefined ? piece : `${line}${isStart ? ' ' : ''}${piece}`
    if (line !== undefined && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(piece)
  }
  const isWhole = lines.length <= most && pieces.length === words.length
  if (lines.length <= most) return { lines, isWhole }
  const last = cut(`${lines[most - 1]} ${lines[most]}`, fits)
  return { lines: [...lines.slice(0, most - 1), last], isWhole }
}

/** Breaks a word into pieces that fit on a line, preferably after underscores. */
function breakWord(word: string, fits: (line: string) => boolean) {
  const pieces = ['']
  for (const character of word) {
    const piece = pieces.at(-1) ?? ''
    if (fits(piece + character)) {
      pieces[pieces.length - 1] = piece + character
      continue
    }
    const end = piece.lastIndexOf('_') + 1 || piece.length
    pieces[pieces.length - 1] = piece.slice(0, end)
    pieces.push(piece.slice(end) + character)
  }
  return pieces.map((piece, index) => ({ piece, isStart: index === 0 }))
}

function cut(text: string, fits: (line: string) => boolean): string {
  if (fits(text)) return text
  const characters = [...text]
  while (characters.length > 0 && !fits(`${characters.join('').trimEnd()}…`)) {
    characters.pop()
  }
  return `${characters.join('').trimEnd()}…`
}
