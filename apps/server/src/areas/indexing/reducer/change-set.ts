import type { Selectable } from 'kysely'
import type { Tables } from '../../../tables.ts'
import type { ListPhase } from './collection-state.ts'

/**
 * Rows that a batch reads and changes, keyed by collection and a second key; loaded
 * before, saved after.
 */
export type ChangeSet = {
  /** Quantities by holder; 0: no row. */
  holdings: KeyedRows<HoldingRow>
  /** Quantities by minter; 0: no row. */
  minters: KeyedRows<MinterRow>
  lists: KeyedRows<ListChange>
  /** Tokens that were moved, restored or burned. */
  tokens: KeyedRows<TokenChange>
  /** Tokens that were minted, or whose mint was reverted. */
  ranges: TokenRange[]
  /** Mints that were applied or reverted. */
  mints: MintRow[]
  /** Phases of the lists published here, by root. */
  listPhases: Map<string, ListPhase[]>
}

export type HoldingRow = {
  collection_id: string
  owner: string
  quantity: number
  /** Stored quantity; 0: there is no row. */
  previous: number
}

export type MinterRow = {
  collection_id: string
  minter: string
  quantity: number
  last_mint_at: Date
  /** Stored quantity; 0: there is no row. */
  previous: number
}

export type TokenChange = {
  collection_id: string
  token_id: string
  /** Null: the token had been burned. */
  previousOwner: string | null
  /** Null: the token is burned. */
  owner: string | null
}

/** Tokens with consecutive ids. */
export type TokenRange = {
  collection_id: string
  first_token_id: string
  quantity: number
  owner: string
}

export type MintRow = Omit<Selectable<Tables['mints']>, 'chain_id'> & {
  /** Time of the minter's previous mint. */
  previous_mint_at: Date | null
  /** True if the minter is the creator of the collection. */
  is_creator: boolean
}

export type ListChange = {
  collection_id: string
  root: string
  /** Null: the collection does not have the list. */
  list: { content_hash: string; block_number: number; ends_at: Date | null } | null
}

/** Returns a change set without rows. */
export function emptyChangeSet(): ChangeSet {
  return {
    holdings: new Map(),
    minters: new Map(),
    lists: new Map(),
    tokens: new Map(),
    ranges: [],
    mints: [],
    listPhases: new Map(),
  }
}

/** Rows by collection and a second key; nested maps avoid joining the two keys. */
export type KeyedRows<Row> = Map<string, Map<string, Row>>

export function findRow<Row>(
  keyed: KeyedRows<Row>,
  collectionId: string,
  key: string,
): Row | undefined {
  return keyed.get(collectionId)?.get(key)
}

export function putRow<Row>(
  keyed: KeyedRows<Row>,
  collectionId: string,
  key: string,
  row: Row,
): void {
  const known = keyed.get(collectionId)
  if (known) known.set(key, row)
  else keyed.set(collectionId, new Map([[key, row]]))
}

export function allRows<Row>(keyed: KeyedRows<Row>): Row[] {
  return [...keyed.values()].flatMap((rows) => [...rows.values()])
}
