import type { Database } from '../../../database/database.ts'

/** Lists the lists that a collection was given, in the order of their blocks. */
export function listLists(
  database: Database,
  collectionId: string,
): Promise<{ root: string; ends_at: Date | null }[]> {
  return database
    .selectFrom('collection_lists')
    .select(['root', 'ends_at'])
    .where('collection_id', '=', collectionId)
    .orderBy('block_number')
    .orderBy('root')
    .execute()
}

/** Counts the tokens that were minted in each phase. */
export async function countMintedByPhase(
  database: Database,
  collectionId: string,
): Promise<Map<number, number>> {
  const rows = await database
    .selectFrom('mints')
    .select(({ fn }) => ['phase_id', fn.sum<string>('quantity').as('quantity')])
    .where('collection_id', '=', collectionId)
    .groupBy('phase_id')
    .execute()
  return new Map(rows.map(({ phase_id, quantity }) => [phase_id, Number(quantity)]))
}
