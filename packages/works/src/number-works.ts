import { mapSlices, type Slices, sortSlices } from '@platemark/rules/slices'
import { notices as noticeSentences, sentences } from './messages.ts'
import { createProblem } from './problem.ts'
import { numberInName } from './set-files.ts'
import type { Notice, RowSource, WorkProblem, WorkRow } from './work-types.ts'

/** Token ids from 1 of the rows that have a valid one. */
export type NumberedRows = {
  ids: Map<WorkRow, number>
  problems: WorkProblem[]
  notices: Notice[]
}

/**
 * Gives each row its token id: the one that is written, else the number in its file's name,
 * else its place. Ids are whole numbers without gaps and repeats, from 1, or from 0, which
 * are shifted by one.
 */
export function* numberWorks(
  rows: readonly WorkRow[],
  { is_partial = false }: { is_partial?: boolean | undefined } = {},
): Slices<NumberedRows> {
  const problems: WorkProblem[] = []
  const notices: Notice[] = []
  const written = yield* readIds(rows, problems, notices)
  yield* reportRepeats(written, problems)
  const numbers = yield* sortSlices(
    [...new Set(written.values())],
    (one, other) => one - other,
  )
  const [first = 1] = numbers
  const shift = first === 0 ? 1 : 0
  if (shift === 1) {
    const [row] = [...written].find(([, id]) => id === 0) ?? []
    const example = row?.image ?? '0'
    notices.push({
      code: 'shift',
      sentence: noticeSentences.shift(example),
      count: written.size,
    })
  }
  if (!is_partial) yield* reportGaps(numbers, written, shift, problems)
  const ids = new Map<WorkRow, number>()
  yield* mapSlices(written, ([row, id]) => ids.set(row, id + shift))
  return { ids: withoutRepeats(ids), problems, notices }
}

function* readIds(
  rows: readonly WorkRow[],
  problems: WorkProblem[],
  notices: Notice[],
): Slices<Map<WorkRow, number>> {
  const isWritten = rows.some(({ id }) => id !== undefined)
  if (!isWritten) {
    const named = new Map<WorkRow, number>()
    yield* mapSlices(rows, (row) => {
      const number = numberInName(row.image ?? '')
      if (number !== undefined) named.set(row, number)
    })
    const isFromNames = named.size === rows.length && isContiguous([...named.values()])
    const code = isFromNames ? 'idsFromNames' : 'idsFromOrder'
    notices.push({ code, sentence: noticeSentences[code], count: rows.length })
    return isFromNames ? named : new Map(rows.map((row, at) => [row, at + 1]))
  }
  const ids = new Map<WorkRow, number>()
  yield* mapSlices(rows, (row) => {
    if (row.reported.includes('id')) return
    const { id } = row
    const number =
      id !== undefined && /^#?\d+$/.test(id) ? Number(id.replace('#', '')) : -1
    if (Number.isSafeInteger(number) && number >= 0) {
      ids.set(row, number)
      return
    }
    const sentence = id === undefined ? sentences.noId : sentences.wrongId(id)
    problems.push(createProblem('wrong_id', row.source, sentence))
  })
  return ids
}

function isContiguous(numbers: readonly number[]): boolean {
  const sorted = [...numbers].sort((one, other) => one - other)
  const [first = 1] = sorted
  return first <= 1 && sorted.every((number, at) => number === first + at)
}

function* reportRepeats(
  ids: Map<WorkRow, number>,
  problems: WorkProblem[],
): Slices<void> {
  const seen = new Map<number, WorkRow>()
  yield* mapSlices(ids, ([row, id]) => {
    const first = seen.get(id)
    if (!first) {
      seen.set(id, row)
      return
    }
    const sentence = sentences.repeatedId(
      `${id}`,
      describePlace(first.source, row.source),
    )
    problems.push(createProblem('repeated_id', row.source, sentence))
  })
}

/** Keeps the first row of each id. */
function withoutRepeats(ids: Map<WorkRow, number>): Map<WorkRow, number> {
  const seen = new Set<number>()
  return new Map(
    [...ids].filter(([, id]) => {
      const isFirst = !seen.has(id)
      seen.add(id)
      return isFirst
    }),
  )
}

function* reportGaps(
  numbers: readonly number[],
  ids: Map<WorkRow, number>,
  shift: number,
  problems: WorkProblem[],
): Slices<void> {
  const rows = new Map<number, WorkRow>()
  yield* mapSlices(ids, ([row, id]) => rows.set(id, row))
  yield* mapSlices(numbers, (number, at) => {
    const row = rows.get(number)
    const before = numbers[at - 1]
    if (!row) return
    const token_id = `${number + shift}`
    if (before === undefined && number > 1) {
      const sentence = sentences.wrongFirstId(number)
      problems.push(createProblem('id_gap', row.source, sentence, { token_id }))
    }
    if (before !== undefined && number > before + 1) {
      const sentence = sentences.idGap(before + 1, number - 1)
      problems.push(createProblem('id_gap', row.source, sentence, { token_id }))
    }
  })
}

/** Returns where a row stands, seen from another row: its file where that differs. */
export function describePlace(source: RowSource, from: RowSource): string {
  const line = source.line === undefined ? '' : `on line ${source.line}`
  if (source.file === from.file) return line
  return line === '' ? `in ${source.file}` : `${line} of ${source.file}`
}
