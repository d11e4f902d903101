import type { ChangedTerms, changeKinds } from '@platemark/api/collection-reads'
import type {
  CollectionEvent,
  EventPayload,
  SerializedPhase,
} from '../indexing/collection-events.ts'
import type { PublicTerms } from '../indexing/decode-collection-log.ts'
import type { CreatedData } from '../indexing/decode-factory-log.ts'
import { checksummed } from './cards.ts'

type ChangeKind = (typeof changeKinds)[number]

/** Something that the owner of a collection did to it. */
export type ChangeFact = Extract<EventPayload, { kind: ChangeKind }>

/** Facts of the event that had set what a change replaces, as far as they are asked for. */
export type Former = Partial<
  Pick<CreatedData, 'max_supply' | 'payees' | 'public_phase'> & PublicTerms
>

/** What a change replaced and what it put in place. */
export function toChange(
  fact: ChangeFact,
  before: CollectionEvent['previous'],
  former: Former | null,
) {
  return {
    kind: fact.kind,
    applicable_at:
      'applicable_at' in fact.facts ? instantAt(fact.facts.applicable_at) : null,
    before: termsBefore(fact, before, former),
    after: termsAfter(fact),
  }
}

function termsAfter(fact: ChangeFact): ChangedTerms {
  switch (fact.kind) {
    case 'created': {
      const { creator, public_phase, max_supply, royalty_bps, payees } = fact.facts
      return {
        public_phase: public_phase && publicPhase(public_phase),
        max_supply,
        royalty_bps,
        payees: payees.map(toPayee),
        owner: checksummed(creator),
      }
    }
    case 'public_phase_changed':
    case 'public_phase_scheduled':
      return { public_phase: publicPhase(fact.facts) }
    case 'list_added':
      return { list: { ...fact.facts, until: null } }
    case 'list_removed': {
      const { root, until } = fact.facts
      return { list: { root, content_hash: null, until: instantAt(until) } }
    }
    case 'cap_lowered':
    case 'cap_scheduled':
      return { max_supply: fact.facts.max_supply }
    case 'cap_frozen':
      return { is_cap_frozen: true, max_supply: fact.facts.max_supply }
    case 'pause_changed':
      return { is_paused: fact.facts.is_paused }
    case 'revealed':
      return { manifest_hash: fact.facts.manifest_hash }
    case 'metadata_moved':
      return {}
    case 'metadata_frozen':
      return { is_metadata_frozen: true, manifest_hash: fact.facts.manifest_hash }
    case 'royalty_changed':
      return { royalty_bps: fact.facts.bps }
    case 'payees_changed':
    case 'payees_scheduled':
      return { payees: fact.facts.payees.map(toPayee) }
    case 'owner_changed':
      return { owner: checksummed(fact.facts.to) }
  }
}

function termsBefore(
  fact: ChangeFact,
  before: CollectionEvent['previous'],
  former: Former | null,
): ChangedTerms | null {
  switch (fact.kind) {
    case 'created':
    case 'revealed':
    case 'metadata_moved':
      return null
    case 'public_phase_changed': {
      const phase = before?.phases?.[0]?.[1]
      return { public_phase: phase ? keptPhase(phase) : null }
    }
    case 'public_phase_scheduled':
      return former && { public_phase: formerPhase(former) }
    case 'list_added':
    case 'list_removed': {
      const list = before?.list
      const { root } = fact.facts
      return {
        list: list
          ? { root, content_hash: list.content_hash, until: list.ends_at }
          : null,
      }
    }
    case 'cap_scheduled':
      return former && { max_supply: former.max_supply ?? null }
    case 'payees_changed':
    case 'payees_scheduled':
      return former && { payees: (former.payees ?? []).map(toPayee) }
    case 'owner_changed':
      return { owner: checksummed(fact.facts.from) }
    case 'cap_lowered':
    case 'cap_frozen':
    case 'pause_changed':
    case 'metadata_frozen':
    case 'royalty_changed':
      return accountBefore(before?.settings)
  }
}

function accountBefore(
  account: NonNullable<CollectionEvent['previous']>['settings'],
): ChangedTerms | null {
  if (!account) return null
  const { owner, ...settings } = account
  return { ...settings, ...(owner && { owner: checksummed(owner) }) }
}

/** Of an earlier change, or of the creation. */
function formerPhase(former: Former): ChangedTerms['public_phase'] {
  if (former.public_phase !== undefined) {
    return former.public_phase && publicPhase(former.public_phase)
  }
  const { price_wei, start, end, max_per_wallet, max_supply = null } = former
  const isTold =
    price_wei !== undefined &&
    start !== undefined &&
    end !== undefined &&
    max_per_wallet !== undefined
  return isTold
    ? publicPhase({ price_wei, start, end, max_per_wallet, max_supply })
    : null
}

/** Terms that end when they start mean that there is no public phase. */
function publicPhase(terms: PublicTerms): ChangedTerms['public_phase'] {
  const { start, end, ...others } = terms
  if (start >= end) return null
  return { ...pickTerms(others), start: instantAt(start), end: instantAt(end) }
}

function keptPhase(phase: SerializedPhase): ChangedTerms['public_phase'] {
  const { starts_at, ends_at } = phase
  if (starts_at >= ends_at) return null
  return { ...pickTerms(phase), start: starts_at, end: ends_at }
}

function pickTerms({
  price_wei,
  max_per_wallet,
  max_supply,
}: Pick<PublicTerms, 'price_wei' | 'max_per_wallet' | 'max_supply'>) {
  return { price_wei, max_per_wallet, max_supply }
}

function toPayee({ account, bps }: { account: string; bps: number }) {
  return { address: checksummed(account), bps }
}

/** The last second that four digits of a year can tell. */
const LAST_SECOND = 253_402_300_799

function instantAt(seconds: number): string {
  return new Date(Math.min(seconds, LAST_SECOND) * 1000).toISOString()
}
