import { isDeepStrictEqual } from 'node:util'
import type { FieldProblems } from '@platemark/api/problem'
import type { DraftFields } from '@platemark/api/studio'

/** Texts of a draft, which its co-editors may change. */
const EDITOR_FIELDS: readonly string[] = ['name', 'symbol', 'description', 'links']

/** Returns the problems of changes to fields that only the owner may change. */
export function findOwnersFields(
  stored: DraftFields,
  changes: Partial<DraftFields>,
): FieldProblems {
  const current: Record<string, unknown> = stored
  const refused = Object.entries(changes).filter(
    ([name, value]) =>
      !EDITOR_FIELDS.includes(name) && !isDeepStrictEqual(value, current[name]),
  )
  return Object.fromEntries(
    refused.map(([name]) => [name, ['Only the owner can change this.']]),
  )
}
