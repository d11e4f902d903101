import { mapSlices, type Slices } from '@platemark/rules/slices'

/** An element of a list and the line, from 1, in which it begins. */
export type ListElement = { line: number; value: unknown }

/**
 * Parses a JSON list element by element: a list of 10,000 works at once would stop a page.
 * Undefined: the text is no list, or not valid JSON.
 */
export function* parseJsonList(text: string): Slices<ListElement[] | undefined> {
  const elements = yield* splitList(text)
  if (!elements) return undefined
  try {
    return yield* mapSlices(elements, ({ line, written }) => ({
      line,
      value: JSON.parse(written),
    }))
  } catch {
    return undefined
  }
}

/** Tokens that are looked at in one slice. */
const SLICE_TOKENS = 5000

/** Splits at the commas of the outer list; whether its elements are valid is not looked at. */
function* splitList(
  text: string,
): Slices<{ line: number; written: string }[] | undefined> {
  const elements: { line: number; written: string }[] = []
  let tokens = 0
  let line = 1
  let depth = 0
  let start = 0
  let isClosed = false
  /** Line of the element that has begun. */
  let begun: number | undefined
  // Texts are taken whole, so that brackets in them do not count.
  for (const { 0: token, index } of text.matchAll(
    /"(?:[^"\\]|\\.)*"|\r\n|[\n\r]|[[\]{},]|[^\s[\]{},"]+|"/g,
  )) {
    tokens += 1
    if (tokens % SLICE_TOKENS === 0) yield undefined
    if (/^[\r\n]/.test(token)) {
      line += 1
      continue
    }
    if (isClosed || (depth === 0 && token !== '[')) return undefined
    if (depth === 1 && (token === ',' || token === ']')) {
      if (begun !== undefined)
        elements.push({ line: begun, written: text.slice(start, index) })
      // Nothing stands between two commas; an empty list has none.
      else if (token === ',' || elements.length > 0) return undefined
      begun = undefined
      start = index + 1
    } else if (depth === 1) begun ??= line
    if (token === '[' || token === '{') depth += 1
    if (token === ']' || token === '}') depth -= 1
    if (depth === 1 && start === 0) start = index + 1
    isClosed = depth === 0
  }
  return isClosed && begun === undefined ? elements : undefined
}
