import { sql } from 'kysely'
import type { Database } from '../../../platform/database.ts'
import { BadLog } from '../../../platform/projection.ts'
import type { ListTerms } from '../../studio/service.ts'
import { type Books, bookKey, type ListedPhase } from '../ledger.ts'
import { column, type Statement, secondsOf } from './rows.ts'

type RowOf<Book> = Book extends Map<string, infer Row> ? Row : never
type Pair = { collection_id: string; owner: string }

export async function listHoldings(
  transaction: Database,
  pairs: Pair[],
): Promise<Books['holdings']> {
  if (pairs.length === 0) return new Map()
  const found = await sql<RowOf<Books['holdings']>>`
    select h.collection_id, h.owner, h.quantity, h.quantity as stored from holdings h
    join ${pairsIn(pairs)} on h.collection_id = x.collection_id and h.owner = x.owner
  `.execute(transaction)
  return new Map(found.rows.map((row) => [bookKey(row.collection_id, row.owner), row]))
}

export async function listMinters(
  transaction: Database,
  pairs: Pair[],
): Promise<Books['minters']> {
  if (pairs.length === 0) return new Map()
  const found = await sql<RowOf<Books['minters']>>`
    select m.collection_id, m.minter, m.quantity, m.last_mint_at, m.quantity as stored
    from minters m
    join ${pairsIn(pairs)} on m.collection_id = x.collection_id and m.minter = x.owner
  `.execute(transaction)
  return new Map(found.rows.map((row) => [bookKey(row.collection_id, row.minter), row]))
}

function pairsIn(pairs: Pair[]) {
  return sql`unnest(
    ${column('uuid', pairs, ({ collection_id }) => collection_id)},
    ${column('text', pairs, ({ owner }) => owner)}) as x(collection_id, owner)`
}

/** The lists with these roots that collections know. */
export async function listLists(
  transaction: Database,
  collectionIds: string[],
  roots: string[],
): Promise<Books['lists']> {
  if (roots.length === 0) return new Map()
  const found = await transaction
    .selectFrom('collection_lists')
    .selectAll()
    .where('collection_id', 'in', collectionIds)
    .where('root', 'in', roots)
    .execute()
  return new Map(
    found.map(({ collection_id, root, ...list }) => [
      bookKey(collection_id, root),
      { collection_id, root, list },
    ]),
  )
}

/** Phases of the lists that were published here, by root. */
export async function listListedPhases(
  transaction: Database,
  roots: string[],
): Promise<Map<string, ListedPhase[]>> {
  if (roots.length === 0) return new Map()
  const found = await transaction
    .selectFrom('lists')
    .select(['root', 'terms'])
    .where('root', 'in', roots)
    .execute()
  return new Map(
    found.map(({ root, terms }) => {
      // Safe: the studio writes this column, and only in this shape.
      const { phases } = terms as unknown as ListTerms
      const listed = phases.map(({ start, end, ...phase }) => ({
        ...phase,
        starts_at: new Date(start),
        ends_at: new Date(end),
      }))
      return [root, listed]
    }),
  )
}

/**
 * Writes what books say besides tokens and mints, which differ in both directions: rows of
 * quantity 0 and lists that are null are no rows.
 */
export function saveBooks(books: Books): Statement[] {
  return [
    ...saveHoldings([...books.holdings.values()]),
    ...saveMinters([...books.minters.values()]),
    ...saveLists([...books.lists.values()]),
  ]
}

/** Makes rows of the tokens of these runs. */
export function insertRuns(runs: Books['runs']): Statement[] {
  if (runs.length === 0) return []
  return [
    sql`
      insert into tokens (collection_id, token_id, owner)
      select x.collection_id, x.first + place, x.owner from unnest(
        ${column('uuid', runs, ({ collection_id }) => collection_id)},
        ${column('integer', runs, ({ first_token_id }) => first_token_id)},
        ${column('integer', runs, ({ quantity }) => quantity)},
        ${column('text', runs, ({ owner }) => owner)}
      ) as x(collection_id, first, quantity, owner),
        generate_series(0, x.quantity - 1) as place`,
  ]
}

/** Takes away the rows of the tokens of these runs. */
export async function deleteRuns(
  transaction: Database,
  runs: Books['runs'],
): Promise<void> {
  if (runs.length === 0) return
  await sql`
    delete from tokens t using (
      select x.collection_id, (x.first + place)::numeric as token_id
      from unnest(
        ${column('uuid', runs, ({ collection_id }) => collection_id)},
        ${column('integer', runs, ({ first_token_id }) => first_token_id)},
        ${column('integer', runs, ({ quantity }) => quantity)}
      ) as x(collection_id, first, quantity),
        generate_series(0, x.quantity - 1) as place
    ) as gone
    where t.collection_id = gone.collection_id and t.token_id = gone.token_id
  `.execute(transaction)
}

/**
 * Moves tokens, makes rows of those that come back, and takes away those that were burned.
 * Throws `BadLog` when one was not whose it was said to be.
 */
export async function saveTokens(transaction: Database, books: Books): Promise<void> {
  const tokens = [...books.tokens.values()]
  await restoreTokens(
    transaction,
    tokens.filter(({ was, owner }) => was === null && owner !== null),
  )
  await moveTokens(
    transaction,
    tokens.filter(({ was, owner }) => was !== null && owner !== null),
  )
  await burnTokens(
    transaction,
    tokens.filter(({ was, owner }) => was !== null && owner === null),
  )
}

type TokenRow = RowOf<Books['tokens']>

async function restoreTokens(transaction: Database, back: TokenRow[]): Promise<void> {
  if (back.length === 0) return
  await sql`
    insert into tokens (collection_id, token_id, owner) select * from unnest(
      ${column('uuid', back, ({ collection_id }) => collection_id)},
      ${column('numeric', back, ({ token_id }) => token_id)},
      ${column('text', back, ({ owner }) => owner)})`.execute(transaction)
}

async function moveTokens(transaction: Database, moved: TokenRow[]): Promise<void> {
  if (moved.length === 0) return
  const { numAffectedRows } = await sql`
    update tokens t set owner = x.owner from unnest(
      ${column('uuid', moved, ({ collection_id }) => collection_id)},
      ${column('numeric', moved, ({ token_id }) => token_id)},
      ${column('text', moved, ({ was }) => was)},
      ${column('text', moved, ({ owner }) => owner)}
    ) as x(collection_id, token_id, was, owner)
    where t.collection_id = x.collection_id and t.token_id = x.token_id
      and t.owner = x.was`.execute(transaction)
  requireAll(moved.length, Number(numAffectedRows))
}

async function burnTokens(transaction: Database, burned: TokenRow[]): Promise<void> {
  if (burned.length === 0) return
  const { numAffectedRows } = await sql`
    delete from tokens t using unnest(
      ${column('uuid', burned, ({ collection_id }) => collection_id)},
      ${column('numeric', burned, ({ token_id }) => token_id)},
      ${column('text', burned, ({ was }) => was)}
    ) as x(collection_id, token_id, was)
    where t.collection_id = x.collection_id and t.token_id = x.token_id
      and t.owner = x.was`.execute(transaction)
  requireAll(burned.length, Number(numAffectedRows))
}

function requireAll(told: number, found: number): void {
  if (told !== found) throw new BadLog('Somebody gave away a token of another owner.')
}

function saveHoldings(holdings: RowOf<Books['holdings']>[]): Statement[] {
  const { born, kept, gone } = sorted(holdings)
  const statements: Statement[] = []
  if (born.length > 0) {
    statements.push(sql`
      insert into holdings (collection_id, owner, quantity)
      select x.collection_id, x.owner, x.quantity from ${quantitiesIn(born)}`)
  }
  const changed = kept.filter(({ quantity, stored }) => quantity !== stored)
  if (changed.length > 0) {
    statements.push(sql`
      update holdings h set quantity = x.quantity from ${quantitiesIn(changed)}
      where h.collection_id = x.collection_id and h.owner = x.owner`)
  }
  if (gone.length > 0) {
    statements.push(sql`
      delete from holdings h using ${pairsIn(gone)}
      where h.collection_id = x.collection_id and h.owner = x.owner`)
  }
  return statements
}

function quantitiesIn(holdings: RowOf<Books['holdings']>[]) {
  return sql`unnest(
    ${column('uuid', holdings, ({ collection_id }) => collection_id)},
    ${column('text', holdings, ({ owner }) => owner)},
    ${column('bigint', holdings, ({ quantity }) => quantity)}
  ) as x(collection_id, owner, quantity)`
}

function saveMinters(minters: RowOf<Books['minters']>[]): Statement[] {
  const { born, kept, gone } = sorted(minters)
  const statements: Statement[] = []
  if (born.length > 0) {
    statements.push(sql`
      insert into minters (collection_id, minter, quantity, last_mint_at)
      select x.collection_id, x.minter, x.quantity, to_timestamp(x.seconds)
      from ${mintedIn(born)}`)
  }
  if (kept.length > 0) {
    statements.push(sql`
      update minters m set quantity = x.quantity, last_mint_at = to_timestamp(x.seconds)
      from ${mintedIn(kept)}
      where m.collection_id = x.collection_id and m.minter = x.minter`)
  }
  if (gone.length > 0) {
    const pairs = gone.map(({ collection_id, minter }) => ({
      collection_id,
      owner: minter,
    }))
    statements.push(sql`
      delete from minters m using ${pairsIn(pairs)}
      where m.collection_id = x.collection_id and m.minter = x.owner`)
  }
  return statements
}

function mintedIn(minters: RowOf<Books['minters']>[]) {
  return sql`unnest(
    ${column('uuid', minters, ({ collection_id }) => collection_id)},
    ${column('text', minters, ({ minter }) => minter)},
    ${column('bigint', minters, ({ quantity }) => quantity)},
    ${column('double precision', minters, ({ last_mint_at }) => secondsOf(last_mint_at))}
  ) as x(collection_id, minter, quantity, seconds)`
}

/** Rows that are to be made, that stay, and that go: inserts and updates are quicker apart. */
function sorted<Row extends { quantity: number; stored: number }>(found: Row[]) {
  return {
    born: found.filter(({ quantity, stored }) => quantity > 0 && stored === 0),
    kept: found.filter(({ quantity, stored }) => quantity > 0 && stored > 0),
    gone: found.filter(({ quantity, stored }) => quantity <= 0 && stored > 0),
  }
}

function saveLists(lists: RowOf<Books['lists']>[]): Statement[] {
  const kept = lists.flatMap(({ collection_id, root, list }) =>
    list ? [{ collection_id, root, ...list }] : [],
  )
  const gone = lists.filter(({ list }) => !list)
  const statements: Statement[] = []
  if (kept.length > 0) {
    statements.push(sql`
      insert into collection_lists (collection_id, root, content_hash, block_number, ends_at)
      select x.collection_id, x.root, x.content_hash, x.block_number,
        to_timestamp(x.ends)
      from unnest(
        ${column('uuid', kept, ({ collection_id }) => collection_id)},
        ${column('text', kept, ({ root }) => root)},
        ${column('text', kept, ({ content_hash }) => content_hash)},
        ${column('bigint', kept, ({ block_number }) => block_number)},
        ${column('double precision', kept, ({ ends_at }) => ends_at && secondsOf(ends_at))}
      ) as x(collection_id, root, content_hash, block_number, ends)
      on conflict (collection_id, root) do update set
        content_hash = excluded.content_hash, block_number = excluded.block_number,
        ends_at = excluded.ends_at`)
  }
  if (gone.length > 0) {
    statements.push(sql`
      delete from collection_lists l using unnest(
        ${column('uuid', gone, ({ collection_id }) => collection_id)},
        ${column('text', gone, ({ root }) => root)}
      ) as x(collection_id, root)
      where l.collection_id = x.collection_id and l.root = x.root`)
  }
  return statements
}

/** Writes these mints. */
export function insertMints(chainId: number, mints: Books['mints']): Statement[] {
  if (mints.length === 0) return []
  return [
    sql`
    insert into mints (chain_id, block_number, log_index, collection_id, minter, phase_id,
      quantity, price_wei, referrer, tx_hash, time)
    select ${chainId}::bigint, x.block_number, x.log_index, x.collection_id, x.minter,
      x.phase_id, x.quantity, x.price_wei, x.referrer, x.tx_hash, to_timestamp(x.seconds)
    from unnest(
      ${column('bigint', mints, ({ block_number }) => block_number)},
      ${column('integer', mints, ({ log_index }) => log_index)},
      ${column('uuid', mints, ({ collection_id }) => collection_id)},
      ${column('text', mints, ({ minter }) => minter)},
      ${column('integer', mints, ({ phase_id }) => phase_id)},
      ${column('bigint', mints, ({ quantity }) => quantity)},
      ${column('numeric', mints, ({ price_wei }) => price_wei)},
      ${column('text', mints, ({ referrer }) => referrer)},
      ${column('text', mints, ({ tx_hash }) => tx_hash)},
      ${column('double precision', mints, ({ time }) => secondsOf(time))}
    ) as x(block_number, log_index, collection_id, minter, phase_id, quantity, price_wei,
      referrer, tx_hash, seconds)`,
  ]
}
