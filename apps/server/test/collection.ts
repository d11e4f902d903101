import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Database } from '../src/database/database.ts'
import type { Tables } from '../src/tables.ts'

type Row = Insertable<Tables['collections']>

/** Returns a row of a drop of 100 tokens, for tests without its chain. */
export function collectionRow(
  of: Pick<Row, 'chain_id' | 'address' | 'owner'> & Partial<Row>,
): Row {
  return {
    id: randomUUID(),
    alias: null,
    kind: 'drop',
    name: 'Tidewater',
    symbol: 'TIDE',
    description: 'Water.',
    creator: of.owner,
    max_supply: 100,
    mint_fee_wei: '0',
    royalty_bps: 0,
    royalty_ceiling_bps: 0,
    notice_seconds: 0,
    is_transferable: true,
    created_at: new Date(),
    created_block: 1,
    created_tx: `0x${'1'.repeat(64)}`,
    ...of,
  }
}

/** Inserts the row that `collectionRow` returns, and returns its id. */
export async function insertCollection(
  database: Database,
  of: Parameters<typeof collectionRow>[0],
): Promise<string> {
  const row = collectionRow(of)
  await database.insertInto('collections').values(row).execute()
  return String(row.id)
}

/** Inserts a collection whose owner has minted its first token, and returns its id. */
export async function insertMintedCollection(
  database: Database,
  of: Parameters<typeof collectionRow>[0],
): Promise<string> {
  const { chain_id, owner } = of
  const collection_id = await insertCollection(database, { ...of, minted: 1 })
  const mint = { to: owner, quantity: 1, first_token_id: '1', phase_id: 255 }
  await database
    .insertInto('events')
    .values({
      ...{ chain_id, block_number: 1, log_index: 0, kind: 'mint', collection_id },
      ...{ tx_hash: `0x${'1'.repeat(64)}`, time: new Date() },
      data: JSON.stringify({ ...mint, price_wei: '0', referrer: null }),
    })
    .execute()
  await database
    .insertInto('tokens')
    .values({ collection_id, token_id: '1', owner })
    .execute()
  return collection_id
}
