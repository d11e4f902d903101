import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { zeroAddress } from 'viem'
import type { PublicTerms } from './collection-log.ts'
import type { Happening } from './happenings.ts'

/** What the chain says of one collection, as far as it changes. Times are unix seconds. */
export type Account = {
  id: string
  creator: string
  owner: string
  max_supply: number | null
  minted: number
  burned: number
  holders: number
  unique_minters: number
  volume_wei: bigint
  royalty_bps: number
  is_paused: boolean
  is_cap_frozen: boolean
  is_metadata_frozen: boolean
  phases: Map<number, AccountPhase>
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
  /** Quantities by holder. */
  holdings: Map<string, { collection_id: string; owner: string; quantity: number }>
  minters: Map<string, MinterRow>
  /** Tokens that were minted, moved or (owner null) burned in this batch. */
  tokens: Map<string, TokenRow>
  mints: MintRow[]
  lists: ListRow[]
  /** Ends of lists that stood already. */
  listEnds: { collection_id: string; root: string; ends_at: Date }[]
  /** Terms of the lists that are published here, by root. */
  listedPhases: Map<string, ListedPhase[]>
}

type MinterRow = {
  collection_id: string
  minter: string
  quantity: number
  last_mint_at: Date
}
type TokenRow = {
  collection_id: string
  token_id: string
  owner: string | null
  /** Null when the token was minted in an earlier batch. */
  minted: { at: Date; transaction: string } | null
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
}
type ListRow = {
  collection_id: string
  root: string
  content_hash: string
  block_number: number
}

/**
 * Applies one happening to a collection and its books. The only place that says what a log
 * means for the index, so that catching up, following and going back cannot differ.
 */
export function record(account: Account, books: Books, happening: Happening): void {
  const { id } = account
  switch (happening.kind) {
    case 'created': {
      const { public_phase: terms, public_title: title } = happening.facts
      if (terms) setPublicPhase(account, terms, title)
      return
    }
    case 'mint':
      recordMint(account, books, happening)
      return
    case 'airdrop':
      receive(account, books, happening)
      return
    case 'transfer':
    case 'burn': {
      const { from, to, token_id, quantity } = happening.facts
      move(account, books, from, -quantity)
      if (to === zeroAddress) account.burned += quantity
      else move(account, books, to, quantity)
      if (token_id) setTokenOwner(books, id, token_id, to === zeroAddress ? null : to)
      return
    }
    case 'list_added': {
      const { root, content_hash } = happening.facts
      books.lists.push({
        collection_id: id,
        root,
        content_hash,
        block_number: happening.block,
      })
      for (const { phase_id, ...terms } of books.listedPhases.get(root) ?? []) {
        const counted = countUnder(terms.max_supply, account.phases.get(phase_id))
        const phase = {
          ...terms,
          ...counted,
          kind: 'allowlist',
          list_root: root,
        } as const
        account.phases.set(phase_id, phase)
      }
      return
    }
    case 'list_removed': {
      const { root, until } = happening.facts
      const ends_at = new Date(until * 1000)
      books.listEnds.push({ collection_id: id, root, ends_at })
      for (const phase of account.phases.values()) {
        if (phase.list_root === root && phase.ends_at > ends_at) phase.ends_at = ends_at
      }
      return
    }
    case 'public_phase_changed': {
      const title = account.phases.get(PUBLIC_PHASE_ID)?.title ?? 'Public'
      setPublicPhase(account, happening.facts, title)
      return
    }
    case 'cap_lowered':
      account.max_supply = happening.facts.max_supply
      return
    case 'cap_frozen':
      account.is_cap_frozen = true
      return
    case 'pause_changed':
      account.is_paused = happening.facts.is_paused
      return
    case 'metadata_frozen':
      account.is_metadata_frozen = true
      return
    case 'royalty_changed':
      account.royalty_bps = happening.facts.bps
      return
    case 'owner_changed':
      account.owner = happening.facts.to
      return
  }
}

/** The key of a row of one collection in the books. */
export function bookKey(collectionId: string, name: string): string {
  return `${collectionId} ${name}`
}

function recordMint(
  account: Account,
  books: Books,
  happening: Happening & { kind: 'mint' },
): void {
  const { facts, time } = happening
  const phase = account.phases.get(facts.phase_id)
  // The price of a plain mint is not in its logs: it is what the phase asked at that moment.
  facts.price_wei ??= phase?.price_wei ?? '0'
  if (phase) {
    phase.minted += facts.quantity
    if (phase.max_supply === null) phase.minted_uncapped += facts.quantity
  }
  account.volume_wei += BigInt(facts.price_wei) * BigInt(facts.quantity)
  receive(account, books, happening)

  const key = bookKey(account.id, facts.to)
  const known = books.minters.get(key)
  // The creator does not count: nobody becomes popular by minting their own work.
  if (!known && facts.to !== account.creator) account.unique_minters += 1
  books.minters.set(key, {
    collection_id: account.id,
    minter: facts.to,
    quantity: (known?.quantity ?? 0) + facts.quantity,
    last_mint_at: time,
  })
  books.mints.push({
    block_number: happening.block,
    log_index: happening.logIndex,
    collection_id: account.id,
    minter: facts.to,
    phase_id: facts.phase_id,
    quantity: facts.quantity,
    price_wei: facts.price_wei,
    referrer: facts.referrer,
    tx_hash: happening.transaction,
    time,
  })
}

function receive(
  account: Account,
  books: Books,
  { facts, time, transaction }: Happening & { kind: 'mint' | 'airdrop' },
): void {
  account.minted += facts.quantity
  move(account, books, facts.to, facts.quantity)
  if (facts.first_token_id === null) return
  const first = BigInt(facts.first_token_id)
  for (let offset = 0; offset < facts.quantity; offset += 1) {
    const token_id = (first + BigInt(offset)).toString()
    books.tokens.set(bookKey(account.id, token_id), {
      collection_id: account.id,
      token_id,
      owner: facts.to,
      minted: { at: time, transaction },
    })
  }
}

function move(account: Account, books: Books, owner: string, change: number): void {
  if (change === 0) return
  const key = bookKey(account.id, owner)
  const before = books.holdings.get(key)?.quantity ?? 0
  const quantity = before + change
  if (before === 0) account.holders += 1
  if (quantity === 0) account.holders -= 1
  books.holdings.set(key, { collection_id: account.id, owner, quantity })
}

function setTokenOwner(
  books: Books,
  collection_id: string,
  token_id: string,
  owner: string | null,
): void {
  const key = bookKey(collection_id, token_id)
  const minted = books.tokens.get(key)?.minted ?? null
  books.tokens.set(key, { collection_id, token_id, owner, minted })
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
