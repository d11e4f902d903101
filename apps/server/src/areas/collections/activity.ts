import type { Activity, CollectionChange } from '@platemark/api/collection-reads'
import type { CollectionEvent, EventPayload } from '../indexing/collection-events.ts'
import { UNCAPPED } from '../indexing/decode-collection-log.ts'
import { toChecksumAddress } from './cards.ts'
import { type FormerTerms, type OwnerChange, toChange } from './changes.ts'
import { type EventFilter, type EventRow, thirdPartyKinds } from './queries/activity.ts'

/** Activity type of each event kind, except for price changes. */
const types: Record<EventPayload['kind'], Activity['type']> = {
  mint: 'mint',
  airdrop: 'airdrop',
  transfer: 'transfer',
  burn: 'burn',
  withdrawal: 'withdrawal',
  created: 'created',
  public_phase_changed: 'phase_change',
  public_phase_scheduled: 'phase_change',
  list_added: 'phase_change',
  list_removed: 'phase_change',
  cap_lowered: 'supply_change',
  cap_scheduled: 'supply_change',
  cap_frozen: 'freeze',
  metadata_frozen: 'freeze',
  revealed: 'metadata_change',
  metadata_moved: 'metadata_change',
  royalty_changed: 'royalty_change',
  payees_changed: 'payees_change',
  payees_scheduled: 'payees_change',
  owner_offered: 'owner_change',
  owner_changed: 'owner_change',
  pause_changed: 'pause',
}

/** Returns the filter of an activity type; undefined selects all events. */
export function activityFilter(type: Activity['type'] | undefined): EventFilter {
  if (type === undefined) return 'all'
  if (type === 'price_change') {
    return { kinds: ['public_phase_changed'], isPriceChange: true }
  }
  const kinds = Object.entries(types)
    .filter(([, meant]) => meant === type)
    .map(([kind]) => kind)
  return type === 'phase_change' ? { kinds, isPriceChange: false } : { kinds }
}

/** Event kinds that concern a single token. */
const tokenKinds = ['mint', 'airdrop', 'transfer', 'burn']

/** Returns the filter of one token's events, narrowed to a type where one is given. */
export function tokenActivityFilter(
  isEdition: boolean,
  token_id: string,
  type: Activity['type'] | undefined,
): EventFilter {
  const kinds = tokenKinds.filter((kind) => type === undefined || kind === type)
  const id = BigInt(token_id)
  // All copies of an edition are one token, and their events carry no token id.
  if (isEdition) return { kinds: id === 1n ? kinds : [] }
  return id > 0n && id <= UNCAPPED ? { kinds, tokenId: Number(id) } : { kinds: [] }
}

/** Narrows a mint of several tokens to the part of one token. */
export function toTokenActivity(row: Activity, token_id: string): Activity {
  if (row.token_id === null) return row
  return { ...row, token_id, quantity: 1, amount_wei: row.price_wei }
}

/** Maps an event row to an activity item. */
export function toActivity(event: EventRow): Activity {
  const payload = toPayload(event)
  return {
    ...placeOf(event),
    type: event.is_price_change ? 'price_change' : types[payload.kind],
    ...nothingMoved,
    ...moved(payload),
    change: changeOf(event),
  }
}

const nothingMoved = {
  from: null,
  to: null,
  token_id: null,
  quantity: null,
  phase_id: null,
  price_wei: null,
  referrer: null,
  amount_wei: null,
}

function moved(payload: EventPayload) {
  switch (payload.kind) {
    case 'mint': {
      const { to, first_token_id, quantity, phase_id, referrer } = payload.data
      const price_wei = payload.data.price_wei ?? '0'
      return {
        to: toChecksumAddress(to),
        token_id: first_token_id,
        quantity,
        phase_id,
        price_wei,
        referrer: referrer && toChecksumAddress(referrer),
        amount_wei: String(BigInt(price_wei) * BigInt(quantity)),
      }
    }
    case 'airdrop': {
      const { to, first_token_id, quantity } = payload.data
      return { to: toChecksumAddress(to), token_id: first_token_id, quantity }
    }
    case 'transfer':
    case 'burn': {
      const { from, to, token_id, quantity } = payload.data
      const goes = payload.kind === 'transfer' ? { to: toChecksumAddress(to) } : {}
      return { from: toChecksumAddress(from), ...goes, token_id, quantity }
    }
    case 'withdrawal': {
      const { account, amount_wei } = payload.data
      return { to: toChecksumAddress(account), amount_wei }
    }
    case 'owner_offered':
    case 'owner_changed': {
      const { from, to } = payload.data
      return { from: toChecksumAddress(from), to: to && toChecksumAddress(to) }
    }
    default:
      return {}
  }
}

/**
 * Maps an event row to an item of the change list; undefined for events the owner did not
 * cause.
 */
export function toCollectionChange(event: EventRow): CollectionChange | undefined {
  const change = changeOf(event)
  return change ? { ...placeOf(event), ...change } : undefined
}

function changeOf(event: EventRow) {
  const payload = toPayload(event)
  if (!isChange(payload)) return null
  // Safe: the projection writes these columns, from events only.
  const { previous, former } = event as {
    previous: CollectionEvent['previous'] | null
    former: FormerTerms | null
  }
  return toChange(payload, previous ?? undefined, former)
}

function isChange(payload: EventPayload): payload is OwnerChange {
  return !thirdPartyKinds.includes(payload.kind)
}

function toPayload({ kind, data }: EventRow): EventPayload {
  // Safe: the projection writes this table, from events only.
  return { kind, data } as unknown as EventPayload
}

function placeOf({ block_number, log_index, time, tx_hash }: EventRow) {
  return {
    block_number: String(block_number),
    log_index,
    time: time.toISOString(),
    tx: tx_hash,
  }
}
