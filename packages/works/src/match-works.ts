import { mapSlices, type Slices, sortSlices } from '@platemark/rules/slices'
import { applyCorrections } from './apply-corrections.ts'
import {
  checkCameraData,
  checkDuplicates,
  checkSizes,
  type PicturedRow,
} from './check-pictures.ts'
import { checkTexts } from './check-texts.ts'
import { checkTraits } from './check-traits.ts'
import { MAX_WORKS } from './limits.ts'
import { matchFiles } from './match-files.ts'
import { notices as noticeSentences, sentences } from './messages.ts'
import { numberWorks } from './number-works.ts'
import { hasOwnNumber } from './own-number.ts'
import { createProblem } from './problem.ts'
import {
  classifyFile,
  compareNaturally,
  findTopFolder,
  isSystemFile,
  withoutEnding,
} from './set-files.ts'
import type {
  Correction,
  MatchedWorks,
  MatchOptions,
  Notice,
  RowSource,
  Work,
  WorkFile,
  WorkProblem,
  WorkRow,
} from './work-types.ts'

/**
 * Matches the rows of a set to its files and checks everything that tokens need: ids, files,
 * pictures, texts, traits and the supply. Without rows each image is a work, in natural order
 * to be confirmed. The order of rows and files makes no difference. Every problem is there
 * once, without those that the creator keeps, sorted by file and line, those of the reading
 * among them.
 */
export function* matchWorks(
  written: readonly WorkRow[],
  allFiles: readonly WorkFile[],
  options: MatchOptions,
  readingProblems: readonly WorkProblem[] = [],
): Slices<MatchedWorks> {
  const corrections = options.corrections ?? []
  const files = yield* leaveOut(allFiles, corrections)
  const topFolder = findTopFolder(files.map(({ path }) => path))
  const problems = [...readingProblems]
  const found =
    written.length > 0 || options.is_partial
      ? written
      : yield* rowsOfFiles(files, topFolder)
  const corrected = yield* applyCorrections(found, corrections)
  const rows = yield* sortSlices(corrected, (one, other) =>
    compareSources(one.source, other.source),
  )
  const numbered = yield* numberWorks(rows, { is_partial: options.is_partial })
  const tokenId = (row: WorkRow) => numbered.ids.get(row)?.toString()
  const matched = yield* matchFiles({ rows, files, tokenId, topFolder, options })
  problems.push(...numbered.problems, ...matched.problems)
  const notices = [...numbered.notices, ...matched.notices]
  if (written.length === 0 && rows.length > 0) {
    askForOrder(rows, tokenId, options, problems)
  }

  const attributes = yield* checkTraits(rows, tokenId, problems)
  const pictured = rows
    .flatMap((row): PicturedRow[] => {
      const token_id = tokenId(row)
      const own = matched.files.get(row) ?? { image: null, animation: null }
      return token_id === undefined ? [] : [{ row, token_id, files: own }]
    })
    .sort((one, other) => Number(one.token_id) - Number(other.token_id))
  yield undefined
  checkDuplicates(pictured, problems)
  yield undefined
  checkSizes(pictured, problems, notices)
  checkCameraData(pictured, problems, notices)
  const named = yield* mapSlices(
    pictured,
    ({ row, token_id, files: { image, animation } }): Work => ({
      token_id,
      ...checkTexts(row, token_id, problems),
      image: image?.path ?? null,
      animation: animation?.path ?? null,
      attributes: attributes.get(row) ?? [],
      source: row.source,
    }),
  )
  const works = yield* checkNumbers(named, corrections, notices)
  checkCount(rows, files, options, problems)
  const finished = yield* finishProblems(problems, options.accepted ?? [])
  return { works, problems: finished, notices }
}

function* leaveOut(
  files: readonly WorkFile[],
  corrections: readonly Correction[],
): Slices<WorkFile[]> {
  const left = new Set(
    corrections.flatMap((one) => (one.kind === 'leave_out' ? [one.path] : [])),
  )
  return yield* sortSlices(
    files.filter(({ path }) => !isSystemFile(path) && !left.has(path)),
    (one, other) => compareNaturally(one.path, other.path),
  )
}

/** Returns a row for each image and for each video without an image of its name. */
function* rowsOfFiles(files: readonly WorkFile[], topFolder: string): Slices<WorkRow[]> {
  const kinds = yield* mapSlices(files, ({ path, format }) => classifyFile(path, format))
  const pictures = new Set<string>()
  yield* mapSlices(files, ({ path }, at) => {
    if (kinds[at] === 'picture') pictures.add(withoutEnding(path))
  })
  const rows = yield* mapSlices(files, ({ path }, at): WorkRow[] => {
    const isAnimation = kinds[at] === 'video' && !pictures.has(withoutEnding(path))
    if (kinds[at] !== 'picture' && !isAnimation) return []
    return [
      {
        source: { file: path },
        origin: 'files',
        image: path.slice(topFolder.length),
        traits: [],
        reported: [],
      },
    ]
  })
  return rows.flat()
}

/** Drops names that hold their own id where the creator wants it, and counts them where not. */
function* checkNumbers(
  works: readonly Work[],
  corrections: readonly Correction[],
  notices: Notice[],
): Slices<Work[]> {
  const numbered = new Set<Work>()
  yield* mapSlices(works, (work) => {
    const { name, token_id } = work
    if (name !== null && hasOwnNumber(name, token_id)) numbered.add(work)
  })
  if (corrections.some(({ kind }) => kind === 'drop_numbers')) {
    return works.map((work) => (numbered.has(work) ? { ...work, name: null } : work))
  }
  const [first] = numbered
  if (first?.name) {
    const count = numbered.size
    const sentence = noticeSentences.numbered(count, first.name, first.token_id)
    notices.push({ code: 'numbered', sentence, count })
  }
  return [...works]
}

function askForOrder(
  rows: readonly WorkRow[],
  tokenId: (row: WorkRow) => string | undefined,
  { corrections = [] }: MatchOptions,
  problems: WorkProblem[],
) {
  if (corrections.some(({ kind }) => kind === 'confirm_order')) return
  const sorted = [...rows].sort(
    (one, other) => Number(tokenId(one)) - Number(tokenId(other)),
  )
  const [first] = sorted
  if (!first) return
  const sentence = sentences.orderOfFiles(
    first.image ?? '',
    sorted.at(-1)?.image ?? '',
    rows.length,
  )
  problems.push(
    createProblem('order', { file: '' }, sentence, { fix: { kind: 'confirm_order' } }),
  )
}

function checkCount(
  rows: readonly WorkRow[],
  files: readonly WorkFile[],
  { supply, is_partial = false }: MatchOptions,
  problems: WorkProblem[],
) {
  const source = { file: '' }
  const isEmpty = !files.some(({ path, format }) =>
    ['picture', 'video'].includes(classifyFile(path, format)),
  )
  if (isEmpty) problems.push(createProblem('count', source, sentences.noWorks))
  else if (rows.length > MAX_WORKS) {
    const sentence = sentences.tooManyWorks(rows.length, MAX_WORKS)
    problems.push(createProblem('count', source, sentence))
  } else if (typeof supply === 'number' && supply !== rows.length && !is_partial) {
    const sentence = sentences.supply(rows.length, supply)
    problems.push(createProblem('supply', source, sentence))
  }
}

function compareSources(one: RowSource, other: RowSource): number {
  return compareNaturally(one.file, other.file) || (one.line ?? 0) - (other.line ?? 0)
}

/** Sorts problems by place, gives repeated keys a number and leaves out what is kept. */
function* finishProblems(
  problems: readonly WorkProblem[],
  accepted: readonly string[],
): Slices<WorkProblem[]> {
  const kept = new Set(accepted)
  const seen = new Map<string, number>()
  const sorted = yield* sortSlices(
    problems,
    (one, other) =>
      compareSources(one, other) ||
      compareNaturally(one.key, other.key) ||
      compareNaturally(one.sentence, other.sentence),
  )
  const numbered = yield* mapSlices(sorted, (problem) => {
    const count = (seen.get(problem.key) ?? 0) + 1
    seen.set(problem.key, count)
    return count === 1 ? problem : { ...problem, key: `${problem.key}:${count}` }
  })
  return numbered.filter(({ key, can_keep }) => !(can_keep && kept.has(key)))
}
