import { type FieldProblems, Problem } from '@platemark/api/problem'
import type { Draft, DraftChanges } from '@platemark/api/studio'

/** Result of an answer for the changes that were sent. */
export type Outcome =
  /** Some fields are refused, with their sentences; the others may be sent again. */
  | { kind: 'refused'; fields: FieldProblems }
  /** The draft has another version; nothing was stored. */
  | { kind: 'conflict'; theirs: Draft }
  /** No answer, or one that a later attempt may change: sent again after `afterMs`. */
  | { kind: 'later'; problem: Problem; afterMs: number | undefined }
  /** Nothing can be stored until the person acts. */
  | { kind: 'stopped'; problem: Problem }

/** Returns what a failed call means for the fields that it carried. */
export function readFailure(error: unknown, sent: DraftChanges): Outcome {
  const problem = error instanceof Problem ? error : new Problem('internal')
  if (problem.code === 'changed_elsewhere') {
    // Safe: the server sends the present draft with this problem.
    return { kind: 'conflict', theirs: problem.data as Draft }
  }
  const fields = fieldsOf(problem, sent)
  if (fields) return { kind: 'refused', fields }
  if (problem.status === 429 || problem.status >= 500) {
    const afterMs = problem.retryAfter && problem.retryAfter * 1000
    return { kind: 'later', problem, afterMs: afterMs || undefined }
  }
  return { kind: 'stopped', problem }
}

/** Problems that concern one field, which the server does not name. */
const fieldOfCode: Partial<Record<Problem['code'], keyof DraftChanges>> = {
  alias_taken: 'alias',
  unknown_chain: 'chain_alias',
  too_many_drafts: 'chain_alias',
}

/** Returns the refused fields; undefined where the problem concerns none that was sent. */
function fieldsOf(problem: Problem, sent: DraftChanges): FieldProblems | undefined {
  const field = fieldOfCode[problem.code]
  if (field) return field in sent ? { [field]: [problem.message] } : undefined
  if (problem.code !== 'validation_failed') return undefined
  const named = Object.entries(problem.fields ?? {})
  const ours = named.filter(([path]) => topField(path) in sent)
  if (ours.length > 0) return Object.fromEntries(ours)
  // A rule between fields names one that was not sent: all that was sent is refused.
  const sentence = named[0]?.[1] ?? [problem.message]
  return Object.fromEntries(Object.keys(sent).map((name) => [name, sentence]))
}

/** Returns the field of a draft to which a path such as `phases.0.start` belongs. */
export function topField(path: string): string {
  return path.split('.')[0] ?? path
}

/** Returns the fields that two versions of a draft have otherwise. */
export function differingFields(one: Draft, other: Draft): (keyof DraftChanges)[] {
  // Safe: the fields of a draft are exactly those of its changes.
  const names = Object.keys(other.fields) as (keyof DraftChanges)[]
  return names.filter((name) => !isSame(one.fields[name], other.fields[name]))
}

/** Compares two values of a field, whatever the order of their keys. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) {
    return one === other
  }
  const [ones, others] = [Object.entries(one), Object.entries(other)]
  // Safe: both are objects, and a missing key is undefined.
  const values = other as Record<string, unknown>
  return (
    Array.isArray(one) === Array.isArray(other) &&
    ones.length === others.length &&
    ones.every(([key, value]) => isSame(value, values[key]))
  )
}
