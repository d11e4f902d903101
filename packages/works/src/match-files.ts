import { mapSlices, type Slices } from '@platemark/rules/slices'
import { type FileIndex, indexFiles, type MatchStage } from './find-file.ts'
import { describeWrongType, notices as noticeSentences, sentences } from './messages.ts'
import { nameByIdOrOrder, type RowsToName } from './name-rows.ts'
import { createProblem } from './problem.ts'
import { listUsed, reportExtras } from './report-extras.ts'
import { baseName, classifyFile, fileEnding, withoutEnding } from './set-files.ts'
import type {
  MatchOptions,
  Notice,
  WorkFile,
  WorkFiles,
  WorkProblem,
  WorkRow,
} from './work-types.ts'

export type MatchedFiles = {
  files: Map<WorkRow, WorkFiles>
  problems: WorkProblem[]
  notices: Notice[]
}

type MatchInput = RowsToName & { topFolder: string }

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
