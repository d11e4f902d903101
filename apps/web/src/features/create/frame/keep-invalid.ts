import { type FieldValues, get, set } from 'react-hook-form'
import type * as z from 'zod/mini'
import { isSame } from '../editor/refusals.ts'
import type { Typed } from './typed-values.ts'

/**
 * Returns the texts of a draft that was changed elsewhere, with the invalid ones that were typed
 * here: only those are stored nowhere. `elsewhere` names what the other device stored in their
 * place. A list of rows that both sides changed is the stored one.
 */
export function keepInvalid<Values extends FieldValues>(
  schema: z.ZodMiniType<Values, Values>,
  typed: Pick<Typed<Values>, 'values' | 'stored' | 'elsewhere'>,
  stored: Values,
): Pick<Typed<Values>, 'values' | 'elsewhere'> {
  const values = structuredClone(stored)
  const elsewhere: Record<string, string> = {}
  for (const { path } of schema.safeParse(typed.values).error?.issues ?? []) {
    const name = toFieldName(path)
    const text: unknown = get(typed.values, name)
    const [before, now]: unknown[] = [get(typed.stored, name), get(stored, name)]
    // An empty name, for example, is stored, although it is to be corrected.
    if (isSame(text, before)) continue
    const isChanged = !isSame(before, now)
    if (Array.isArray(text) && isChanged) continue
    set(values, name, text)
    const other = isChanged ? now : typed.elsewhere[name]
    if (typeof other === 'string') elsewhere[name] = other
  }
  return { values, elsewhere }
}

/** Returns the name of the field with an issue; of a row, that of the whole list. */
function toFieldName(path: readonly PropertyKey[]): string {
  const row = path.findIndex((part) => typeof part === 'number')
  return path.slice(0, row < 0 ? path.length : row).join('.')
}
