import { type Kysely, sql } from 'kysely'

/**
 * What the owner changed of a collection is found without what strangers caused in it. The other
 * indexes of these lists are no part of any migration: `buildReadIndexes` says why.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create index events_of_changes
      on events (collection_id, block_number desc, log_index desc)
      where kind not in ('mint', 'airdrop', 'transfer', 'burn', 'withdrawal')`.execute(
    database,
  )
}
