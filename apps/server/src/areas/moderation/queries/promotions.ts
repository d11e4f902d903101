import type { Selectable } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { Tables } from '../../../tables.ts'
import type { CollectionKey } from './blocks.ts'

export type PromotionRow = Selectable<Tables['promotions']>

/** Saves a promotion, new or changed. */
export async function savePromotion(
  transaction: Database,
  promotion: PromotionRow,
): Promise<void> {
  const { chain_id: _, address: __, ...again } = promotion
  await transaction
    .insertInto('promotions')
    .values(promotion)
    .onConflict((conflict) =>
      conflict.columns(['chain_id', 'address']).doUpdateSet(again),
    )
    .execute()
}

/** Deletes a promotion; returns false if there is none. */
export async function deletePromotion(
  transaction: Database,
  { chain_id, address }: CollectionKey,
): Promise<boolean> {
  const deleted = await transaction
    .deleteFrom('promotions')
    .where('chain_id', '=', chain_id)
    .where('address', '=', address)
    .returning('address')
    .executeTakeFirst()
  return deleted !== undefined
}

/**
 * Lists all promotions, including past and future ones; they are entered by hand, so
 * there are few.
 */
export function listPromotions(database: Database): Promise<PromotionRow[]> {
  return database
    .selectFrom('promotions')
    .selectAll()
    .orderBy('place')
    .orderBy('chain_id')
    .orderBy('address')
    .limit(1000)
    .execute()
}
