import { decodeText } from '@platemark/rules/decode-text'
import { locateJsonError } from './locate-json-error.ts'
import { notices as noticeSentences, sentences } from './messages.ts'
import { createProblem } from './problem.ts'
import { readJsonWork } from './read-json-work.ts'
import { baseName, compareNaturally, numberInName, withoutEnding } from './set-files.ts'
import type { Notice, RowReading, WorkProblem, WorkRow } from './work-types.ts'

/** A text file of a set with its bytes. */
export type TextFile = { path: string; bytes: Uint8Array }

/**
 * Reads the JSON files of a set: one for each work, named by its id (1.json), with the fields
 * of token metadata; or one list of them, such as the _metadata.json of generators. A list
 * beside single files is not read. Fields without a meaning are left out with a notice.
 */
export function readJsonFolder(files: readonly TextFile[]): RowReading {
  const problems: WorkProblem[] = []
  const parsed = [...files]
    .sort((one, other) => compareNaturally(one.path, other.path))
    .flatMap((file): { path: string; text: string; value: unknown }[] => {
      const read = parseJsonFile(file)
      if (!('problem' in read)) return [{ path: file.path, ...read }]
      problems.push(read.problem)
      return []
    })
  const lists = parsed.filter(({ value }) => Array.isArray(value))
  const singles = parsed.filter(({ value }) => !Array.isArray(value))
  const unknown = new Map<string, number>()
  const note = (field: string) => unknown.set(field, (unknown.get(field) ?? 0) + 1)
  const rows: WorkRow[] = []
  const add = (read: { row?: WorkRow; problems: WorkProblem[] }) => {
    problems.push(...read.problems)
    if (read.row) rows.push(read.row)
  }
  for (const { path, value } of singles) {
    add(readJsonWork(value, { source: { file: path }, ...namedBy(path), note }))
  }
  const notices: Notice[] = []
  for (const { path, text, value } of lists) {
    if (singles.length > 0) {
      const sentence = noticeSentences.listBesideFiles(path)
      notices.push({ code: 'list', sentence, count: 1 })
      continue
    }
    const lines = findElementLines(text)
    for (const [at, one] of (value as unknown[]).entries()) {
      add(readJsonWork(one, { source: { file: path, line: lines[at] ?? 1 }, note }))
    }
  }
  for (const [field, count] of unknown) {
    notices.push({ code: 'field', sentence: noticeSentences.field(field, count), count })
  }
  const traits = new Set(rows.flatMap((row) => row.traits.map(({ name }) => name)))
  return { rows, problems, notices, traits: [...traits] }
}

/** A file's name is the id of its token and, without an `image`, the name of its picture. */
function namedBy(path: string): { fileId?: string; stem: string } {
  const stem = withoutEnding(baseName(path))
  const number = numberInName(path)
  return { stem, ...(number !== undefined && { fileId: `${number}` }) }
}

function parseJsonFile({
  path,
  bytes,
}: TextFile): { text: string; value: unknown } | { problem: WorkProblem } {
  const decoded = decodeText(bytes)
  if ('problem' in decoded) {
    const { line, problem } = decoded
    const source = { file: path, ...(line !== undefined && { line }) }
    return { problem: createProblem('unreadable', source, `${path}: ${problem}`) }
  }
  try {
    return { text: decoded.text, value: JSON.parse(decoded.text) }
  } catch {
    const { line, column, reason } = locateJsonError(decoded.text)
    const sentence = sentences.brokenJson(line, column, reason)
    return { problem: createProblem('json', { file: path, line }, sentence) }
  }
}

/** Returns the lines, from 1, in which the elements of a valid JSON list begin. */
function findElementLines(text: string): number[] {
  const lines: number[] = []
  let line = 1
  let depth = 0
  let isNext = false
  // Texts are taken whole, so that brackets in them do not count.
  for (const [token] of text.matchAll(
    /"(?:[^"\\]|\\.)*"|\r\n|[\n\r]|[[\]{},]|[^\s[\]{},"]+/g,
  )) {
    if (/^[\r\n]/.test(token)) {
      line += 1
      continue
    }
    if (token === ',' && depth === 1) {
      isNext = true
      continue
    }
    if (isNext && token !== ']') lines.push(line)
    isNext = false
    if (token === '[' || token === '{') {
      depth += 1
      isNext = depth === 1
    } else if (token === ']' || token === '}') depth -= 1
  }
  return lines
}
