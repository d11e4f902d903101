import type { Database } from '../src/database/database.ts'
import type { Projection } from '../src/indexer/projection.ts'
import { collectionRow } from './collection.ts'

/** A mint for the tables of the index. */
export type MintDetails = {
  chain_id: number
  block: number
  log?: number
  collection: string
  to: string
  at: Date
  price_wei?: string
  quantity?: number
}

/** Writes what the indexer would write, for tests of rules without their chains. */
export function eventWriter(database: Database) {
  const ids = new Map<string, string>()
  let tokens = 0
  const idOf = (chainId: number, address: string) => {
    const id = ids.get(`${chainId} ${address}`)
    if (id === undefined) throw new Error(`collection is not written: got ${address}`)
    return id
  }
  return {
    /** Writes a collection; its address is `0x` and forty times the digit. */
    async collection(row: {
      chain_id: number
      address: string
      creator: string
      block?: number
      at?: Date
    }): Promise<void> {
      const values = collectionRow({
        ...{ chain_id: row.chain_id, address: row.address, owner: row.creator },
        ...{ created_block: row.block ?? 1, created_at: row.at ?? new Date(0) },
        max_supply: null,
      })
      ids.set(`${row.chain_id} ${row.address}`, String(values.id))
      await database.insertInto('collections').values(values).execute()
    },

    /** Writes a mint with its event; returns the id of its first token. */
    async mint(mint: MintDetails): Promise<string> {
      const { chain_id, block: block_number, log: log_index = 0, at: time } = mint
      const collection_id = idOf(chain_id, mint.collection)
      const tx_hash = `0x${`${chain_id}${block_number}${log_index}`.padStart(64, '0')}`
      const { to, quantity = 1, price_wei = '0' } = mint
      tokens += 1
      const place = { chain_id, block_number, log_index, collection_id, tx_hash, time }
      const data = { to, quantity, first_token_id: String(tokens), phase_id: 255 }
      await database
        .insertInto('events')
        .values({
          ...{ ...place, kind: 'mint' },
          data: JSON.stringify({ ...data, price_wei, referrer: null }),
        })
        .execute()
      await database
        .insertInto('mints')
        .values({ ...place, minter: to, phase_id: 255, quantity, price_wei })
        .execute()
      return String(tokens)
    },

    /** Writes a transfer, such as one to another wallet. */
    async transfer(move: {
      chain_id: number
      block: number
      log?: number
      collection: string
      from: string
      to: string
      at: Date
    }): Promise<void> {
      const { chain_id, block: block_number, log: log_index = 0, from, to } = move
      await database
        .insertInto('events')
        .values({
          ...{ chain_id, block_number, log_index, kind: 'transfer', time: move.at },
          collection_id: idOf(chain_id, move.collection),
          tx_hash: `0x${`${chain_id}${block_number}${log_index}`.padStart(64, '0')}`,
          data: JSON.stringify({ from, to, token_id: '1', quantity: 1 }),
        })
        .execute()
    },

    /** Sets how far a chain is read and confirmed, and the time of that block. */
    async head(
      chainId: number,
      { block, confirmed = block, at }: { block: number; confirmed?: number; at: Date },
    ): Promise<void> {
      const now = new Date()
      const values = {
        ...{ chain_id: chainId, block_number: block, confirmed_number: confirmed },
        ...{ genesis_hash: '0x0', factory: '0x0', block_hash: `0x${block}` },
        ...{ block_time: at, head_number: block, updated_at: now },
      }
      await database
        .insertInto('chain_cursors')
        .values(values)
        .onConflict((conflict) => conflict.column('chain_id').doUpdateSet(values))
        .execute()
      const found = { hash: `0x${confirmed}`, time: at }
      await database
        .insertInto('chain_blocks')
        .values({ chain_id: chainId, number: confirmed, ...found })
        .onConflict((conflict) =>
          conflict.columns(['chain_id', 'number']).doUpdateSet(found),
        )
        .execute()
    },
  }
}

/** Takes back rows above a block as the indexer does, for rows without their contracts. */
export const rowProjection: Pick<Projection, 'revert'> = {
  async revert(transaction, chain, block) {
    for (const table of ['mints', 'events'] as const) {
      await transaction
        .deleteFrom(table)
        .where('chain_id', '=', chain.id)
        .where('block_number', '>', block)
        .execute()
    }
    await transaction
      .deleteFrom('collections')
      .where('chain_id', '=', chain.id)
      .where('created_block', '>', block)
      .execute()
    await transaction
      .updateTable('chain_cursors')
      .set({
        block_number: block,
        head_number: block,
        confirmed_number: Math.max(block - 1, -1),
      })
      .where('chain_id', '=', chain.id)
      .execute()
  },
}
