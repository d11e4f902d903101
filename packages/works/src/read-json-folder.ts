import { decodeText } from '@platemark/rules/decode-text'
import { mapSlices, type Slices, sortSlices } from '@platemark/rules/slices'
import { locateJsonError } from './locate-json-error.ts'
import { notices as noticeSentences, sentences } from './messages.ts'
import { type ListElement, parseJsonList } from './parse-json-list.ts'
import { createProblem } from './problem.ts'
import { readJsonWork } from './read-json-work.ts'
import { baseName, compareNaturally, numberInName, withoutEnding } from './set-files.ts'
import type { Notice, RowReading, WorkProblem, WorkRow } from './work-types.ts'

/** Files that one slice parses. */
const SLICE_FILES = 100

/** A text file of a set with its bytes. */
export type TextFile = { path: string; bytes: Uint8Array }

/**
 * Reads the JSON files of a set: one for each work, named by its id (1.json), with the fields
 * of token metadata; or one list of them, such as the _metadata.json of generators. A list
 * beside single files is not read. Fields without a meaning are left out with a notice.
 */
export function* readJsonFolder(files: readonly TextFile[]): Slices<RowReading> {
  const problems: WorkProblem[] = []
  const sorted = yield* sortSlices(files, (one, other) =>
    compareNaturally(one.path, other.path),
  )
  const lists: { path: string; elements: ListElement[] }[] = []
  const singles: { path: string; value: unknown }[] = []
  for (const [at, file] of sorted.entries()) {
    const { path } = file
    const read = yield* parseJsonFile(file)
    if ('problem' in read) problems.push(read.problem)
    else if ('elements' in read) lists.push({ path, ...read })
    else singles.push({ path, ...read })
    if (at % SLICE_FILES === SLICE_FILES - 1) yield undefined
  }
  const unknown = new Map<string, number>()
  const note = (field: string) => unknown.set(field, (unknown.get(field) ?? 0) + 1)
  const rows: WorkRow[] = []
  const add = (read: { row?: WorkRow; problems: WorkProblem[] }) => {
    problems.push(...read.problems)
    if (read.row) rows.push(read.row)
  }
  yield* mapSlices(singles, ({ path, value }) =>
    add(readJsonWork(value, { source: { file: path }, ...namedBy(path), note })),
  )
  const notices: Notice[] = []
  for (const { path, elements } of lists) {
    if (singles.length > 0) {
      const sentence = noticeSentences.listBesideFiles(path)
      notices.push({ code: 'list', sentence, count: 1 })
      continue
    }
    yield* mapSlices(elements, ({ line, value }) =>
      add(readJsonWork(value, { source: { file: path, line }, note })),
    )
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

type ParsedFile =
  | { elements: ListElement[] }
  | { value: unknown }
  | { problem: WorkProblem }

function* parseJsonFile({ path, bytes }: TextFile): Slices<ParsedFile> {
  const decoded = decodeText(bytes)
  if ('problem' in decoded) {
    const { line, problem } = decoded
    const source = { file: path, ...(line !== undefined && { line }) }
    return { problem: createProblem('unreadable', source, `${path}: ${problem}`) }
  }
  const elements = yield* parseJsonList(decoded.text)
  if (elements) return { elements }
  try {
    return { value: JSON.parse(decoded.text) }
  } catch {
    const { line, column, reason } = locateJsonError(decoded.text)
    const sentence = sentences.brokenJson(line, column, reason)
    return { problem: createProblem('json', { file: path, line }, sentence) }
  }
}
