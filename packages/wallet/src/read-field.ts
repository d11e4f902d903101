/**
 * Reads a field of a value that a wallet made: undefined where the value has no fields, and where
 * reading throws, as it may for objects of another realm.
 */
export function readField(value: unknown, field: string): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) {
    return undefined
  }
  try {
    return Reflect.get(value, field)
  } catch {
    return undefined
  }
}
