import {
  type CollectionReference,
  CommandRefusedError,
  chainAlias,
  type OperatorContext,
  resolveCollection,
  withAudit,
} from './operator-context.ts'
import { deletePromotion, listPromotions, savePromotion } from './queries/promotions.ts'

type Promotion = {
  order: number
  from: string | null
  until: string | null
  label: string
}

/** Promotes a collection, or updates its promotion. */
export async function promote(
  context: OperatorContext,
  { order, from, until, label, ...named }: CollectionReference & Promotion,
): Promise<Record<string, never>> {
  const place = resolveCollection(context, named)
  const line = { action: 'promote', place, details: { order, from, until, label } }
  await withAudit(context, line, (transaction, now) =>
    savePromotion(transaction, {
      ...place,
      place: order,
      starts_at: from === null ? null : new Date(from),
      ends_at: until === null ? null : new Date(until),
      label,
      promoted_by: context.by,
      promoted_at: now,
    }),
  )
  return {}
}

/**
 * Ends a promotion. `is_promoted` is true if the configuration promotes the collection
 * too.
 */
export async function endPromotion(
  context: OperatorContext,
  named: CollectionReference,
): Promise<{ is_promoted: boolean }> {
  const place = resolveCollection(context, named)
  const is_promoted = context.configuration.promoted.some(
    ({ chain, address }) =>
      chain === named.chain && address.toLowerCase() === place.address,
  )
  await withAudit(context, { action: 'end promotion', place }, async (transaction) => {
    if (await deletePromotion(transaction, place)) return
    throw new CommandRefusedError(
      is_promoted
        ? 'The configuration promotes it, in its field promoted, which no command changes.'
        : 'It is not promoted.',
    )
  })
  return { is_promoted }
}

/** Lists the promotions of the commands and the configuration, at any time. */
export async function readPromotions(context: OperatorContext) {
  const rows = await listPromotions(context.database)
  const commanded = rows.map((row) => ({
    chain: chainAlias(context, row.chain_id),
    address: row.address,
    order: row.place,
    from: row.starts_at?.toISOString() ?? null,
    until: row.ends_at?.toISOString() ?? null,
    label: row.label,
    by: row.promoted_by,
  }))
  const configured = context.configuration.promoted.map((one) => ({ ...one, by: null }))
  return { promotions: [...configured, ...commanded] }
}
