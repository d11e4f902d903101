import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import {
  type CountedStatement,
  column,
  idColumn,
  type Statement,
} from '../../../database/rows.ts'
import { InvalidLogError } from '../../../indexer/projection.ts'
import type { TokenChange, TokenRange } from '../reducer/change-set.ts'

/** Inserts the tokens of these ranges. */
export function insertRanges(ranges: TokenRange[]): Statement[] {
  if (ranges.length === 0) return []
  const collections = idColumn(ranges, ({ collection_id }) => collection_id)
  return [
    sql`
      insert into tokens (collection_id, token_id, owner)
      select ${collections.id}, token_id, x.owner from unnest(
        ${collections.places},
        ${column('integer', ranges, ({ first_token_id }) => first_token_id)},
        ${column('integer', ranges, ({ quantity }) => quantity)},
        ${column('text', ranges, ({ owner }) => owner)}
      ) as x(place, first, quantity, owner),
        generate_series(x.first, x.first + x.quantity - 1) as token_id`,
  ]
}

/** Deletes the tokens of these ranges. */
export async function deleteRanges(
  transaction: Database,
  ranges: TokenRange[],
): Promise<void> {
  if (ranges.length === 0) return
  await sql`
    delete from tokens t using (
      select x.collection_id, (x.first + place)::numeric as token_id
      from unnest(
        ${column('uuid', ranges, ({ collection_id }) => collection_id)},
        ${column('integer', ranges, ({ first_token_id }) => first_token_id)},
        ${column('integer', ranges, ({ quantity }) => quantity)}
      ) as x(collection_id, first, quantity),
        generate_series(0, x.quantity - 1) as place
    ) as gone
    where t.collection_id = gone.collection_id and t.token_id = gone.token_id
  `.execute(transaction)
}

/**
 * Updates moved tokens, inserts restored ones and deletes burned ones. Moved and burned
 * rows are counted for `assertTokensChanged`.
 */
export function saveTokens(tokens: TokenChange[]): (Statement | CountedStatement)[] {
  const back = tokens.filter(
    ({ previousOwner, owner }) => previousOwner === null && owner !== null,
  )
  const moved = tokens.filter(
    ({ previousOwner, owner }) => previousOwner !== null && owner !== null,
  )
  const burned = tokens.filter(
    ({ previousOwner, owner }) => previousOwner !== null && owner === null,
  )
  const statements: (Statement | CountedStatement)[] = []
  if (back.length > 0) statements.push(restoreTokens(back))
  if (moved.length > 0) statements.push({ counted: moveTokens(moved) })
  if (burned.length > 0) statements.push({ counted: burnTokens(burned) })
  return statements
}

/**
 * Throws `InvalidLogError` if fewer rows were written than tokens changed owner, that is,
 * if a token had another owner.
 */
export function assertTokensChanged(tokens: TokenChange[], written: number): void {
  const expected = tokens.filter(({ previousOwner }) => previousOwner !== null).length
  if (expected !== written) {
    throw new InvalidLogError(
      `Transfer.from is not the owner of every token: got ${written} owned, expected ${expected}`,
    )
  }
}

function restoreTokens(back: TokenChange[]): Statement {
  return sql`
      insert into tokens (collection_id, token_id, owner) select * from unnest(
        ${column('uuid', back, ({ collection_id }) => collection_id)},
        ${column('numeric', back, ({ token_id }) => token_id)},
        ${column('text', back, ({ owner }) => owner)})`
}

function moveTokens(moved: TokenChange[]): Statement {
  const collections = idColumn(moved, ({ collection_id }) => collection_id)
  return sql`
    update tokens t set owner = x.owner from unnest(
      ${collections.places},
      ${column('numeric', moved, ({ token_id }) => token_id)},
      ${column('text', moved, ({ previousOwner }) => previousOwner)},
      ${column('text', moved, ({ owner }) => owner)}
    ) as x(place, token_id, was, owner)
    where t.collection_id = ${collections.id} and t.token_id = x.token_id
      and t.owner = x.was
    returning 1`
}

function burnTokens(burned: TokenChange[]): Statement {
  return sql`
    delete from tokens t using unnest(
      ${column('uuid', burned, ({ collection_id }) => collection_id)},
      ${column('numeric', burned, ({ token_id }) => token_id)},
      ${column('text', burned, ({ previousOwner }) => previousOwner)}
    ) as x(collection_id, token_id, was)
    where t.collection_id = x.collection_id and t.token_id = x.token_id
      and t.owner = x.was
    returning 1`
}
