import { nameRegistryAbi } from '@platemark/abi/name-registry'
import { tokenIdToLabel } from '@platemark/rules/name-label'
import { type Hex, hexToBytes, zeroAddress } from 'viem'
import { type IndexedLog, InvalidLogError } from '../../indexer/projection.ts'
import { createEventDecoder, type EventDecoder } from '../indexing/service.ts'
import { type NameEvent, type NamePayload, placeOfLog } from './name-events.ts'

const event = createEventDecoder(nameRegistryAbi)

const decoders = new Map<string, EventDecoder<NamePayload>>([
  event('Transfer', ({ from, to, tokenId }) => ({
    kind: 'transfer',
    name: toLabel(tokenId),
    data: { from: from.toLowerCase(), to: to.toLowerCase() },
  })),
  event('NameRegistered', ({ tokenId, payer, price }) => ({
    kind: 'registered',
    name: toLabel(tokenId),
    data: { payer: payer.toLowerCase(), price_wei: `${price}` },
  })),
  event('PrimaryNameChanged', ({ account, tokenId }) => ({
    kind: 'primary',
    name: tokenId === 0n ? null : toLabel(tokenId),
    account: account.toLowerCase(),
    data: { is_moved: false },
  })),
  event('TextChanged', ({ tokenId, key, value }) => ({
    kind: 'text',
    name: toLabel(tokenId),
    data: { key: toText(key), value: toText(value) },
  })),
  event('AddrChanged', ({ tokenId, coinType, addr }) => ({
    kind: 'address',
    name: toLabel(tokenId),
    data: { coin_type: `${coinType}`, address: addr },
  })),
  event('RecordsCleared', ({ tokenId }) => ({
    kind: 'cleared',
    name: toLabel(tokenId),
    data: {},
  })),
  event('ReservedSet', ({ tokenId, on }) => ({
    kind: 'reserved',
    name: toLabel(tokenId),
    data: { is_on: on },
  })),
  event('PricesSet', ({ prices }) => ({
    kind: 'prices',
    name: null,
    data: { wei: prices.map(String) },
  })),
])

/** Events of the registry, and logs of it that cannot be decoded, with the reason. */
type DecodedNames = { events: NameEvent[]; unreadable: [IndexedLog, reason: string][] }

/** Decodes logs of the registry in order; those of other events are left out. */
export function decodeRegistryLogs(logs: readonly IndexedLog[]): DecodedNames {
  const events: NameEvent[] = []
  const unreadable: DecodedNames['unreadable'] = []
  for (const log of logs) {
    const decode = decoders.get(log.topics[0] ?? '')
    if (!decode) continue
    try {
      events.push({ ...decode(log), ...placeOfLog(log) })
    } catch (error) {
      const isOurs = error instanceof InvalidLogError
      unreadable.push([log, isOurs ? error.message : 'log cannot be decoded'])
    }
  }
  return {
    events: events.map((one, at) => markMoved(one, events[at + 1], events[at + 2])),
    unreadable,
  }
}

/** Marks the loss of a primary name by its transfer, which follows in the same transaction. */
function markMoved(event: NameEvent, ...next: (NameEvent | undefined)[]): NameEvent {
  if (event.kind !== 'primary' || event.name !== null) return event
  const moved = next.find((one) => one?.kind === 'transfer')
  const is_moved =
    moved?.kind === 'transfer' &&
    moved.transaction === event.transaction &&
    moved.data.from === event.account &&
    moved.data.from !== zeroAddress
  return { ...event, data: { is_moved } }
}

function toLabel(tokenId: bigint): string {
  const label = tokenIdToLabel(tokenId)
  if (label === null) throw new InvalidLogError(`token id is no label: got ${tokenId}`)
  return label
}

/** Returns a text as the database can keep it: the registry takes any bytes. */
function toText(bytes: Hex): string {
  return new TextDecoder().decode(hexToBytes(bytes)).replaceAll('\0', '')
}
