import { type Font, fonts } from './font.ts'

/** Space between the letters of titles, in em. */
export const TITLE_SPACING = -0.03

/**
 * What of a text can be drawn: letters with marks that the fonts lack lose these, all else that
 * they lack (emoji, other scripts) is left out. Undefined when less than half of its letters and
 * digits would stay.
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

/** The letters that a character stands for, without their marks. */
function plainly(character: string): string {
  const parts = [...character.normalize('NFKD')]
  return parts.filter((part) => !/\p{M}/u.test(part) && isKnown(part)).join('')
}

/** A text on one line of at most `width` px, cut with an ellipsis where it is longer. */
export function cutLine(text: string, size: number, width: number): string {
  return cut(text, (line) => fonts.text.widthOf(line, size) <= width)
}

/** A text on at most `most` lines of `width` px, the last one cut where there would be more. */
export function wrapText(
  text: string,
  { size, width, most }: { size: number; width: number; most: number },
): string[] {
  return wrap(text, (line) => fonts.text.widthOf(line, size) <= width, most).lines
}

/**
 * A title in the largest of `sizes` in which it stands on at most three lines of `width` px with
 * no word broken; in the smallest one long words are broken, and the third line is cut.
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
  /** No word was broken and nothing cut off. */
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

/** A word in pieces that each fit on a line; usually one. Underscores end a piece first. */
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
