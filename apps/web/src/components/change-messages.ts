import type { Activity, ChangedTerms } from '@platemark/api/collection-reads'
import type { Network } from '@platemark/api/config'
import { formatAmount, formatCount, shortAddress } from '@platemark/rules/amounts'
import { startLow } from '@platemark/rules/first-letter'

/** A change by the owner, as change log and activity return it. */
export type Change = NonNullable<Activity['change']>

type MessageContext = {
  coin: Network['native_currency']
  /** Formats an instant of the API. */
  when: (instant: string) => string
}

/** Describes a change, before and after, in one or more sentences. */
export function describeChange(change: Change, context: MessageContext): string {
  const sentence = sentenceOf(change, context)
  if (change.applicable_at === null) return sentence
  return `Announced for ${context.when(change.applicable_at)}: ${startLow(sentence)}`
}

function sentenceOf({ kind, before, after }: Change, context: MessageContext): string {
  switch (kind) {
    case 'created':
      return typeof after.max_supply === 'number'
        ? `Collection created for up to ${formatCount(after.max_supply)} ${after.max_supply === 1 ? 'item' : 'items'}.`
        : 'Collection created without a cap.'
    case 'public_phase_changed':
    case 'public_phase_scheduled':
      return describePhase(before, after, context)
    case 'list_added':
      return before?.list ? 'Allowlist published again.' : 'Allowlist published.'
    case 'list_removed':
      return after.list?.until
        ? `Allowlist removed, valid until ${context.when(after.list.until)}.`
        : 'Allowlist removed.'
    case 'cap_lowered':
    case 'cap_scheduled':
      return describeCap(before, after)
    case 'cap_frozen':
      return typeof after.max_supply === 'number'
        ? `Supply permanently fixed at ${formatCount(after.max_supply)}.`
        : 'Supply permanently uncapped.'
    case 'pause_changed':
      return after.is_paused ? 'Minting paused.' : 'Minting resumed.'
    case 'revealed':
      return 'Images and traits revealed.'
    case 'metadata_moved':
      return 'Images and traits moved to another address.'
    case 'metadata_frozen':
      return describeFreeze(after)
    case 'royalty_changed':
      return describeMove('Royalty', before?.royalty_bps, after.royalty_bps ?? 0, percent)
    case 'payees_changed':
    case 'payees_scheduled': {
      const former = before?.payees ? ` instead of ${formatPayees(before.payees)}` : ''
      return `Income goes to ${formatPayees(after.payees ?? [])}${former}.`
    }
    case 'owner_offered':
      return after.pending_owner
        ? `Ownership offered to ${shortAddress(after.pending_owner)}.`
        : 'Ownership offer withdrawn.'
    case 'owner_changed': {
      const former = before?.owner ? ` from ${shortAddress(before.owner)}` : ''
      return `Owner changed${former} to ${shortAddress(after.owner ?? '')}.`
    }
  }
}

type PublicPhase = NonNullable<ChangedTerms['public_phase']>

function describePhase(
  before: ChangedTerms | null,
  after: ChangedTerms,
  context: MessageContext,
): string {
  const next = after.public_phase
  if (!next) return 'Public phase removed.'
  const former = before?.public_phase
  if (!former) {
    const verb = before ? 'added' : 'set'
    return `Public phase ${verb}: ${formatPrice(next, context)}, from ${context.when(next.start)}.`
  }
  const sentences = phaseChanges(former, next, context)
  return sentences.length > 0 ? sentences.join(' ') : 'Public phase set again, unchanged.'
}

function phaseChanges(
  former: PublicPhase,
  next: PublicPhase,
  context: MessageContext,
): string[] {
  const sentences: string[] = []
  if (former.price_wei !== next.price_wei) {
    const isLower = BigInt(next.price_wei) < BigInt(former.price_wei)
    sentences.push(
      `Public price ${isLower ? 'lowered' : 'raised'} from ${formatPrice(former, context)} to ${formatPrice(next, context)}.`,
    )
  }
  if (former.start !== next.start) {
    sentences.push(
      `Public phase opens ${context.when(next.start)} instead of ${context.when(former.start)}.`,
    )
  }
  if (former.end !== next.end) {
    sentences.push(describeEnd(former.end, next.end, context))
  }
  if (former.max_per_wallet !== next.max_per_wallet) {
    sentences.push(
      describeMove(
        'Wallet limit',
        former.max_per_wallet,
        next.max_per_wallet,
        formatLimit,
      ),
    )
  }
  if (former.max_supply !== next.max_supply) {
    sentences.push(
      describeMove(
        'Supply of the public phase',
        former.max_supply,
        next.max_supply,
        formatShare,
      ),
    )
  }
  return sentences
}

/** Describes what a freeze fixes: the files by their hash, or without one the address. */
function describeFreeze({ manifest_hash }: ChangedTerms): string {
  if (!manifest_hash || /^0x0+$/.test(manifest_hash))
    return 'Address of images and traits permanently frozen.'
  return `Images and traits permanently fixed by hash ${shortAddress(manifest_hash)}.`
}

function describeCap(before: ChangedTerms | null, after: ChangedTerms): string {
  const cap = after.max_supply
  if (cap === undefined || cap === null) return 'Supply has no cap.'
  if (before && before.max_supply === null) return `Supply capped at ${formatCount(cap)}.`
  return describeMove('Supply', before?.max_supply ?? undefined, cap, formatCount)
}

/**
 * Describes a move: `Royalty lowered from 7.5% to 5%.`, or `Royalty set to 5%.` without a
 * former value.
 */
function describeMove<T extends number | null>(
  noun: string,
  from: T | undefined,
  to: T,
  words: (value: T) => string,
): string {
  if (from === undefined || from === to) return `${noun} set to ${words(to)}.`
  const isLower = from === null || (to !== null && to < from)
  return `${noun} ${isLower ? 'lowered' : 'raised'} from ${words(from)} to ${words(to)}.`
}

function formatPrice({ price_wei }: PublicPhase, { coin }: MessageContext): string {
  const wei = BigInt(price_wei)
  return wei === 0n ? 'free' : formatAmount(wei, coin)
}

/** Last second that the contracts store: means no end. */
const noEnd = Date.parse('2106-02-07T06:28:15Z')

function describeEnd(former: string, next: string, { when }: MessageContext): string {
  if (Date.parse(next) >= noEnd) return `Public phase extended past ${when(former)}.`
  const before = Date.parse(former) >= noEnd ? 'never' : when(former)
  return `Public phase ends ${when(next)} instead of ${before}.`
}

/** Largest limit that the contracts store: means no limit. */
const noLimit = 65_535

function formatLimit(limit: number): string {
  return limit >= noLimit ? 'no limit' : formatCount(limit)
}

function formatShare(share: number | null): string {
  return share === null ? 'the remaining supply' : formatCount(share)
}

function percent(bps: number): string {
  return `${bps / 100}%`
}

function formatPayees(payees: NonNullable<ChangedTerms['payees']>): string {
  if (payees.length === 0) return 'the creator alone'
  if (payees.length > 3) return `${payees.length} accounts`
  const named = payees.map(
    ({ address, bps }) => `${shortAddress(address)} (${percent(bps)})`,
  )
  return new Intl.ListFormat('en').format(named)
}
