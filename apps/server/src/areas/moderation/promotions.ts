import type { AppContext } from '../../http/app-context.ts'
import { listPromotions } from './queries/promotions.ts'

/** Promoted collection and the label on its card. */
export type Promoted = { chain_id: number; address: string; label: string }

/**
 * Lists the current promotions in order. A promotion set by command replaces the
 * configuration's for the same collection.
 */
export async function listCurrentPromotions({
  configuration,
  database,
  chains,
  clock,
}: Pick<AppContext, 'configuration' | 'database' | 'chains' | 'clock'>): Promise<
  Promoted[]
> {
  const now = clock()
  const commanded = (await listPromotions(database)).map((row) => ({
    ...row,
    order: row.place,
  }))
  const isCommanded = new Set(commanded.map(keyOf))
  const configured = configuration.promoted.flatMap(
    ({ chain: alias, address, from, until, ...rest }) => {
      const chain = chains.find((one) => one.alias === alias)
      if (!chain) return []
      const place = { chain_id: chain.id, address: address.toLowerCase() }
      if (isCommanded.has(keyOf(place))) return []
      const starts_at = from === null ? null : new Date(from)
      const ends_at = until === null ? null : new Date(until)
      return [{ ...rest, ...place, starts_at, ends_at }]
    },
  )
  return [...configured, ...commanded]
    .filter(
      ({ starts_at, ends_at }) =>
        (!starts_at || starts_at <= now) && (!ends_at || now < ends_at),
    )
    .sort((a, b) => a.order - b.order)
    .map(({ chain_id, address, label }) => ({ chain_id, address, label }))
}

function keyOf({ chain_id, address }: { chain_id: number; address: string }): string {
  return `${chain_id} ${address}`
}
