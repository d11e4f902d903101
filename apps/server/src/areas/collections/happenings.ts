import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import { decodeCreateParams } from '@platemark/abi/create-params'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { type Address, decodeEventLog, type Hex, zeroAddress } from 'viem'
import type { FollowedLog } from '../../platform/projection.ts'
import {
  type CollectionLog,
  cleanText,
  lower,
  type MintTerms,
  type PublicTerms,
  readCollectionLog,
  termsOf,
} from './collection-log.ts'

/** Where and when something happened to a collection. Addresses are lower case. */
export type Place = {
  collection: Address
  block: number
  logIndex: number
  transaction: string
  time: Date
}

export type CreatedFacts = {
  creator: Address
  salt: Hex
  kind: 'drop' | 'open_edition' | 'edition'
  name: string
  symbol: string
  max_supply: number | null
  mint_fee_wei: string
  royalty_bps: number
  royalty_ceiling_bps: number
  notice_seconds: number
  is_transferable: boolean
  public_phase: PublicTerms | null
  public_title: string
}

export type MintFacts = {
  to: Address
  quantity: number
  /** The first of consecutive ids; null where copies have no numbers. */
  first_token_id: string | null
  phase_id: number
  /** Null until the phase's price at that moment was looked up. */
  price_wei: string | null
  referrer: Address | null
}

export type AirdropFacts = Pick<MintFacts, 'to' | 'quantity' | 'first_token_id'>

/** What happened, in the form in which it is kept: everything an index is made of. */
export type Fact =
  | { kind: 'created'; facts: CreatedFacts }
  | { kind: 'mint'; facts: MintFacts }
  | { kind: 'airdrop'; facts: AirdropFacts }
  | CollectionLog

export type Happening = Place & Fact

/** Addresses of the collections that the factory made in these logs. */
export function createdIn(factory: Address, logs: FollowedLog[]): Address[] {
  return logs
    .filter((log) => log.address === factory)
    .flatMap((log) => readCreated(log)?.collection ?? [])
}

/**
 * Tells logs as happenings, in order. Mints of one transaction to one recipient on the same
 * terms are one happening; `Minted`, `MintedByReferral` and `Airdropped` say what the transfers
 * after them were, and a mint without any was made in the public phase.
 */
export function readHappenings(factory: Address, logs: FollowedLog[]): Happening[] {
  const happenings: Happening[] = []
  let terms = new Map<Address, MintTerms>()
  let open = new Map<Address, Happening>()
  let transaction = ''
  for (const log of logs) {
    if (log.transactionHash !== transaction) {
      transaction = log.transactionHash
      terms = new Map()
      open = new Map()
    }
    if (log.address === factory) {
      const created = readCreated(log)
      if (created) {
        const { collection, facts } = created
        happenings.push({ ...placeOf(log), collection, kind: 'created', facts })
      }
      continue
    }
    const fact = readCollectionLog(log)
    if (!fact) continue
    if (fact.kind === 'terms') {
      terms.set(log.address, fact.facts)
      open.delete(log.address)
      continue
    }
    if (fact.kind !== 'transfer' || fact.facts.from !== zeroAddress) {
      happenings.push({ ...placeOf(log), ...asBurn(fact) })
      open.delete(log.address)
      continue
    }
    const { to, quantity, token_id } = fact.facts
    const spoken = terms.get(log.address)
    if (spoken) spoken.recipient ??= to
    const group = open.get(log.address)
    if (group && joins(group, fact.facts)) {
      group.facts.quantity += quantity
    } else {
      const mint = mintOf(to, quantity, token_id, spoken)
      const happening: Happening = { ...placeOf(log), ...mint }
      happenings.push(happening)
      open.set(log.address, happening)
    }
    if (isUsedUp(spoken, quantity)) {
      terms.delete(log.address)
      open.delete(log.address)
    }
  }
  return happenings
}

function mintOf(
  to: Address,
  quantity: number,
  token_id: string | null,
  terms: MintTerms | undefined,
): { kind: 'mint'; facts: MintFacts } | { kind: 'airdrop'; facts: AirdropFacts } {
  const facts = { to, quantity, first_token_id: token_id }
  const known = terms?.recipient === to ? terms : undefined
  if (known && !known.phase) return { kind: 'airdrop', facts }
  const phase = known?.phase ?? {
    phase_id: PUBLIC_PHASE_ID,
    price_wei: null,
    referrer: null,
  }
  return { kind: 'mint', facts: { ...facts, ...phase } }
}

function joins(
  group: Happening,
  next: { to: Address; token_id: string | null },
): group is Place & { kind: 'mint' | 'airdrop'; facts: MintFacts } & Happening {
  if (group.kind !== 'mint' && group.kind !== 'airdrop') return false
  const { to, first_token_id, quantity } = group.facts
  if (to !== next.to) return false
  if (first_token_id === null || next.token_id === null)
    return first_token_id === next.token_id
  return BigInt(first_token_id) + BigInt(quantity) === BigInt(next.token_id)
}

function isUsedUp(terms: MintTerms | undefined, quantity: number): boolean {
  if (!terms) return false
  terms.left -= quantity
  return terms.left <= 0
}

function asBurn(fact: CollectionLog): CollectionLog {
  if (fact.kind !== 'transfer' || fact.facts.to !== zeroAddress) return fact
  return { kind: 'burn', facts: fact.facts }
}

const kinds = ['drop', 'open_edition', 'edition'] as const

function readCreated(
  log: FollowedLog,
): { collection: Address; facts: CreatedFacts } | undefined {
  const decoded = decodeFactoryLog(log)
  if (decoded.eventName !== 'CollectionCreated') return undefined
  const { collection, creator, salt, args } = decoded.args
  const params = decodeCreateParams(args)
  const { publicPhase } = params
  return {
    collection: lower(collection),
    facts: {
      creator: lower(creator),
      salt,
      kind: kinds[params.kind] ?? 'drop',
      name: cleanText(params.name, 60) || 'Untitled',
      symbol: cleanText(params.symbol, 12) || '—',
      max_supply: params.maxSupply || null,
      mint_fee_wei: params.mintFee.toString(),
      royalty_bps: params.royaltyBps,
      royalty_ceiling_bps: params.royaltyCeilingBps,
      notice_seconds: params.notice,
      is_transferable: params.transferable,
      public_phase: publicPhase.end === 0 ? null : termsOf(publicPhase),
      public_title: 'Public',
    },
  }
}

function decodeFactoryLog({ topics, data }: FollowedLog) {
  // Safe: the factory emits no anonymous events, so the first topic is there.
  const signed = topics as [Hex, ...Hex[]]
  return decodeEventLog({ abi: collectionFactoryAbi, topics: signed, data })
}

function placeOf(log: FollowedLog): Place {
  return {
    collection: log.address,
    block: log.blockNumber,
    logIndex: log.logIndex,
    transaction: log.transactionHash,
    time: log.blockTime,
  }
}
