/** Place of the first error of a JSON text, from 1, and what to do. */
export type JsonError = { line: number; column: number; reason: string }

/** A stop of the scan; not exported, because it never leaves this file. */
class ScanError extends Error {
  override readonly name = 'ScanError'
  readonly at: number

  constructor(at: number, reason: string) {
    super(reason)
    this.at = at
  }
}

/**
 * Finds the first error of a text that `JSON.parse` refused (RFC 8259). The messages of
 * browsers differ, and Safari's has no place at all.
 */
export function locateJsonError(text: string): JsonError {
  try {
    const end = skipBlanks(text, scanValue(text, skipBlanks(text, 0), 0))
    if (end < text.length) {
      throw new ScanError(end, 'there is something behind the end. Delete it.')
    }
    return { line: 1, column: 1, reason: 'this is not JSON.' }
  } catch (error) {
    if (!(error instanceof ScanError)) throw error
    const before = text.slice(0, error.at).split(/\r\n|[\n\r]/)
    const column = [...(before.at(-1) ?? '')].length + 1
    return { line: before.length, column, reason: error.message }
  }
}

/** Deeper values are no descriptions of works. */
const MAX_DEPTH = 100

function scanValue(text: string, at: number, depth: number): number {
  if (depth > MAX_DEPTH) throw new ScanError(at, 'the values are nested too deeply.')
  const character = text[at]
  if (character === undefined) {
    throw new ScanError(at, 'the file ends here too early. Part of it is missing.')
  }
  if (character === '{') return scanList(text, at, '}', depth)
  if (character === '[') return scanList(text, at, ']', depth)
  if (character === '"') return scanString(text, at)
  const [literal] = matchAt(
    /(?:true|false|null)\b|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y,
    text,
    at,
  )
  if (literal !== undefined) return at + literal.length
  throw new ScanError(at, describeValue(text, at))
}

function scanList(text: string, from: number, end: '}' | ']', depth: number): number {
  let at = skipBlanks(text, from + 1)
  if (text[at] === end) return at + 1
  for (;;) {
    if (end === '}') at = scanKey(text, at)
    at = skipBlanks(text, scanValue(text, at, depth + 1))
    if (text[at] === end) return at + 1
    if (text[at] !== ',') {
      if (text[at] === undefined) scanValue(text, at, depth)
      throw new ScanError(at, `a comma or ${end} is missing here.`)
    }
    const comma = at
    at = skipBlanks(text, at + 1)
    if (text[at] === end) {
      throw new ScanError(comma, `the comma before ${end} is one too many. Delete it.`)
    }
  }
}

function scanKey(text: string, at: number): number {
  if (text[at] === undefined) scanValue(text, at, 0)
  if (text[at] !== '"') {
    const reason = text.startsWith('/', at)
      ? describeValue(text, at)
      : 'a name in double quotation marks is missing here.'
    throw new ScanError(at, reason)
  }
  const colon = skipBlanks(text, scanString(text, at))
  if (text[colon] !== ':') throw new ScanError(colon, 'a colon is missing here.')
  return skipBlanks(text, colon + 1)
}

function scanString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (character === '"') return at + 1
    if (character < ' ') {
      const isLine = character === '\n' || character === '\r'
      const reason = isLine
        ? 'the quotation mark that ends this text is missing. Write a new line inside a text as \\n.'
        : 'a text contains a control character. Delete it.'
      throw new ScanError(at, reason)
    }
    if (character !== '\\') continue
    const [sequence] = matchAt(/\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y, text, at)
    if (sequence === undefined) {
      throw new ScanError(at, 'a backslash stands alone. Write it twice.')
    }
    at += sequence.length - 1
  }
  throw new ScanError(from, 'the quotation mark that ends this text is missing.')
}

function describeValue(text: string, at: number): string {
  if (text[at] === "'") return 'use double quotation marks.'
  if (text[at] === '/') return 'JSON has no comments. Delete it.'
  if (text[at] === ',') return 'a value is missing before this comma.'
  if (text[at] === '}' || text[at] === ']') return 'a value is missing here.'
  const [word = ''] = matchAt(/[\w$.+-]{1,30}/y, text, at)
  if (/^[+-]?[.\d]/.test(word)) return `${word} is not a number as JSON writes it.`
  return `${word || text[at]} is not a value. Put texts in double quotation marks.`
}

function skipBlanks(text: string, from: number): number {
  const [blanks = ''] = matchAt(/[ \t\n\r]*/y, text, from)
  return from + blanks.length
}

/** Matches a sticky expression at a place. */
function matchAt(expression: RegExp, text: string, at: number): (string | undefined)[] {
  expression.lastIndex = at
  return expression.exec(text) ?? []
}
