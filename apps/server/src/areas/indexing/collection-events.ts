import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { type Address, zeroAddress } from 'viem'
import { type IndexedLog, InvalidLogError } from '../../indexer/projection.ts'
import {
  type CollectionLog,
  decodeCollectionLog,
  type MintTerms,
} from './decode-collection-log.ts'
import { type CreatedData, decodeCreated } from './decode-factory-log.ts'

/** Where and when something happened to a collection. Addresses are lower case. */
export type EventPosition = {
  collection: Address
  block: number
  logIndex: number
  transaction: string
  time: Date
}

export type MintData = {
  to: Address
  quantity: number
  /** The first of consecutive ids; null where copies have no numbers. */
  first_token_id: string | null
  phase_id: number
  /** Null until the phase's price at that moment was looked up. */
  price_wei: string | null
  referrer: Address | null
}

export type AirdropData = Pick<MintData, 'to' | 'quantity' | 'first_token_id'>

/** What happened, in the form in which it is kept: everything an index is made of. */
export type EventPayload =
  | { kind: 'created'; facts: CreatedData }
  | { kind: 'mint'; facts: MintData }
  | { kind: 'airdrop'; facts: AirdropData }
  | CollectionLog

export type CollectionEvent = EventPosition & EventPayload & { previous?: PreviousState }

/** What a happening replaced, as far as the happening itself does not tell; kept to undo it. */
export type PreviousState = {
  settings?: Partial<OwnerSettings>
  /** Phases by their id; null: there was none. */
  phases?: [phaseId: number, phase: SerializedPhase | null][]
  /** The list; null: it was not known. */
  list?: SerializedList | null
  /** When the minter had minted before. */
  last_mint_at?: string
}

/** What the owner of a collection sets. */
export type OwnerSettings = {
  owner: string
  max_supply: number | null
  royalty_bps: number
  is_paused: boolean
  is_cap_frozen: boolean
  is_metadata_frozen: boolean
}

/** A phase with its times as text. */
export type SerializedPhase = {
  kind: 'public' | 'allowlist'
  title: string
  starts_at: string
  ends_at: string
  price_wei: string
  max_per_wallet: number
  max_supply: number | null
  /** Against its cap; all of them while there is none. */
  minted: number
  /** Those minted while there was no cap, which no later cap counts. */
  minted_uncapped: number
  list_root: string | null
}

type SerializedList = {
  content_hash: string
  block_number: number
  ends_at: string | null
}

type Minted = EventPosition &
  ({ kind: 'mint'; facts: MintData } | { kind: 'airdrop'; facts: AirdropData })

/**
 * Tells logs as happenings, in order. Mints of one transaction to one recipient on the same
 * terms are one happening; `Minted`, `MintedByReferral` and `Airdropped` say what the transfers
 * after them were, and a mint without any was made in the public phase. Throws `BadLog` for what
 * no factory or collection says, or not in this order.
 */
export function decodeEvents(factory: Address, logs: IndexedLog[]): CollectionEvent[] {
  const happenings: CollectionEvent[] = []
  let tellers = new Map<Address, MintGrouper>()
  let before: IndexedLog | undefined
  for (const log of logs) {
    assertLogOrder(before, log)
    if (log.transactionHash !== before?.transactionHash) {
      for (const teller of tellers.values()) assertTermsConsumed(teller)
      tellers = new Map()
    }
    before = log
    if (log.address === factory) {
      const created = decodeCreated(log)
      if (created) {
        const { collection, facts } = created
        happenings.push({ ...eventPosition(log), collection, kind: 'created', facts })
      }
      continue
    }
    const fact = decodeCollectionLog(log)
    if (!fact) continue
    const teller = tellers.get(log.address) ?? { terms: undefined, open: undefined }
    tellers.set(log.address, teller)
    const happening = groupTransfer(teller, log, fact)
    if (happening) happenings.push(happening)
  }
  for (const teller of tellers.values()) assertTermsConsumed(teller)
  return happenings
}

/** What the earlier logs of one collection in one transaction say about the next. */
type MintGrouper = {
  /** On which terms the next tokens are minted. */
  terms: MintTerms | undefined
  /** The mint that the next transfer may belong to. */
  open: Minted | undefined
}

/** The happening that a log begins; undefined when it belongs to the one before or to the next. */
function groupTransfer(
  teller: MintGrouper,
  log: IndexedLog,
  fact: Exclude<ReturnType<typeof decodeCollectionLog>, undefined>,
): CollectionEvent | undefined {
  if (fact.kind === 'terms') {
    assertTermsConsumed(teller)
    teller.terms = fact.facts
    teller.open = undefined
    return undefined
  }
  if (fact.kind !== 'transfer' || fact.facts.from !== zeroAddress) {
    assertTermsConsumed(teller)
    teller.open = undefined
    return { ...eventPosition(log), ...asBurn(fact) }
  }
  const { open, terms } = teller
  const { to, quantity, token_id } = fact.facts
  if (terms) consumeTerms(terms, to, quantity)
  if (terms?.left === 0) teller.terms = undefined
  if (open && continuesMint(open, to, token_id)) {
    open.facts.quantity += quantity
    if (terms?.left === 0) teller.open = undefined
    return undefined
  }
  if (terms && open)
    throw new InvalidLogError('The tokens of one mint do not follow each other.')
  const minted: Minted = {
    ...eventPosition(log),
    ...mintPayload(to, quantity, token_id, terms),
  }
  teller.open = terms?.left === 0 ? undefined : minted
  return minted
}

function consumeTerms(terms: MintTerms, to: Address, quantity: number): void {
  terms.recipient ??= to
  if (terms.recipient !== to || quantity > terms.left) {
    throw new InvalidLogError('The tokens of a mint are not those it was said to give.')
  }
  terms.left -= quantity
}

function assertTermsConsumed({ terms }: MintGrouper): void {
  if (terms) throw new InvalidLogError('The tokens of a mint are missing.')
}

function assertLogOrder(before: IndexedLog | undefined, log: IndexedLog): void {
  if (!before || before.blockNumber < log.blockNumber) return
  const isNext = before.blockNumber === log.blockNumber && before.logIndex < log.logIndex
  if (!isNext) throw new InvalidLogError('Logs are not in their order, or come twice.')
}

function mintPayload(
  to: Address,
  quantity: number,
  token_id: string | null,
  terms: MintTerms | undefined,
): { kind: 'mint'; facts: MintData } | { kind: 'airdrop'; facts: AirdropData } {
  const facts = { to, quantity, first_token_id: token_id }
  if (terms && !terms.phase) return { kind: 'airdrop', facts }
  const phase = terms?.phase ?? {
    phase_id: PUBLIC_PHASE_ID,
    price_wei: null,
    referrer: null,
  }
  return { kind: 'mint', facts: { ...facts, ...phase } }
}

function continuesMint({ facts }: Minted, to: Address, token_id: string | null): boolean {
  const { first_token_id, quantity } = facts
  if (facts.to !== to) return false
  if (first_token_id === null || token_id === null) return first_token_id === token_id
  return Number(first_token_id) + quantity === Number(token_id)
}

function asBurn(fact: CollectionLog): CollectionLog {
  if (fact.kind !== 'transfer' || fact.facts.to !== zeroAddress) return fact
  return { kind: 'burn', facts: fact.facts }
}

function eventPosition(log: IndexedLog): EventPosition {
  return {
    collection: log.address,
    block: log.blockNumber,
    logIndex: log.logIndex,
    transaction: log.transactionHash,
    time: log.blockTime,
  }
}
