/** A heading of an article: its text is plain, its id follows from the text. */
export type Heading = { id: string; level: 2 | 3; text: string }

/** Headings and size of an article's text. */
export type TextFacts = { headings: Heading[]; words: number; code_lines: number }

/** Words that are read in a minute, and lines of code. */
const WORDS_PER_MINUTE = 220
const CODE_LINES_PER_MINUTE = 30

/**
 * Reads the headings and the size of an article's text. Lines of code and figures are no words;
 * titles of steps are.
 */
export function readText(text: string): TextFacts {
  const blocks = text.match(CODE_BLOCK) ?? []
  const prose = text.replace(CODE_BLOCK, '')
  const headings = [...prose.matchAll(/^(##|###) (.+)$/gm)].map(
    ([, marks = '', title = '']): Heading => ({
      id: headingId(title),
      level: marks === '##' ? 2 : 3,
      text: title,
    }),
  )
  const read = prose
    .replace(/<Figure[^>]*\/>/g, '')
    .replace(/<Step title="([^"]*)">/g, '$1 ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\]\([^)]*\)/g, ']')
  const words = read.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  const lines = blocks.map((block) => block.split('\n').length - 2)
  return { headings, words, code_lines: lines.reduce((sum, count) => sum + count, 0) }
}

const CODE_BLOCK = /^```[\s\S]*?^```$/gm

/** Returns the id of a heading: lower case, without punctuation, hyphens for spaces. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-')
}

/** Returns the time to read a text in minutes, rounded up. */
export function readingMinutes({ words, code_lines }: TextFacts): number {
  return Math.max(
    1,
    Math.ceil(words / WORDS_PER_MINUTE + code_lines / CODE_LINES_PER_MINUTE),
  )
}
