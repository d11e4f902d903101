import { type FieldProblems, Problem } from '@platemark/api/problem'

/** Throws a problem with what is wrong with fields; nothing where there are none. */
export function refuseFields(
  fields: FieldProblems,
  code: 'validation_failed' | 'draft_incomplete' = 'validation_failed',
): void {
  if (Object.keys(fields).length > 0) throw new Problem(code, undefined, { fields })
}
