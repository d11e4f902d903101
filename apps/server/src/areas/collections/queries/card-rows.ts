import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { CardPhaseText } from '../../../tables.ts'
import type { Unconfirmed } from './listed-state.ts'

export type CardPhase = {
  phase_id: number
  starts_at: Date
  ends_at: Date
  price_wei: string
  max_supply: number | null
  minted: number
}

export type CardRow = {
  id: string
  chain_id: number
  address: string
  alias: string | null
  kind: 'drop' | 'open_edition' | 'edition'
  name: string
  image_file: string | null
  creator: string
  creator_name: string | null
  creator_avatar: string | null
  /** The creator is the account of a contract, on the network of the collection only. */
  is_creator_contract: boolean
  max_supply: number | null
  minted: number
  is_paused: boolean
  unreadable_block: number | null
  mint_fee_wei: string
  created_at: Date
  phases: CardPhase[]
}

/** Row of a promoted collection, which has more fields than a card. */
type PromotedRow = Omit<CardRow, 'phases'> & {
  description: string
  phases: (Omit<CardPhaseText, 'starts_at' | 'ends_at'> & CardPhase)[]
}

type Stored = Omit<PromotedRow, 'phases'> & { card_phases: CardPhaseText[] }

/** Lists the card rows of these collections in the order of `ids`, listed ones only. */
export async function listCardRows(
  database: Database,
  ids: string[],
): Promise<CardRow[]> {
  if (ids.length === 0) return []
  // A lateral lookup by primary key reads two pages per row.
  const found = await sql<Stored>`
    select ${cardColumns}
    from unnest(${`{${ids.join(',')}}`}::uuid[]) with ordinality as x(id, place)
    cross join lateral (
      select * from collections k where k.id = x.id and k.is_listed limit 1) as c
    order by x.place`.execute(database)
  return found.rows.map(withPhases)
}

/** Finds listed collections by chain and address, keyed `chain address`. */
export async function findListed(
  database: Database,
  places: { chain_id: number; address: string }[],
  unconfirmed: Unconfirmed[],
): Promise<Map<string, PromotedRow>> {
  if (places.length === 0) return new Map()
  const found = await sql<Stored>`
    select ${cardColumns}
    from jsonb_to_recordset(${JSON.stringify(places)}::text::jsonb)
      as x(chain_id bigint, address text)
    cross join lateral (
      select * from collections k
      where k.address = x.address and k.is_listed and k.chain_id = x.chain_id limit 1) as c`.execute(
    database,
  )
  const isHeld = new Set(unconfirmed.map(({ id }) => id))
  return new Map(
    found.rows
      .filter(({ id }) => !isHeld.has(id))
      .map((row) => [`${row.chain_id} ${row.address}`, withPhases(row)]),
  )
}

/** Lists the lists published here, keyed by root. */
export async function listPublishedLists(
  database: Database,
  roots: string[],
): Promise<Map<string, { list_hash: string; list_entries: number }>> {
  if (roots.length === 0) return new Map()
  const found = await database
    .selectFrom('lists')
    .select(['root', 'content_hash as list_hash', 'entries as list_entries'])
    .where('root', 'in', roots)
    .execute()
  return new Map(found.map(({ root, ...list }) => [root, list]))
}

const cardColumns = sql`c.id, c.chain_id, c.address, c.alias, c.kind, c.name, c.image_file,
  c.creator, c.creator_name, c.creator_avatar, c.is_creator_contract, c.max_supply,
  c.minted, c.is_paused, c.unreadable_block, c.mint_fee_wei, c.created_at, c.description, c.card_phases`

function withPhases({ card_phases, ...row }: Stored): PromotedRow {
  const phases = card_phases.map((phase) => ({
    ...phase,
    starts_at: new Date(phase.starts_at),
    ends_at: new Date(phase.ends_at),
  }))
  return {
    ...row,
    phases: phases.filter(({ starts_at, ends_at }) => starts_at < ends_at),
  }
}
