import { mapSlices, type Slices, sortSlices } from '@platemark/rules/slices'
import { sentences } from './messages.ts'
import { createProblem } from './problem.ts'
import { classifyFile, compareNaturally, numberInName } from './set-files.ts'
import type { MatchOptions, WorkFile, WorkProblem, WorkRow } from './work-types.ts'

/** Rows with their token ids as decimals, and all files of the set that systems did not add. */
export type RowsToName = {
  rows: readonly WorkRow[]
  files: readonly WorkFile[]
  tokenId(row: WorkRow): string | undefined
  options: MatchOptions
}

/**
 * Returns rows that name no file with the names of files: by id or, to be confirmed, by natural
 * order. Adds to `problems` what is to be confirmed or corrected.
 */
export function* nameByIdOrOrder(
  { rows, files, tokenId, options }: RowsToName,
  problems: WorkProblem[],
): Slices<WorkRow[]> {
  const pictures = yield* sortSlices(files.filter(isPicture), (one, other) =>
    compareNaturally(one.path, other.path),
  )
  const byNumber = new Map<number, WorkFile[]>()
  yield* mapSlices(pictures, (file) => {
    const number = numberInName(file.path)
    if (number === undefined) return
    const known = byNumber.get(number)
    if (known) known.push(file)
    else byNumber.set(number, [file])
  })
  const byId = rows.map(({ id }) =>
    id !== undefined && /^#?\d+$/.test(id)
      ? byNumber.get(Number(id.replace('#', '')))
      : undefined,
  )
  if (rows.length > 0 && byId.every((found) => found?.length === 1)) {
    return rows.map((row, at) => ({ ...row, image: byId[at]?.[0]?.path ?? '' }))
  }
  const [first] = rows
  if (!first) return []
  if (rows.length !== pictures.length) {
    const sentence = sentences.rowsAndFiles(rows.length, pictures.length)
    problems.push(
      createProblem('columns', { file: first.source.file, line: 1 }, sentence),
    )
    return rows.map((row) => ({ ...row, reported: [...row.reported, 'image'] }))
  }
  const isConfirmed = options.corrections?.some(({ kind }) => kind === 'confirm_order')
  if (!isConfirmed) {
    const sentence = sentences.orderOfRows(
      pictures[0]?.path ?? '',
      pictures.at(-1)?.path ?? '',
    )
    const source = { file: first.source.file, line: 1 }
    const fix = { kind: 'confirm_order' } as const
    problems.push(createProblem('order', source, sentence, { fix }))
  }
  const sorted = [...rows].sort(
    (one, other) => Number(tokenId(one) ?? 0) - Number(tokenId(other) ?? 0),
  )
  const places = new Map(sorted.map((row, at) => [row, pictures[at]]))
  return rows.map((row) => ({ ...row, image: places.get(row)?.path ?? '' }))
}

function isPicture({ path, format }: WorkFile): boolean {
  return classifyFile(path, format) === 'picture'
}
