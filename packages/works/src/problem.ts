import type { ProblemCode } from './messages.ts'
import type { RowSource, WorkFix, WorkProblem } from './work-types.ts'

type ProblemParts = {
  field?: string | undefined
  token_id?: string | undefined
  fix?: WorkFix | undefined
  can_keep?: boolean
  /** Value that is kept, such as the hash of a file: another one is asked about again. */
  subject?: string | undefined
}

/** Returns a problem with its key, without fields that are undefined. */
export function createProblem(
  code: ProblemCode,
  { file, line }: RowSource,
  sentence: string,
  { field, token_id, fix, can_keep = false, subject }: ProblemParts = {},
): WorkProblem {
  return {
    key: [code, file, line ?? '', field ?? '', ...(subject ? [subject] : [])].join(':'),
    code,
    file,
    ...(line !== undefined && { line }),
    ...(field !== undefined && { field }),
    ...(token_id !== undefined && { token_id }),
    sentence,
    ...(fix && { fix }),
    can_keep,
  }
}
