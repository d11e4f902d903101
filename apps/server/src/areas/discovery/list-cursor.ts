import { invalidCursor, writeCursor } from '../../http/pagination.ts'
import type { KeyType } from './queries/list-order.ts'
import type { ListCursor } from './queries/lists.ts'

/** Encodes a position in the list named `list` as an opaque cursor. */
export function encodeCursor(list: string, { part, values }: ListCursor): string {
  return writeCursor(JSON.stringify([list, part, ...values]))
}

/**
 * Decodes a cursor of the list named `list`, whose value types `typesOf` returns per
 * segment. Throws `validation_failed` for any other text.
 */
export function decodeCursor(
  cursor: string,
  list: string,
  typesOf: (part: number) => KeyType[] | undefined,
): ListCursor {
  const [name, part, ...values] = decode(cursor)
  if (name !== list || typeof part !== 'number') throw invalidCursor()
  const types = typesOf(part)
  const texts = values.filter((value) => typeof value === 'string')
  const isRight =
    types !== undefined &&
    texts.length === types.length &&
    values.length === types.length &&
    types.every((type, place) => patterns[type].test(texts[place] ?? ''))
  if (!isRight) throw invalidCursor()
  return { part, values: texts }
}

/** Accepts only texts that the database parses as the type. */
const patterns: Record<KeyType, RegExp> = {
  bigint: /^-?\d{1,18}$/,
  numeric: /^-?\d{1,96}(\.\d{1,64})?$/,
  'double precision': /^-?\d{1,12}(\.\d{1,20})?$/,
  time: /^-?\d{1,17}$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
}

function decode(cursor: string): unknown[] {
  const text = Buffer.from(cursor, 'base64url').toString()
  // Only the canonical base64url spelling is accepted, so that a position has one cursor.
  if (writeCursor(text) !== cursor) throw invalidCursor()
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    throw invalidCursor()
  }
}
