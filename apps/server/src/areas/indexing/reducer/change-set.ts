import type { ListPhase } from './collection-state.ts'

/** Rows that a batch reads and changes, by collection and key; filled before, written after. */
export type ChangeSet = {
  /** Quantities by holder; 0: no row. */
  holdings: KeyedRows<HoldingRow>
  /** Quantities by minter; 0: no row. */
  minters: KeyedRows<MinterRow>
  lists: KeyedRows<ListChange>
  /** Tokens that moved, came back or were burned. */
  tokens: KeyedRows<TokenChange>
  /** Tokens that were minted, or whose mint was undone. */
  ranges: TokenRange[]
  /** Mints that were recorded, or undone. */
  mints: MintRow[]
  /** Terms of the lists that are published here, by root. */
  listPhases: Map<string, ListPhase[]>
}

export type HoldingRow = {
  collection_id: string
  owner: string
  quantity: number
  /** As it is stored; 0: there is no row. */
  previous: number
}

export type MinterRow = {
  collection_id: string
  minter: string
  quantity: number
  last_mint_at: Date
  /** As it is stored; 0: there is no row. */
  previous: number
}

export type TokenChange = {
  collection_id: string
  token_id: string
  /** Null when the token was burned. */
  previousOwner: string | null
  /** Null when the token is burned. */
  owner: string | null
}

/** Tokens of consecutive ids, the first of them named. */
export type TokenRange = {
  collection_id: string
  first_token_id: string
  quantity: number
  owner: string
}

export type MintRow = {
  block_number: number
  log_index: number
  collection_id: string
  minter: string
  phase_id: number
  quantity: number
  price_wei: string
  referrer: string | null
  tx_hash: string
  time: Date
  /** When the same minter had minted before. */
  previous_mint_at: Date | null
  /** The minter made the collection. */
  is_creator: boolean
}

export type ListChange = {
  collection_id: string
  root: string
  /** Null where the collection does not know it. */
  list: { content_hash: string; block_number: number; ends_at: Date | null } | null
}

/** Books of a batch that needs no rows, or before they are read. */
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

/** Rows by collection, and within it by a second key: keys in two parts need not be joined. */
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
