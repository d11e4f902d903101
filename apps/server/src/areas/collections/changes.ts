import type { ChangedTerms, changeKinds } from '@platemark/api/collection-reads'
import { toInstant } from '@platemark/api/collection-terms'
import type {
  CollectionEvent,
  EventPayload,
  SerializedPhase,
} from '../indexing/collection-events.ts'
import type { PublicTerms } from '../indexing/decode-collection-log.ts'
import type { CreatedData } from '../indexing/decode-factory-log.ts'
import { toChecksumAddress } from './cards.ts'

type ChangeKind = (typeof changeKinds)[number]

/** Event caused by the owner of a collection. */
export type OwnerChange = Extract<EventPayload, { kind: ChangeKind }>

/** Data of the earlier event that set the values a change replaces. */
export type FormerTerms = Partial<
  Pick<CreatedData, 'max_supply' | 'payees' | 'public_phase'> & PublicTerms
>

/** Returns the values before and after an owner's change. */
export function toChange(
  change: OwnerChange,
  previous: CollectionEvent['previous'],
  former: FormerTerms | null,
) {
  return {
    kind: change.kind,
    applicable_at:
      'applicable_at' in change.data ? instantAt(change.data.applicable_at) : null,
    before: termsBefore(change, previous, former),
    after: termsAfter(change),
  }
}

function termsAfter(change: OwnerChange): ChangedTerms {
  switch (change.kind) {
    case 'created': {
      const { creator, public_phase, max_supply, royalty_bps, payees } = change.data
      return {
        public_phase: public_phase && publicPhase(public_phase),
        max_supply,
        royalty_bps,
        payees: payees.map(toPayee),
        owner: toChecksumAddress(creator),
      }
    }
    case 'public_phase_changed':
    case 'public_phase_scheduled':
      return { public_phase: publicPhase(change.data) }
    case 'list_added':
      return { list: { ...change.data, until: null } }
    case 'list_removed': {
      const { root, until } = change.data
      return { list: { root, content_hash: null, until: instantAt(until) } }
    }
    case 'cap_lowered':
    case 'cap_scheduled':
      return { max_supply: change.data.max_supply }
    case 'cap_frozen':
      return { is_cap_frozen: true, max_supply: change.data.max_supply }
    case 'pause_changed':
      return { is_paused: change.data.is_paused }
    case 'revealed':
      return { manifest_hash: change.data.manifest_hash }
    case 'metadata_moved':
      return {}
    case 'metadata_frozen':
      return { is_metadata_frozen: true, manifest_hash: change.data.manifest_hash }
    case 'royalty_changed':
      return { royalty_bps: change.data.bps }
    case 'payees_changed':
    case 'payees_scheduled':
      return { payees: change.data.payees.map(toPayee) }
    case 'owner_offered':
      return { pending_owner: change.data.to && toChecksumAddress(change.data.to) }
    case 'owner_changed':
      return { owner: toChecksumAddress(change.data.to) }
  }
}

function termsBefore(
  change: OwnerChange,
  previous: CollectionEvent['previous'],
  former: FormerTerms | null,
): ChangedTerms | null {
  switch (change.kind) {
    case 'created':
    case 'revealed':
    case 'metadata_moved':
      return null
    case 'public_phase_changed': {
      const phase = previous?.phases?.[0]?.[1]
      return { public_phase: phase ? storedPhase(phase) : null }
    }
    case 'public_phase_scheduled':
      return former && { public_phase: formerPhase(former) }
    case 'list_added':
    case 'list_removed': {
      const list = previous?.list
      const { root } = change.data
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
    case 'owner_offered': {
      const offered = previous?.settings?.pending_owner ?? null
      return { pending_owner: offered && toChecksumAddress(offered) }
    }
    case 'owner_changed':
      return { owner: toChecksumAddress(change.data.from) }
    case 'cap_lowered':
    case 'cap_frozen':
    case 'pause_changed':
    case 'metadata_frozen':
    case 'royalty_changed':
      return settingsBefore(previous?.settings)
  }
}

function settingsBefore(
  account: NonNullable<CollectionEvent['previous']>['settings'],
): ChangedTerms | null {
  if (!account) return null
  const { owner: _, pending_owner: __, ...settings } = account
  return settings
}

/** The earlier event is either a phase change or the creation. */
function formerPhase(former: FormerTerms): ChangedTerms['public_phase'] {
  if (former.public_phase !== undefined) {
    return former.public_phase && publicPhase(former.public_phase)
  }
  const { price_wei, start, end, max_per_wallet, max_supply = null } = former
  const isComplete =
    price_wei !== undefined &&
    start !== undefined &&
    end !== undefined &&
    max_per_wallet !== undefined
  return isComplete
    ? publicPhase({ price_wei, start, end, max_per_wallet, max_supply })
    : null
}

/** Terms that end when they start mean that there is no public phase. */
function publicPhase(terms: PublicTerms): ChangedTerms['public_phase'] {
  const { start, end, ...others } = terms
  if (start >= end) return null
  return { ...pickTerms(others), start: instantAt(start), end: instantAt(end) }
}

function storedPhase(phase: SerializedPhase): ChangedTerms['public_phase'] {
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
  return { address: toChecksumAddress(account), bps }
}

/** Last second of the year 9999, the largest that ISO 8601 writes with four digits. */
const LAST_SECOND = 253_402_300_799

function instantAt(seconds: number): string {
  return toInstant(Math.min(seconds, LAST_SECOND))
}
