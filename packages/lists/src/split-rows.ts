/** One row of a text; a quoted cell may make it longer than a line. */
export type TextRow = {
  /** Its first line, from 1. */
  line: number
  text: string
  /** A quote of it is never closed; only its first line is in `text`. */
  isOpen: boolean
  /** Share of the text that was read with it, 0 to 1. */
  share: number
}

/** Any line end: LF, CRLF, CR, and the line separators of Unicode. */
const lineEnds = /\r\n|[\n\r\u2028\u2029]/g

/** Lines that a quoted cell may take, so that one stray quote does not swallow a list. */
const MAX_ROW_LINES = 50

/** Splits a text into rows at line ends outside quotes; blank rows are left out. */
export function* splitRows(text: string): Generator<TextRow, void> {
  let lines: string[] = []
  let firstLine = 1
  let line = 0
  // Position after the first line of a row that spans several.
  let resume = 0
  const ends = new RegExp(lineEnds)
  for (let start = 0; start <= text.length; ) {
    const end = ends.exec(text)
    const content = text.slice(start, end?.index ?? text.length)
    start = end ? ends.lastIndex : text.length + 1
    line += 1
    if (lines.length === 0) {
      firstLine = line
      resume = start
    }
    lines.push(content)
    const share = Math.min(start / Math.max(text.length, 1), 1)
    const whole = lines.length === 1 ? content : lines.join('\n')
    if (hasOpenQuote(whole)) {
      if (end && lines.length < MAX_ROW_LINES) continue
      yield { line: firstLine, text: lines[0] ?? '', isOpen: true, share }
      // The lines after the stray quote are rows of their own.
      line = firstLine
      start = resume
      ends.lastIndex = resume
    } else if (whole.trim() !== '') {
      yield { line: firstLine, text: whole, isOpen: false, share }
    }
    lines = []
  }
}

function hasOpenQuote(text: string): boolean {
  let isOpen = false
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1))
    isOpen = !isOpen
  return isOpen
}
