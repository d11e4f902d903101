import { type Parsed, parseCount } from './parse-amounts.ts'

/** The last second of the contracts means "never". */
const MAX_SECOND = 2 ** 32 - 2
const MAX_TITLE = 40

/** Returns the sentence on the name of a phase; undefined: it can stay. */
export function findTitleProblem(title: string): string | undefined {
  const typed = title.trim()
  if (typed === '') return 'Enter a name for the phase.'
  return [...typed].length > MAX_TITLE ? `At most ${MAX_TITLE} characters.` : undefined
}

/**
 * Returns the sentences on the times of a phase. `start` and `end` are those of `readTypedTime`:
 * unix seconds, or a sentence; `end` is undefined for a phase without an end.
 */
export function findTimeProblems(
  start: number | string,
  end: number | string | undefined,
  now: number,
): { start?: string; end?: string } {
  const found = typeof start === 'string' ? { start } : {}
  if (end === undefined) return found
  if (typeof end === 'string') return { ...found, end }
  if (end <= now) return { ...found, end: 'This time is over. Choose a later one.' }
  if (typeof start === 'number' && end <= start) {
    return { end: 'The end must come after the start.' }
  }
  return end > MAX_SECOND ? { ...found, end: 'Choose a time before 2106.' } : found
}

/** Reads how many items a phase has, of `maxSupply` of its collection; empty: null, no cap. */
export function readPhaseCap(
  text: string,
  maxSupply: number | null,
): Parsed<number | null> {
  if (text.trim() === '') return { value: null }
  const cap = parseCount(text, 'a number of items')
  if ('problem' in cap || maxSupply === null || cap.value <= maxSupply) return cap
  const supply = maxSupply.toLocaleString('en')
  return { problem: `The collection has ${supply} items. Enter fewer, or nothing.` }
}

/** Returns the lowest id that is not used: a phase with the id of another one shares its mints. */
export function findFreePhaseId(used: readonly number[]): number {
  let id = 0
  while (used.includes(id)) id += 1
  return id
}

/** Returns `title`, with a number where a phase has it already. */
export function findFreeTitle(title: string, titles: readonly string[]): string {
  const base = title.replace(/ \d+$/, '').slice(0, MAX_TITLE - 4)
  const used = new Set(titles.map((one) => one.trim()))
  if (!used.has(base)) return base
  let number = 2
  while (used.has(`${base} ${number}`)) number += 1
  return `${base} ${number}`
}
