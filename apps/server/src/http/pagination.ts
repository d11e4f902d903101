import type { ReadMeta } from '@platemark/api/collection-reads'
import { MAX_ROW, perPage } from '@platemark/api/lists'
import { Problem } from '@platemark/api/problem'

/** Requested page: by number, by cursor, or the first. */
export type Paging = { page?: number | undefined; cursor?: string | undefined }

/** List that can be read from any position. */
type PageSource<Place, Row> = {
  /** Parses a position; undefined if it is none of this list. */
  decode(cursor: string): Place | undefined
  encode(row: Row): string
  /** Finds the position after `skipped` rows; undefined at the end. */
  find(skipped: number): Promise<Place | undefined> | Place | undefined
  list(from: Place | undefined, limit: number): Promise<Row[]>
}

/**
 * Returns one page of a list and the cursor of the next. Throws `validation_failed` for a
 * cursor of another list.
 */
export async function readPage<Place, Row>(
  { page = 1, cursor }: Paging,
  total: number | null,
  source: PageSource<Place, Row>,
): Promise<{ rows: Row[]; meta: ReadMeta }> {
  const reachable = Math.min(total ?? MAX_ROW, MAX_ROW)
  const meta = {
    page: cursor === undefined ? page : null,
    per_page: perPage,
    total,
    last_page: total === null ? null : Math.max(1, Math.ceil(reachable / perPage)),
    next_cursor: null,
  }
  const skipped = (page - 1) * perPage
  if (skipped >= reachable && skipped > 0) return { rows: [], meta }
  const from = cursor === undefined ? undefined : parseCursor(cursor, source.decode)
  const start = skipped > 0 ? await source.find(skipped) : from
  if (skipped > 0 && start === undefined) return { rows: [], meta }
  const rows = await source.list(start, perPage + 1)
  const next = rows[perPage]
  const next_cursor = next === undefined ? null : writeCursor(source.encode(next))
  return { rows: rows.slice(0, perPage), meta: { ...meta, next_cursor } }
}

/** Encodes a position as a URL-safe cursor. */
export function writeCursor(place: string): string {
  return Buffer.from(place).toString('base64url')
}

/** Decodes a cursor. Throws `validation_failed` if `parse` returns undefined. */
export function parseCursor<Place>(
  cursor: string,
  parse: (place: string) => Place | undefined,
): Place {
  const place = parse(Buffer.from(cursor, 'base64url').toString())
  if (place !== undefined) return place
  throw invalidCursor()
}

export function invalidCursor(): Problem {
  const fields = {
    cursor: ['This cursor is not from this list. Start at the first page.'],
  }
  return new Problem('validation_failed', undefined, { fields })
}
