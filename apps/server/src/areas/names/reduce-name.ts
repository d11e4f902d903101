import { zeroAddress } from 'viem'
import { InvalidLogError } from '../../indexer/projection.ts'
import type { NameEvent } from './name-events.ts'

/** A registered name as its events make it. Addresses are lower case. */
export type NameState = {
  name: string
  owner: string
  moves: number
  texts: Record<string, string>
  addresses: Record<string, string>
  payer: string | null
  price_wei: string | null
  registered_at: Date
  registered_block: number
  registered_index: number
  registered_tx: string
}

/** Primary name of an account in the registry, and the time since which it counts. */
export type PrimaryState = { onchain: string | null; onchain_at: Date | null }

/**
 * Applies an event to the state of its name; undefined: it is not registered. Throws
 * `InvalidLogError` for an event that the registry cannot have emitted in this state.
 */
export function reduceName(
  state: NameState | undefined,
  event: NameEvent,
): NameState | undefined {
  if (event.kind === 'reserved' || event.kind === 'primary') return state
  if (event.kind === 'prices') return state
  if (event.kind === 'transfer' && event.data.from === zeroAddress) {
    if (state) throw new InvalidLogError(`name is registered twice: got ${event.name}`)
    return registered(event.name, event.data.to, event)
  }
  if (!state) {
    throw new InvalidLogError(`${event.kind} precedes registration: got ${event.name}`)
  }
  switch (event.kind) {
    case 'transfer': {
      const { from, to } = event.data
      if (from !== state.owner)
        throw new InvalidLogError(`Transfer.from is not the owner: got ${from}`)
      return { ...state, owner: to, moves: state.moves + 1, texts: {}, addresses: {} }
    }
    case 'registered':
      return { ...state, ...event.data }
    case 'text':
      return { ...state, texts: withEntry(state.texts, event.data.key, event.data.value) }
    case 'address': {
      const { coin_type, address } = event.data
      const value = address === '0x' ? '' : address
      return { ...state, addresses: withEntry(state.addresses, coin_type, value) }
    }
    case 'cleared':
      return { ...state, texts: {}, addresses: {} }
  }
}

/** Applies a change of the primary name of an account. */
export function reducePrimary(
  { onchain_at }: PrimaryState,
  { name, data, time }: NameEvent & { kind: 'primary' },
): PrimaryState {
  return { onchain: name, onchain_at: data.is_moved ? onchain_at : time }
}

function registered(name: string, owner: string, event: NameEvent): NameState {
  return {
    name,
    owner,
    moves: 0,
    texts: {},
    addresses: {},
    payer: null,
    price_wei: null,
    registered_at: event.time,
    registered_block: event.block,
    registered_index: event.logIndex,
    registered_tx: event.transaction,
  }
}

/** Sets an entry; an empty value removes it. */
function withEntry(
  entries: Record<string, string>,
  key: string,
  value: string,
): Record<string, string> {
  const others = Object.entries(entries).filter(([one]) => one !== key)
  return Object.fromEntries(value === '' ? others : [...others, [key, value]])
}
