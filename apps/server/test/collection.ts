import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
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
