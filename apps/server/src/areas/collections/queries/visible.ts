import { type RawBuilder, sql } from 'kysely'

/** Columns that decide who sees a collection. */
type Visibility = { visibility: 'shown' | 'hidden'; is_unlisted: boolean }

/**
 * Returns whether a collection is in no list: hidden by its creator, or deployed without
 * this site and not opened by its owner yet.
 *
 * The rule of who finds a collection, which `findCollection` applies to every call and
 * page: everyone by its address, which only people with the link have; by a slug, which
 * can be guessed, its owner alone while it is hidden. So no answer to others contains
 * the slug, and none redirects to it (`shownAlias`). A block is on top of this: see
 * `locateCollection`.
 */
export function isHidden({ visibility, is_unlisted }: Visibility): boolean {
  return visibility === 'hidden' || is_unlisted
}

/** Returns the slug that answers to everyone may contain; null while it is hidden. */
export function shownAlias(row: Visibility & { alias: string | null }): string | null {
  return isHidden(row) ? null : row.alias
}

/**
 * Returns the condition under which a collection `c` is found by a slug, as described at
 * `isHidden`. `owner` is the caller in lower case; null: a visitor.
 */
export function isFoundBySlug(owner: string | null): RawBuilder<boolean> {
  return sql`((c.visibility = 'shown' and not c.is_unlisted) or c.owner = ${owner})`
}
