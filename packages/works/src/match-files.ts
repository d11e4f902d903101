import { mapSlices, type Slices, sortSlices } from '@platemark/rules/slices'
import { type FileIndex, indexFiles, type MatchStage } from './find-file.ts'
import { describeWrongType, notices as noticeSentences, sentences } from './messages.ts'
import { createProblem } from './problem.ts'
import {
  baseName,
  classifyFile,
  compareNaturally,
  fileEnding,
  numberInName,
  withoutEnding,
} from './set-files.ts'
import type {
  MatchOptions,
  Notice,
  WorkFile,
  WorkProblem,
  WorkRow,
} from './work-types.ts'

/** Files of a work; an image is also the poster of an animation. */
export type WorkFiles = { image: WorkFile | null; animation: WorkFile | null }

export type MatchedFiles = {
  files: Map<WorkRow, WorkFiles>
  problems: WorkProblem[]
  notices: Notice[]
}

/** Rows with their token ids as decimals, and all files of the set that systems did not add. */
type MatchInput = {
  rows: readonly WorkRow[]
  files: readonly WorkFile[]
  tokenId(row: WorkRow): string | undefined
  topFolder: string
  options: MatchOptions
}

/**
 * Matches rows to files by name. Rows that name no file at all are matched by id, else by the
 * natural order of the files, which the creator has to confirm.
 */
export function* matchFiles(input: MatchInput): Slices<MatchedFiles> {
  const problems: WorkProblem[] = []
  const { rows, files, topFolder, tokenId, options } = input
  const isNamed = rows.some(
    (row) => row.image !== undefined || row.animation !== undefined,
  )
  const named = isNamed ? rows : yield* nameByIdOrOrder(input, problems)
  const sources = new Map(named.map((row, at) => [row, rows[at] ?? row]))
  const index = yield* indexFiles(files, topFolder)
  const names = named.flatMap(({ image, animation }) => [image ?? '', animation ?? ''])
  yield* index.prepare(names)
  const stages: Stages = { extension: [], folded: [] }
  const matched = new Map<WorkRow, WorkFiles>()
  const context = { index, stages, options, problems }
  yield* mapSlices(named, (row) => {
    const source = sources.get(row) ?? row
    matched.set(source, matchRow(row, tokenId(source), context))
  })
  const notices = describeStages(stages)
  yield* pairVideos(matched, index, notices)
  if (!options.is_partial) yield* reportExtras(matched, files, options, problems)
  return { files: matched, problems, notices }
}

type Stages = Record<Exclude<MatchStage, 'exact'>, [name: string, path: string][]>

type RowContext = {
  index: FileIndex
  stages: Stages
  options: MatchOptions
  problems: WorkProblem[]
}

function matchRow(
  row: WorkRow,
  token_id: string | undefined,
  { index, stages, options, problems }: RowContext,
): WorkFiles {
  const report = (
    code: WorkProblem['code'],
    sentence: string,
    parts: Pick<WorkProblem, 'field'> & { fix?: WorkProblem['fix'] },
  ) => {
    problems.push(createProblem(code, row.source, sentence, { ...parts, token_id }))
    return null
  }
  const find = (name: string, field: 'image' | 'animation'): WorkFile | null => {
    const found = index.find(name, field)
    if (!found) {
      const zeros = row.origin === 'sheet' ? index.findByNumber(name) : undefined
      if (zeros) {
        const sentence = sentences.strippedZeros(name, baseName(zeros.path))
        const fix = { kind: 'use_file', source: row.source, path: zeros.path } as const
        return report('spoiled', sentence, { field, fix })
      }
      const code = field === 'image' ? 'missing_image' : 'missing_animation'
      const shown = baseName(name)
      const sentence = sentences.missingImage(shown, options.origin)
      return report(code, sentence, { field, fix: { kind: 'add_file', name: shown } })
    }
    if ('candidates' in found) {
      const paths = found.candidates.map(({ path }) => path)
      return report('unclear_file', sentences.unclearFile(name, paths), { field })
    }
    const { file, stage } = found
    const kind = classifyFile(file.path, file.format)
    if (kind !== 'picture' && kind !== 'video') {
      const shown = baseName(file.path)
      const wrong = describeWrongType(fileEnding(file.path))
      const sentence = wrong
        ? sentences.wrongType(shown, wrong)
        : sentences.notPicture(shown)
      return report('wrong_type', sentence, {
        field,
        fix: { kind: 'replace_file', path: file.path },
      })
    }
    if (stage !== 'exact' && !row.is_image_implied) stages[stage].push([name, file.path])
    return file
  }
  const isReported = (field: string) => row.reported.includes(field)
  const animation =
    row.animation === undefined || isReported('animation')
      ? null
      : find(row.animation, 'animation')
  if (isReported('image')) return { image: null, animation }
  if (row.image !== undefined && !(row.is_image_implied && animation)) {
    const image = find(row.image, 'image')
    if (!image || !isVideo(image)) return { image, animation }
    return withPoster(animation ?? image)
  }
  if (!animation) {
    if (row.animation === undefined) report('missing_image', sentences.noImage, {})
    return { image: null, animation }
  }
  // An animated picture is its own poster.
  return isVideo(animation) ? withPoster(animation) : { image: animation, animation }

  function withPoster(video: WorkFile): WorkFiles {
    const stem = withoutEnding(video.path)
    const found = index.find(row.is_image_implied ? (row.image ?? stem) : stem, 'image')
    const poster = found && 'file' in found && !isVideo(found.file) ? found.file : null
    if (poster) return { image: poster, animation: video }
    const name = baseName(video.path)
    report('missing_poster', sentences.missingPoster(name), {
      field: 'image',
      fix: { kind: 'add_file', name: `${withoutEnding(name)}.png` },
    })
    return { image: null, animation: video }
  }
}

function isVideo({ path, format }: WorkFile): boolean {
  return classifyFile(path, format) === 'video'
}

function isPicture({ path, format }: WorkFile): boolean {
  return classifyFile(path, format) === 'picture'
}

/** Returns the rows with the names of files by id or, to be confirmed, by natural order. */
function* nameByIdOrOrder(
  { rows, files, tokenId, options }: MatchInput,
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

function describeStages(stages: Stages): Notice[] {
  return (['extension', 'folded'] as const).flatMap((code) => {
    const [first] = stages[code]
    const count = stages[code].length
    return first
      ? [{ code, sentence: noticeSentences[code](count, ...first), count }]
      : []
  })
}

/** Takes a video that no row names and that has the name of one image as its animation. */
function* pairVideos(
  matched: Map<WorkRow, WorkFiles>,
  index: FileIndex,
  notices: Notice[],
): Slices<void> {
  const used = listUsed(matched)
  let count = 0
  yield* mapSlices(matched.values(), (one) => {
    if (!one.image || one.animation) return
    const found = index.find(withoutEnding(one.image.path), 'animation')
    if (!found || !('file' in found)) return
    if (!isVideo(found.file) || used.has(found.file.path)) return
    used.add(found.file.path)
    one.animation = found.file
    count += 1
  })
  if (count === 0) return
  notices.push({ code: 'paired', sentence: noticeSentences.paired(count), count })
}

function listUsed(matched: Map<WorkRow, WorkFiles>): Set<string> {
  return new Set(
    [...matched.values()].flatMap(({ image, animation }) =>
      [image, animation].flatMap((file) => (file ? [file.path] : [])),
    ),
  )
}

/** Reports images, videos and files of wrong types that no row names. */
function* reportExtras(
  matched: Map<WorkRow, WorkFiles>,
  files: readonly WorkFile[],
  { corrections = [] }: MatchOptions,
  problems: WorkProblem[],
): Slices<void> {
  const used = listUsed(matched)
  // A row may have a problem with a file that it names.
  for (const { fix, code } of problems) {
    if (fix?.kind === 'use_file' || fix?.kind === 'replace_file') used.add(fix.path)
    if (code === 'unclear_file' || code === 'columns') return
  }
  for (const correction of corrections) {
    if (correction.kind === 'leave_out') used.add(correction.path)
  }
  yield* mapSlices(files, ({ path, format }) => {
    if (used.has(path)) return
    const kind = classifyFile(path, format)
    if (!['picture', 'video', 'wrong'].includes(kind)) return
    const wrong = kind === 'wrong' ? describeWrongType(fileEnding(path)) : undefined
    const sentence =
      wrong === undefined ? sentences.extraFile(path) : sentences.wrongType(path, wrong)
    const code = wrong === undefined ? 'extra_file' : 'wrong_type'
    const fix = { kind: 'leave_out', path } as const
    problems.push(createProblem(code, { file: path }, sentence, { fix }))
  })
}
