import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { column, idColumn, type Statement, toSeconds } from '../../../database/rows.ts'
import type { ListTerms } from '../../studio/service.ts'
import {
  allRows,
  type ChangeSet,
  type HoldingRow,
  type ListChange,
  type MinterRow,
  type MintRow,
  putRow,
} from '../reducer/change-set.ts'
import type { ListPhase } from '../reducer/collection-state.ts'

type Pair = { collection_id: string; owner: string }

const collectionOf = ({ collection_id }: { collection_id: string }) => collection_id

export async function loadHoldings(
  transaction: Database,
  pairs: Pair[],
): Promise<ChangeSet['holdings']> {
  const holdings: ChangeSet['holdings'] = new Map()
  if (pairs.length === 0) return holdings
  const found = await sql<Numbered & { quantity: number }>`
    select x.number, h.quantity from holdings h
    join ${pairsIn(pairs)} on h.collection_id = x.collection_id and h.owner = x.owner
  `.execute(transaction)
  for (const { number, quantity } of found.rows) {
    const { collection_id, owner } = pairAt(pairs, number)
    const row = { collection_id, owner, quantity, previous: quantity }
    putRow(holdings, collection_id, owner, row)
  }
  return holdings
}

export async function loadMinters(
  transaction: Database,
  pairs: Pair[],
): Promise<ChangeSet['minters']> {
  const minters: ChangeSet['minters'] = new Map()
  if (pairs.length === 0) return minters
  const found = await sql<Numbered & { quantity: number; last_mint_at: Date }>`
    select x.number, m.quantity, m.last_mint_at from minters m
    join ${pairsIn(pairs)} on m.collection_id = x.collection_id and m.minter = x.owner
  `.execute(transaction)
  for (const { number, quantity, last_mint_at } of found.rows) {
    const { collection_id, owner: minter } = pairAt(pairs, number)
    const row = { collection_id, minter, quantity, last_mint_at, previous: quantity }
    putRow(minters, collection_id, minter, row)
  }
  return minters
}

/** Index of the pair (1-based); cheaper to return than the pair itself. */
type Numbered = { number: number }

function pairAt(pairs: Pair[], number: number): Pair {
  const pair = pairs[number - 1]
  if (!pair)
    throw new Error(
      `row number is out of range: got ${number}, expected at most ${pairs.length}`,
    )
  return pair
}

function pairsIn(pairs: Pair[]) {
  const collections = idColumn(pairs, collectionOf)
  return sql`(
    select ${collections.id} as collection_id, x.owner, x.number from unnest(
      ${collections.places},
      ${column('text', pairs, ({ owner }) => owner)}
    ) with ordinality as x(place, owner, number)
  ) as x`
}

/** Loads the collections' lists with these roots. */
export async function loadLists(
  transaction: Database,
  collectionIds: string[],
  roots: string[],
): Promise<ChangeSet['lists']> {
  if (roots.length === 0) return new Map()
  const found = await transaction
    .selectFrom('collection_lists')
    .selectAll()
    .where('collection_id', 'in', collectionIds)
    .where('root', 'in', roots)
    .execute()
  const lists: ChangeSet['lists'] = new Map()
  for (const { collection_id, root, ...list } of found) {
    putRow(lists, collection_id, root, { collection_id, root, list })
  }
  return lists
}

/** Loads the phases of lists published here, by root. */
export async function loadListPhases(
  transaction: Database,
  roots: string[],
): Promise<Map<string, ListPhase[]>> {
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
 * Writes the holdings, minters and lists of a change set; mints and tokens are written
 * elsewhere. Rows of quantity 0 and null lists are deleted.
 */
export function saveChangeSet(changes: ChangeSet): Statement[] {
  return [
    ...saveHoldings(allRows(changes.holdings)),
    ...saveMinters(allRows(changes.minters)),
    ...saveLists(allRows(changes.lists)),
  ]
}

function saveHoldings(holdings: HoldingRow[]): Statement[] {
  const { inserts, updates, deletes } = splitChanges(holdings)
  const statements: Statement[] = []
  if (inserts.length > 0) {
    statements.push(sql`
      insert into holdings (collection_id, owner, quantity)
      select x.collection_id, x.owner, x.quantity from ${quantitiesIn(inserts)}`)
  }
  const changed = updates.filter(({ quantity, previous }) => quantity !== previous)
  if (changed.length > 0) {
    statements.push(sql`
      update holdings h set quantity = x.quantity from ${quantitiesIn(changed)}
      where h.collection_id = x.collection_id and h.owner = x.owner`)
  }
  if (deletes.length > 0) {
    statements.push(sql`
      delete from holdings h using ${pairsIn(deletes)}
      where h.collection_id = x.collection_id and h.owner = x.owner`)
  }
  return statements
}

function quantitiesIn(holdings: HoldingRow[]) {
  const collections = idColumn(holdings, collectionOf)
  return sql`(
    select ${collections.id} as collection_id, x.owner, x.quantity from unnest(
      ${collections.places},
      ${column('text', holdings, ({ owner }) => owner)},
      ${column('bigint', holdings, ({ quantity }) => quantity)}
    ) as x(place, owner, quantity)
  ) as x`
}

function saveMinters(minters: MinterRow[]): Statement[] {
  const { inserts, updates, deletes } = splitChanges(minters)
  const statements: Statement[] = []
  if (inserts.length > 0) {
    statements.push(sql`
      insert into minters (collection_id, minter, quantity, last_mint_at)
      select x.collection_id, x.minter, x.quantity, to_timestamp(x.seconds)
      from ${mintedIn(inserts)}`)
  }
  if (updates.length > 0) {
    statements.push(sql`
      update minters m set quantity = x.quantity, last_mint_at = to_timestamp(x.seconds)
      from ${mintedIn(updates)}
      where m.collection_id = x.collection_id and m.minter = x.minter`)
  }
  if (deletes.length > 0) {
    const pairs = deletes.map(({ collection_id, minter }) => ({
      collection_id,
      owner: minter,
    }))
    statements.push(sql`
      delete from minters m using ${pairsIn(pairs)}
      where m.collection_id = x.collection_id and m.minter = x.owner`)
  }
  return statements
}

function mintedIn(minters: MinterRow[]) {
  const collections = idColumn(minters, collectionOf)
  return sql`(
    select ${collections.id} as collection_id, x.minter, x.quantity, x.seconds from unnest(
      ${collections.places},
      ${column('text', minters, ({ minter }) => minter)},
      ${column('bigint', minters, ({ quantity }) => quantity)},
      ${column('double precision', minters, ({ last_mint_at }) => toSeconds(last_mint_at))}
    ) as x(place, minter, quantity, seconds)
  ) as x`
}

/** Splits rows into inserts, updates and deletes: separate statements are faster. */
function splitChanges<Row extends { quantity: number; previous: number }>(found: Row[]) {
  return {
    inserts: found.filter(({ quantity, previous }) => quantity > 0 && previous === 0),
    updates: found.filter(({ quantity, previous }) => quantity > 0 && previous > 0),
    deletes: found.filter(({ quantity, previous }) => quantity <= 0 && previous > 0),
  }
}

function saveLists(lists: ListChange[]): Statement[] {
  const updates = lists.flatMap(({ collection_id, root, list }) =>
    list ? [{ collection_id, root, ...list }] : [],
  )
  const deletes = lists.filter(({ list }) => !list)
  const statements: Statement[] = []
  if (updates.length > 0) {
    statements.push(sql`
      insert into collection_lists (collection_id, root, content_hash, block_number, ends_at)
      select x.collection_id, x.root, x.content_hash, x.block_number,
        to_timestamp(x.ends)
      from unnest(
        ${column('uuid', updates, ({ collection_id }) => collection_id)},
        ${column('text', updates, ({ root }) => root)},
        ${column('text', updates, ({ content_hash }) => content_hash)},
        ${column('bigint', updates, ({ block_number }) => block_number)},
        ${column('double precision', updates, ({ ends_at }) => ends_at && toSeconds(ends_at))}
      ) as x(collection_id, root, content_hash, block_number, ends)
      on conflict (collection_id, root) do update set
        content_hash = excluded.content_hash, block_number = excluded.block_number,
        ends_at = excluded.ends_at`)
  }
  if (deletes.length > 0) {
    statements.push(sql`
      delete from collection_lists l using unnest(
        ${column('uuid', deletes, ({ collection_id }) => collection_id)},
        ${column('text', deletes, ({ root }) => root)}
      ) as x(collection_id, root)
      where l.collection_id = x.collection_id and l.root = x.root`)
  }
  return statements
}

/** Inserts mints. */
export function insertMints(chainId: number, mints: MintRow[]): Statement[] {
  if (mints.length === 0) return []
  const collections = idColumn(mints, collectionOf)
  return [
    sql`
    insert into mints (chain_id, block_number, log_index, collection_id, minter, phase_id,
      quantity, price_wei, referrer, tx_hash, time)
    select ${chainId}::bigint, x.block_number, x.log_index, ${collections.id}, x.minter,
      x.phase_id, x.quantity, x.price_wei, x.referrer, x.tx_hash, to_timestamp(x.seconds)
    from unnest(
      ${column('bigint', mints, ({ block_number }) => block_number)},
      ${column('integer', mints, ({ log_index }) => log_index)},
      ${collections.places},
      ${column('text', mints, ({ minter }) => minter)},
      ${column('integer', mints, ({ phase_id }) => phase_id)},
      ${column('bigint', mints, ({ quantity }) => quantity)},
      ${column('numeric', mints, ({ price_wei }) => price_wei)},
      ${column('text', mints, ({ referrer }) => referrer)},
      ${column('text', mints, ({ tx_hash }) => tx_hash)},
      ${column('double precision', mints, ({ time }) => toSeconds(time))}
    ) as x(block_number, log_index, place, minter, phase_id, quantity, price_wei,
      referrer, tx_hash, seconds)`,
  ]
}
