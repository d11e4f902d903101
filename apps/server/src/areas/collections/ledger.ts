import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { type Book, findRow, putRow } from './book.ts'
import type { PublicTerms } from './collection-log.ts'
import type { Before, Happening, KeptPhase } from './happenings.ts'

/** What the chain says of one collection. */
export type Account = FixedTerms &
  Counters & {
    owner: string
    max_supply: number | null
    royalty_bps: number
    is_paused: boolean
    is_cap_frozen: boolean
    is_metadata_frozen: boolean
    phases: Map<number, AccountPhase>
  }

type FixedTerms = {
  id: string
  creator: string
  kind: 'drop' | 'open_edition' | 'edition'
  is_transferable: boolean
  mint_fee_wei: string
  royalty_ceiling_bps: number
}

type Counters = {
  minted: number
  burned: number
  holders: number
  unique_minters: number
  volume_wei: bigint
}

export type AccountPhase = {
  kind: 'public' | 'allowlist'
  title: string
  starts_at: Date
  ends_at: Date
  price_wei: string
  max_per_wallet: number
  max_supply: number | null
  /** Against its cap; all of them while there is none. */
  minted: number
  /** Those minted while there was no cap, which no later cap counts. */
  minted_uncapped: number
  list_root: string | null
}

type PhaseTerms = Omit<AccountPhase, 'kind' | 'minted' | 'minted_uncapped' | 'list_root'>

/** The phases of one published list. */
export type ListedPhase = PhaseTerms & { phase_id: number }

/** Rows that a batch reads and changes, by collection and key; filled before, written after. */
export type Books = {
  /** Quantities by holder; 0: no row. */
  holdings: Book<HoldingRow>
  /** Quantities by minter; 0: no row. */
  minters: Book<MinterRow>
  lists: Book<ListRow>
  /** Tokens that moved, came back or were burned. */
  tokens: Book<TokenRow>
  /** Tokens that were minted, or whose mint was undone. */
  runs: RunRow[]
  /** Mints that were recorded, or undone. */
  mints: MintRow[]
  /** Terms of the lists that are published here, by root. */
  listedPhases: Map<string, ListedPhase[]>
}

type HoldingRow = {
  collection_id: string
  owner: string
  quantity: number
  /** As it is stored; 0: there is no row. */
  stored: number
}
type MinterRow = {
  collection_id: string
  minter: string
  quantity: number
  last_mint_at: Date
  /** As it is stored; 0: there is no row. */
  stored: number
}
type TokenRow = {
  collection_id: string
  token_id: string
  /** Null when the token was burned. */
  was: string | null
  /** Null when the token is burned. */
  owner: string | null
}
type RunRow = {
  collection_id: string
  first_token_id: string
  quantity: number
  owner: string
}
type MintRow = {
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
type ListRow = {
  collection_id: string
  root: string
  /** Null where the collection does not know it. */
  list: { content_hash: string; block_number: number; ends_at: Date | null } | null
}

/** Books of a batch that needs no rows, or before they are read. */
export function emptyBooks(): Books {
  return {
    holdings: new Map(),
    minters: new Map(),
    lists: new Map(),
    tokens: new Map(),
    runs: [],
    mints: [],
    listedPhases: new Map(),
  }
}

/**
 * Applies one happening to a collection and its books, and notes in it what `undo` needs. The
 * only place that says what a log means for the index; its mirror follows it.
 */
export function record(account: Account, books: Books, happening: Happening): void {
  switch (happening.kind) {
    case 'mint':
      receive(account, books, happening)
      recordMint(account, books, happening)
      return
    case 'airdrop':
      receive(account, books, happening)
      return
    case 'transfer': {
      const { from, to, token_id, quantity } = happening.facts
      changeHolding(account, books, from, -quantity)
      changeHolding(account, books, to, quantity)
      if (token_id) moveToken(books, account.id, token_id, from, to)
      return
    }
    case 'burn': {
      const { from, token_id, quantity } = happening.facts
      changeHolding(account, books, from, -quantity)
      account.burned += quantity
      if (token_id) moveToken(books, account.id, token_id, from, null)
      return
    }
    case 'list_added':
      addList(account, books, happening)
      return
    case 'list_removed':
      removeList(account, books, happening)
      return
    case 'created': {
      const { public_phase, public_title } = happening.facts
      if (public_phase) setPublicPhase(account, public_phase, public_title)
      return
    }
    case 'public_phase_changed': {
      const former = account.phases.get(PUBLIC_PHASE_ID)
      happening.before = { phases: [[PUBLIC_PHASE_ID, keptPhase(former)]] }
      setPublicPhase(account, happening.facts, former?.title ?? 'Public')
      return
    }
    case 'cap_lowered':
      set(account, happening, { max_supply: happening.facts.max_supply })
      return
    case 'cap_frozen':
      set(account, happening, { is_cap_frozen: true })
      return
    case 'pause_changed':
      set(account, happening, { is_paused: happening.facts.is_paused })
      return
    case 'metadata_frozen':
      set(account, happening, { is_metadata_frozen: true })
      return
    case 'royalty_changed':
      set(account, happening, { royalty_bps: happening.facts.bps })
      return
    case 'owner_changed':
      set(account, happening, { owner: happening.facts.to })
      return
  }
}

/** Takes back the last happening that was recorded, exactly. */
export function undo(account: Account, books: Books, happening: Happening): void {
  switch (happening.kind) {
    case 'mint':
      undoMint(account, books, happening)
      giveBack(account, books, happening)
      return
    case 'airdrop':
      giveBack(account, books, happening)
      return
    case 'transfer': {
      const { from, to, token_id, quantity } = happening.facts
      changeHolding(account, books, to, -quantity)
      changeHolding(account, books, from, quantity)
      if (token_id) moveToken(books, account.id, token_id, to, from)
      return
    }
    case 'burn': {
      const { from, token_id, quantity } = happening.facts
      changeHolding(account, books, from, quantity)
      account.burned -= quantity
      if (token_id) moveToken(books, account.id, token_id, null, from)
      return
    }
    default:
      putBack(account, books, happening)
  }
}

/** Puts back what a happening replaced. */
function putBack(
  account: Account,
  books: Books,
  { before, ...happening }: Happening,
): void {
  Object.assign(account, before?.account)
  for (const [phaseId, phase] of before?.phases ?? []) {
    if (phase) account.phases.set(phaseId, phaseKept(phase))
    else account.phases.delete(phaseId)
  }
  if (happening.kind !== 'list_added' && happening.kind !== 'list_removed') return
  const { root } = happening.facts
  const former = before?.list
  const ends_at = former?.ends_at ? new Date(former.ends_at) : null
  const list = former ? { ...former, ends_at } : null
  putRow(books.lists, account.id, root, { collection_id: account.id, root, list })
}

function set(
  account: Account,
  happening: Happening,
  settings: NonNullable<Before['account']>,
): void {
  const names = Object.keys(settings) as (keyof typeof settings)[]
  const former = Object.fromEntries(names.map((name) => [name, account[name]]))
  happening.before = { account: former }
  Object.assign(account, settings)
}

type MintHappening = Happening & { kind: 'mint' }

function recordMint(account: Account, books: Books, happening: MintHappening): void {
  const { facts, time } = happening
  const phase = account.phases.get(facts.phase_id)
  // The price of a plain mint is not in its logs: it is what the phase asked at that moment.
  facts.price_wei ??= phase?.price_wei ?? '0'
  const known = findRow(books.minters, account.id, facts.to)
  const had = known?.quantity ?? 0
  if (known && had > 0) {
    happening.before = { last_mint_at: known.last_mint_at.toISOString() }
  }
  books.mints.push(mintRow(account, happening))
  countMint(account, happening, 1)
  // The creator does not count: nobody becomes popular by minting their own work.
  if (had === 0 && facts.to !== account.creator) account.unique_minters += 1
  putRow(books.minters, account.id, facts.to, {
    collection_id: account.id,
    minter: facts.to,
    quantity: had + facts.quantity,
    last_mint_at: time,
    stored: known?.stored ?? 0,
  })
}

function undoMint(account: Account, books: Books, happening: MintHappening): void {
  const { facts, time } = happening
  const row = mintRow(account, happening)
  books.mints.push(row)
  countMint(account, happening, -1)
  const known = findRow(books.minters, account.id, facts.to)
  const quantity = (known?.quantity ?? 0) - facts.quantity
  if (quantity === 0 && facts.to !== account.creator) account.unique_minters -= 1
  putRow(books.minters, account.id, facts.to, {
    collection_id: account.id,
    minter: facts.to,
    quantity,
    last_mint_at: row.previous_mint_at ?? time,
    stored: known?.stored ?? 0,
  })
}

/** Counts a mint in its phase and in the volume, or takes it out. */
function countMint(account: Account, { facts }: MintHappening, sign: 1 | -1): void {
  const quantity = sign * facts.quantity
  account.volume_wei += BigInt(facts.price_wei ?? 0) * BigInt(quantity)
  const phase = account.phases.get(facts.phase_id)
  if (!phase) return
  phase.minted += quantity
  if (phase.max_supply === null) phase.minted_uncapped += quantity
}

function mintRow(account: Account, happening: MintHappening): MintRow {
  const { facts, before } = happening
  return {
    block_number: happening.block,
    log_index: happening.logIndex,
    collection_id: account.id,
    minter: facts.to,
    phase_id: facts.phase_id,
    quantity: facts.quantity,
    price_wei: facts.price_wei ?? '0',
    referrer: facts.referrer,
    tx_hash: happening.transaction,
    time: happening.time,
    previous_mint_at: before?.last_mint_at ? new Date(before.last_mint_at) : null,
    is_creator: facts.to === account.creator,
  }
}

type Gain = Happening & { kind: 'mint' | 'airdrop' }

function receive(account: Account, books: Books, happening: Gain): void {
  const { to, quantity } = happening.facts
  account.minted += quantity
  changeHolding(account, books, to, quantity)
  noteRun(account, books, happening)
}

function giveBack(account: Account, books: Books, happening: Gain): void {
  const { to, quantity } = happening.facts
  account.minted -= quantity
  changeHolding(account, books, to, -quantity)
  noteRun(account, books, happening)
}

function noteRun(account: Account, books: Books, { facts }: Gain): void {
  const { first_token_id, quantity, to: owner } = facts
  if (first_token_id === null) return
  books.runs.push({ collection_id: account.id, first_token_id, quantity, owner })
}

function changeHolding(
  account: Account,
  books: Books,
  owner: string,
  change: number,
): void {
  if (change === 0) return
  const known = findRow(books.holdings, account.id, owner)
  const before = known?.quantity ?? 0
  const quantity = before + change
  if (before === 0) account.holders += 1
  if (quantity === 0) account.holders -= 1
  if (known) {
    known.quantity = quantity
    return
  }
  const row = { collection_id: account.id, owner, quantity, stored: 0 }
  putRow(books.holdings, account.id, owner, row)
}

function moveToken(
  books: Books,
  collection_id: string,
  token_id: string,
  from: string | null,
  owner: string | null,
): void {
  const known = findRow(books.tokens, collection_id, token_id)
  if (known) known.owner = owner
  else
    putRow(books.tokens, collection_id, token_id, {
      collection_id,
      token_id,
      was: from,
      owner,
    })
}

function addList(
  account: Account,
  books: Books,
  happening: Happening & { kind: 'list_added' },
): void {
  const { root, content_hash } = happening.facts
  const listed = books.listedPhases.get(root) ?? []
  happening.before = {
    ...listBefore(account, books, root),
    phases: listed.map(({ phase_id }) => [
      phase_id,
      keptPhase(account.phases.get(phase_id)),
    ]),
  }
  putRow(books.lists, account.id, root, {
    collection_id: account.id,
    root,
    list: { content_hash, block_number: happening.block, ends_at: null },
  })
  for (const { phase_id, ...terms } of listed) {
    account.phases.set(phase_id, {
      ...terms,
      ...countUnder(terms.max_supply, account.phases.get(phase_id)),
      kind: 'allowlist',
      list_root: root,
    })
  }
}

function removeList(
  account: Account,
  books: Books,
  happening: Happening & { kind: 'list_removed' },
): void {
  const { root, until } = happening.facts
  const ends_at = new Date(until * 1000)
  // In order of their ids, because rows come in none.
  const ended = [...account.phases]
    .filter(([, phase]) => phase.list_root === root && phase.ends_at > ends_at)
    .sort(([one], [other]) => one - other)
  happening.before = {
    ...listBefore(account, books, root),
    phases: ended.map(([phaseId, phase]) => [phaseId, keptPhase(phase)]),
  }
  const known = findRow(books.lists, account.id, root)
  if (known?.list) known.list = { ...known.list, ends_at }
  for (const [phaseId, phase] of ended) account.phases.set(phaseId, { ...phase, ends_at })
}

function listBefore(account: Account, books: Books, root: string): Pick<Before, 'list'> {
  const list = findRow(books.lists, account.id, root)?.list
  if (!list) return { list: null }
  return { list: { ...list, ends_at: list.ends_at?.toISOString() ?? null } }
}

function keptPhase(phase: AccountPhase | undefined): KeptPhase | null {
  if (!phase) return null
  const { starts_at, ends_at } = phase
  return { ...phase, starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString() }
}

function phaseKept(phase: KeptPhase): AccountPhase {
  const { starts_at, ends_at } = phase
  return { ...phase, starts_at: new Date(starts_at), ends_at: new Date(ends_at) }
}

/** Terms without a window mean that there is no public phase; what it minted is kept. */
function setPublicPhase(account: Account, terms: PublicTerms, title: string): void {
  account.phases.set(PUBLIC_PHASE_ID, {
    kind: 'public',
    title,
    starts_at: new Date(terms.start * 1000),
    ends_at: new Date(terms.end * 1000),
    price_wei: terms.price_wei,
    max_per_wallet: terms.max_per_wallet,
    max_supply: terms.max_supply,
    ...countUnder(terms.max_supply, account.phases.get(PUBLIC_PHASE_ID)),
    list_root: null,
  })
}

/** What a phase has minted by other terms than before: the contract keeps what it counted. */
function countUnder(
  max_supply: number | null,
  before: AccountPhase | undefined,
): Pick<AccountPhase, 'minted' | 'minted_uncapped'> {
  if (!before) return { minted: 0, minted_uncapped: 0 }
  const { minted, minted_uncapped } = before
  const capped = before.max_supply === null ? minted - minted_uncapped : minted
  return {
    minted: max_supply === null ? capped + minted_uncapped : capped,
    minted_uncapped,
  }
}
