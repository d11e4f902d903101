import { type Insertable, sql } from 'kysely'
import type { Address } from 'viem'
import type { Database } from '../../../platform/database.ts'
import type { Tables } from '../../../tables.ts'
import type { ListTerms } from '../../studio/service.ts'
import type { Happening } from '../happenings.ts'
import { type Account, type Books, bookKey, type ListedPhase } from '../ledger.ts'

// Many rows travel as one JSON parameter: a statement takes 65,535 parameters at most, and
// the plan is the same for one row and a thousand.
const rows = (values: unknown[]) => sql`${JSON.stringify(values)}::text::jsonb`

export async function listAddresses(
  database: Database,
  chainId: number,
): Promise<Address[]> {
  const found = await database
    .selectFrom('collections')
    .select('address')
    .where('chain_id', '=', chainId)
    .execute()
  return found.map(({ address }) => asAddress(address))
}

/** Places of the events that are stored in these blocks, as `block logIndex`. */
export async function findEventKeys(
  database: Database,
  chainId: number,
  fromBlock: number,
  toBlock: number,
): Promise<Set<string>> {
  const found = await database
    .selectFrom('events')
    .select(['block_number', 'log_index'])
    .where('chain_id', '=', chainId)
    .where('block_number', '>=', fromBlock)
    .where('block_number', '<=', toBlock)
    .execute()
  return new Set(found.map((row) => `${row.block_number} ${row.log_index}`))
}

export async function insertCollection(
  transaction: Database,
  collection: Insertable<Tables['collections']>,
): Promise<void> {
  await transaction.insertInto('collections').values(collection).execute()
}

/** What is kept of these collections, ready to be carried on; unknown addresses are left out. */
export async function listAccounts(
  transaction: Database,
  chainId: number,
  addresses: Address[],
): Promise<Map<Address, Account>> {
  if (addresses.length === 0) return new Map()
  const found = await transaction
    .selectFrom('collections')
    .select([
      'id',
      'address',
      'creator',
      'owner',
      'max_supply',
      'minted',
      'burned',
      'holders',
      'unique_minters',
      'volume_wei',
      'royalty_bps',
      'is_paused',
      'is_cap_frozen',
      'is_metadata_frozen',
    ])
    .where('chain_id', '=', chainId)
    .where('address', 'in', addresses)
    .execute()
  const accounts = new Map<Address, Account>()
  const byId = new Map<string, Account>()
  for (const { address, volume_wei, ...row } of found) {
    const account = { ...row, volume_wei: BigInt(volume_wei), phases: new Map() }
    accounts.set(asAddress(address), account)
    byId.set(row.id, account)
  }
  if (byId.size === 0) return accounts

  const phases = await transaction
    .selectFrom('phases')
    .selectAll()
    .where('collection_id', 'in', [...byId.keys()])
    .execute()
  for (const { collection_id, phase_id, ...phase } of phases) {
    byId.get(collection_id)?.phases.set(phase_id, phase)
  }
  return accounts
}

export async function saveAccounts(transaction: Database, accounts: Account[]) {
  if (accounts.length === 0) return
  const values = accounts.map(({ phases: _, volume_wei, ...account }) => ({
    ...account,
    volume_wei: volume_wei.toString(),
  }))
  await sql`
    update collections c set
      owner = x.owner, max_supply = x.max_supply, minted = x.minted, burned = x.burned,
      holders = x.holders, unique_minters = x.unique_minters, volume_wei = x.volume_wei,
      royalty_bps = x.royalty_bps, is_paused = x.is_paused,
      is_cap_frozen = x.is_cap_frozen, is_metadata_frozen = x.is_metadata_frozen
    from jsonb_to_recordset(${rows(values)}) as x(
      id uuid, owner text, max_supply bigint, minted bigint, burned bigint, holders bigint,
      unique_minters bigint, volume_wei numeric, royalty_bps integer, is_paused boolean,
      is_cap_frozen boolean, is_metadata_frozen boolean)
    where c.id = x.id`.execute(transaction)

  const phases = accounts.flatMap(({ id, phases }) =>
    [...phases].map(([phase_id, phase]) => ({ collection_id: id, phase_id, ...phase })),
  )
  if (phases.length === 0) return
  await sql`
    insert into phases (collection_id, phase_id, kind, title, starts_at, ends_at, price_wei,
      max_per_wallet, max_supply, minted, list_root)
    select * from jsonb_to_recordset(${rows(phases)}) as x(
      collection_id uuid, phase_id integer, kind text, title text, starts_at timestamptz,
      ends_at timestamptz, price_wei numeric, max_per_wallet integer, max_supply bigint,
      minted bigint, list_root text)
    on conflict (collection_id, phase_id) do update set
      kind = excluded.kind, title = excluded.title, starts_at = excluded.starts_at,
      ends_at = excluded.ends_at, price_wei = excluded.price_wei,
      max_per_wallet = excluded.max_per_wallet, max_supply = excluded.max_supply,
      minted = excluded.minted, list_root = excluded.list_root`.execute(transaction)
}

type Pair = { collection_id: string; owner: string }

export async function listHoldings(
  transaction: Database,
  pairs: Pair[],
): Promise<Books['holdings']> {
  if (pairs.length === 0) return new Map()
  const found = await sql<Pair & { quantity: number }>`
    select h.collection_id, h.owner, h.quantity from holdings h
    join jsonb_to_recordset(${rows(pairs)}) as x(collection_id uuid, owner text)
      on h.collection_id = x.collection_id and h.owner = x.owner`.execute(transaction)
  return new Map(found.rows.map((row) => [bookKey(row.collection_id, row.owner), row]))
}

export async function listMinters(
  transaction: Database,
  pairs: Pair[],
): Promise<Books['minters']> {
  if (pairs.length === 0) return new Map()
  const found = await sql<Books['minters'] extends Map<string, infer Row> ? Row : never>`
    select m.collection_id, m.minter, m.quantity, m.last_mint_at from minters m
    join jsonb_to_recordset(${rows(pairs)}) as x(collection_id uuid, owner text)
      on m.collection_id = x.collection_id and m.minter = x.owner`.execute(transaction)
  return new Map(found.rows.map((row) => [bookKey(row.collection_id, row.minter), row]))
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

export async function saveBooks(
  transaction: Database,
  chainId: number,
  books: Books,
): Promise<void> {
  await saveTokens(transaction, [...books.tokens.values()])
  await saveHoldings(transaction, [...books.holdings.values()])
  await saveMinters(transaction, [...books.minters.values()])
  await saveMints(transaction, chainId, books.mints)
  for (const list of books.lists) {
    await transaction
      .insertInto('collection_lists')
      .values(list)
      .onConflict((conflict) =>
        conflict
          .columns(['collection_id', 'root'])
          .doUpdateSet({ ...list, ends_at: null }),
      )
      .execute()
  }
  for (const { collection_id, root, ends_at } of books.listEnds) {
    await transaction
      .updateTable('collection_lists')
      .set({ ends_at })
      .where('collection_id', '=', collection_id)
      .where('root', '=', root)
      .execute()
  }
}

async function saveTokens(
  transaction: Database,
  tokens: Books['tokens'] extends Map<string, infer Row> ? Row[] : never,
): Promise<void> {
  const born = tokens.flatMap(({ minted, owner, ...token }) =>
    minted && owner
      ? [{ ...token, owner, minted_at: minted.at, mint_tx: minted.transaction }]
      : [],
  )
  if (born.length > 0) {
    await sql`
      insert into tokens (collection_id, token_id, owner, minted_at, mint_tx)
      select * from jsonb_to_recordset(${rows(born)}) as x(
        collection_id uuid, token_id numeric, owner text, minted_at timestamptz,
        mint_tx text)
      on conflict (collection_id, token_id) do update set
        owner = excluded.owner, minted_at = excluded.minted_at,
        mint_tx = excluded.mint_tx`.execute(transaction)
  }
  const moved = tokens.filter(({ minted, owner }) => !minted && owner !== null)
  if (moved.length > 0) {
    await sql`
      update tokens t set owner = x.owner
      from jsonb_to_recordset(${rows(moved)}) as x(
        collection_id uuid, token_id numeric, owner text)
      where t.collection_id = x.collection_id and t.token_id = x.token_id`.execute(
      transaction,
    )
  }
  const burned = tokens.filter(({ minted, owner }) => !minted && owner === null)
  if (burned.length > 0) {
    await sql`
      delete from tokens t
      using jsonb_to_recordset(${rows(burned)}) as x(collection_id uuid, token_id numeric)
      where t.collection_id = x.collection_id and t.token_id = x.token_id`.execute(
      transaction,
    )
  }
}

async function saveHoldings(
  transaction: Database,
  holdings: Books['holdings'] extends Map<string, infer Row> ? Row[] : never,
): Promise<void> {
  const kept = holdings.filter(({ quantity }) => quantity > 0)
  if (kept.length > 0) {
    await sql`
      insert into holdings (collection_id, owner, quantity)
      select * from jsonb_to_recordset(${rows(kept)}) as x(
        collection_id uuid, owner text, quantity bigint)
      on conflict (collection_id, owner) do update set
        quantity = excluded.quantity`.execute(transaction)
  }
  const gone = holdings.filter(({ quantity }) => quantity <= 0)
  if (gone.length > 0) {
    await sql`
      delete from holdings h
      using jsonb_to_recordset(${rows(gone)}) as x(collection_id uuid, owner text)
      where h.collection_id = x.collection_id and h.owner = x.owner`.execute(transaction)
  }
}

async function saveMinters(
  transaction: Database,
  minters: Books['minters'] extends Map<string, infer Row> ? Row[] : never,
): Promise<void> {
  if (minters.length === 0) return
  await sql`
    insert into minters (collection_id, minter, quantity, last_mint_at)
    select * from jsonb_to_recordset(${rows(minters)}) as x(
      collection_id uuid, minter text, quantity bigint, last_mint_at timestamptz)
    on conflict (collection_id, minter) do update set
      quantity = excluded.quantity, last_mint_at = excluded.last_mint_at`.execute(
    transaction,
  )
}

async function saveMints(transaction: Database, chainId: number, mints: Books['mints']) {
  if (mints.length === 0) return
  await sql`
    insert into mints (chain_id, block_number, log_index, collection_id, minter, phase_id,
      quantity, price_wei, referrer, tx_hash, time)
    select ${chainId}::bigint, x.* from jsonb_to_recordset(${rows(mints)}) as x(
      block_number bigint, log_index integer, collection_id uuid, minter text,
      phase_id integer, quantity bigint, price_wei numeric, referrer text, tx_hash text,
      time timestamptz)
    on conflict (chain_id, block_number, log_index) do nothing`.execute(transaction)
}

export async function insertEvents(
  transaction: Database,
  chainId: number,
  accounts: Map<Address, Account>,
  happenings: Happening[],
): Promise<void> {
  const values = happenings.map((happening) => ({
    block_number: happening.block,
    log_index: happening.logIndex,
    collection_id: accounts.get(happening.collection)?.id,
    kind: happening.kind,
    facts: happening.facts,
    tx_hash: happening.transaction,
    time: happening.time,
  }))
  if (values.length === 0) return
  await sql`
    insert into events (chain_id, block_number, log_index, collection_id, kind, facts,
      tx_hash, time)
    select ${chainId}::bigint, x.* from jsonb_to_recordset(${rows(values)}) as x(
      block_number bigint, log_index integer, collection_id uuid, kind text, facts jsonb,
      tx_hash text, time timestamptz)
    on conflict (chain_id, block_number, log_index) do nothing`.execute(transaction)
}

/** Collections that something happened to above `blockNumber`, made before it. */
export async function listCollectionsAbove(
  transaction: Database,
  chainId: number,
  blockNumber: number,
): Promise<Address[]> {
  const found = await transaction
    .selectFrom('events')
    .innerJoin('collections', 'collections.id', 'events.collection_id')
    .select('collections.address')
    .distinct()
    .where('events.chain_id', '=', chainId)
    .where('events.block_number', '>', blockNumber)
    .where('collections.created_block', '<=', blockNumber)
    .execute()
  return found.map(({ address }) => asAddress(address))
}

export async function deleteCollectionsAbove(
  transaction: Database,
  chainId: number,
  blockNumber: number,
): Promise<void> {
  await transaction
    .deleteFrom('collections')
    .where('chain_id', '=', chainId)
    .where('created_block', '>', blockNumber)
    .execute()
}

export async function deleteEventsAbove(
  transaction: Database,
  chainId: number,
  blockNumber: number,
): Promise<void> {
  await transaction
    .deleteFrom('events')
    .where('chain_id', '=', chainId)
    .where('block_number', '>', blockNumber)
    .execute()
}

/** Puts a collection back to the moment before its creation was recorded. */
export async function clearCollection(
  transaction: Database,
  chainId: number,
  address: Address,
): Promise<void> {
  const created = await transaction
    .selectFrom('collections')
    .innerJoin('events', 'events.collection_id', 'collections.id')
    .select(['collections.id', 'collections.creator', 'events.facts'])
    .where('collections.chain_id', '=', chainId)
    .where('collections.address', '=', address)
    .where('events.kind', '=', 'created')
    .executeTakeFirstOrThrow()
  const { id, creator } = created
  // Safe: events of this kind are written with these facts only.
  const facts = created.facts as { max_supply: number | null; royalty_bps: number }
  for (const table of [
    'tokens',
    'holdings',
    'minters',
    'mints',
    'phases',
    'collection_lists',
  ] as const) {
    await transaction.deleteFrom(table).where('collection_id', '=', id).execute()
  }
  await transaction
    .updateTable('collections')
    .set({
      owner: creator,
      max_supply: facts.max_supply,
      minted: 0,
      burned: 0,
      holders: 0,
      unique_minters: 0,
      volume_wei: '0',
      royalty_bps: facts.royalty_bps,
      is_paused: false,
      is_cap_frozen: false,
      is_metadata_frozen: false,
    })
    .where('id', '=', id)
    .execute()
}

/** Stored happenings of one collection after a place, in order. */
export async function listHappenings(
  transaction: Database,
  chainId: number,
  address: Address,
  after: { block: number; logIndex: number },
  limit: number,
): Promise<Happening[]> {
  const found = await transaction
    .selectFrom('events')
    .innerJoin('collections', 'collections.id', 'events.collection_id')
    .select([
      'events.block_number',
      'events.log_index',
      'events.kind',
      'events.facts',
      'events.tx_hash',
      'events.time',
    ])
    .where('collections.chain_id', '=', chainId)
    .where('collections.address', '=', address)
    .where(
      sql<boolean>`(events.block_number, events.log_index) > (${after.block}::bigint, ${after.logIndex}::integer)`,
    )
    .orderBy('events.block_number')
    .orderBy('events.log_index')
    .limit(limit)
    .execute()
  return found.map((row) => {
    // Safe: the projection writes this table, from happenings only.
    const fact = { kind: row.kind, facts: row.facts } as unknown as Happening
    return {
      ...fact,
      collection: address,
      block: row.block_number,
      logIndex: row.log_index,
      transaction: row.tx_hash,
      time: row.time,
    }
  })
}

function asAddress(text: string): Address {
  // Safe: the column holds lower-case addresses only (checked by the table).
  return text as Address
}
