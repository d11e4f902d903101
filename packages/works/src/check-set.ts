import { finishSlices, type Slices, sortSlices } from '@platemark/rules/slices'
import { matchWorks } from './match-works.ts'
import { notices as noticeSentences, sentences } from './messages.ts'
import { createProblem } from './problem.ts'
import { readJsonFolder, type TextFile } from './read-json-folder.ts'
import { readSheet } from './read-sheet.ts'
import { classifyFile, compareNaturally, fileEnding, isSystemFile } from './set-files.ts'
import type {
  MatchedWorks,
  MatchOptions,
  Notice,
  RowReading,
  WorkFile,
  WorkProblem,
} from './work-types.ts'

/** Files of a set as they were chosen, and the bytes of those that may describe works. */
export type SetInput = {
  files: readonly WorkFile[]
  /** Files for which `isSetText` is true. */
  texts: readonly TextFile[]
  options: Omit<MatchOptions, 'is_partial'>
}

/** Works and problems of a set; `described_by`: its sheet or JSON, for the heading. */
export type SetReport = MatchedWorks & {
  described_by: string | null
  /** Rows or JSON descriptions that could be read; without any, works from the files. */
  row_count: number
}

/** Returns whether the bytes of a file are needed to check a set. */
export function isSetText(path: string): boolean {
  return !isSystemFile(path) && ['sheet', 'json'].includes(classifyFile(path))
}

/**
 * Reads and checks a whole set: finds its sheet or JSON files, matches them to the pictures and
 * reports what is wrong by file, line and field. Browser and server get the same report.
 */
export function checkSet(input: SetInput): SetReport {
  return finishSlices(checkSetInSlices(input))
}

/** Checks as `checkSet` does, in slices of a few milliseconds for 10,000 works. */
export function* checkSetInSlices({
  files,
  texts,
  options,
}: SetInput): Slices<SetReport> {
  const left = new Set(
    (options.corrections ?? []).flatMap((one) =>
      one.kind === 'leave_out' ? [one.path] : [],
    ),
  )
  const used = yield* sortSlices(
    texts.filter(({ path }) => isSetText(path) && !left.has(path)),
    (one, other) => compareNaturally(one.path, other.path),
  )
  const sheets = used.filter(({ path }) => fileEnding(path) !== 'json')
  const json = used.filter(({ path }) => fileEnding(path) === 'json')
  const { reading, described_by } = yield* readDescription(sheets, json)
  const is_partial = reading.problems.some(({ code }) => PARTIAL.includes(code))
  const matched = yield* matchWorks(
    reading.rows,
    files,
    { ...options, is_partial },
    reading.problems,
  )
  return {
    works: matched.works,
    problems: matched.problems,
    notices: [...reading.notices, ...matched.notices, ...describeLeftOut(files)],
    described_by,
    row_count: reading.rows.length,
  }
}

/** Problems behind which rows are missing. */
const PARTIAL: WorkProblem['code'][] = ['unreadable', 'half_row', 'json', 'columns']

function* readDescription(
  sheets: readonly TextFile[],
  json: readonly TextFile[],
): Slices<{ reading: RowReading; described_by: string | null }> {
  const [sheet, second] = sheets
  if (!sheet) {
    const [first, other] = json
    const name = other ? `${json.length.toLocaleString('en')} JSON files` : first?.path
    return { reading: yield* readJsonFolder(json), described_by: name ?? null }
  }
  const reading = yield* readSheet(sheet.path, sheet.bytes)
  const [firstJson] = json
  if (second) {
    const sentence = sentences.twoSheets(sheet.path, second.path)
    const fix = { kind: 'leave_out', path: second.path } as const
    const source = { file: second.path }
    reading.problems.push(createProblem('extra_file', source, sentence, { fix }))
  }
  if (firstJson) {
    const sentence = sentences.sheetAndJson(sheet.path, json.length)
    const fix = { kind: 'leave_out', path: sheet.path } as const
    const source = { file: sheet.path }
    reading.problems.push(createProblem('extra_file', source, sentence, { fix }))
  }
  return { reading, described_by: sheet.path }
}

function describeLeftOut(files: readonly WorkFile[]): Notice[] {
  const system = files.filter(({ path }) => isSystemFile(path)).length
  const other = files
    .filter(
      ({ path, format }) => !isSystemFile(path) && classifyFile(path, format) === 'other',
    )
    .map(({ path }) => path)
    .sort(compareNaturally)
  const notices: Notice[] = []
  if (system > 0) {
    notices.push({
      code: 'system',
      sentence: noticeSentences.system(system),
      count: system,
    })
  }
  if (other.length > 0) {
    notices.push({
      code: 'other',
      sentence: noticeSentences.other(other),
      count: other.length,
    })
  }
  return notices
}
