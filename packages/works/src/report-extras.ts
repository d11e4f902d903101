import { mapSlices, type Slices } from '@platemark/rules/slices'
import { describeWrongType, sentences } from './messages.ts'
import { createProblem } from './problem.ts'
import { classifyFile, fileEnding } from './set-files.ts'
import type {
  MatchOptions,
  WorkFile,
  WorkFiles,
  WorkProblem,
  WorkRow,
} from './work-types.ts'

/** Returns the paths of the files that rows are matched to. */
export function listUsed(matched: Map<WorkRow, WorkFiles>): Set<string> {
  return new Set(
    [...matched.values()].flatMap(({ image, animation }) =>
      [image, animation].flatMap((file) => (file ? [file.path] : [])),
    ),
  )
}

/** Reports images, videos and files of wrong types that no row names. */
export function* reportExtras(
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
