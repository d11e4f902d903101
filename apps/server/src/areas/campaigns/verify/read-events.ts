import { nameRegistryAbi } from '@platemark/abi/name-registry'
import { tokenIdToLabel } from '@platemark/rules/name-label'
import { decodeEventLog, type Hex, type PublicClient, zeroAddress } from 'viem'
import type { IndexedLog } from '../../../indexer/projection.ts'
import { type CollectionEvent, decodeEvents } from '../../indexing/service.ts'
import { readLogs } from './read-logs.ts'
import type { ChainEvent, InputChain } from './result-inputs.ts'

/**
 * Reads the events of a network up to the last block that a result counted: collections of the
 * factory with their mints and transfers, and names. Nothing but the endpoint is asked.
 */
export async function readEvents(
  client: PublicClient,
  { id, factory, start_block, last_block, names_registry }: InputChain,
): Promise<ChainEvent[]> {
  if (last_block === null) return []
  const range = { from: start_block, to: last_block }
  const events: ChainEvent[] = []
  if (factory !== null) {
    const made = await readLogs(client, [factory], range)
    const collections = listEvents(factory, made).map(({ collection }) => collection)
    const logs = await readLogs(client, [factory, ...new Set(collections)], range)
    events.push(...toChainEvents(id, listEvents(factory, logs)))
  }
  if (names_registry !== null) {
    const logs = await readLogs(client, [names_registry], range)
    events.push(...logs.flatMap((log) => toNameEvents(id, log)))
  }
  return events
}

function listEvents(factory: string, logs: IndexedLog[]): CollectionEvent[] {
  // Safe: the inputs name the factory by its address in lower case.
  return decodeEvents([factory as Hex], logs).events
}

function toChainEvents(
  chain_id: number,
  events: readonly CollectionEvent[],
): ChainEvent[] {
  const creators = new Map<string, string>()
  // Logs of a public mint have no price: it is that of the public phase at that moment.
  const prices = new Map<string, string>()
  const found: ChainEvent[] = []
  for (const event of events) {
    const { collection: contract, block, logIndex: log, transaction: tx, time } = event
    const place = { chain_id, contract, block, log, tx, time: time.getTime() }
    if (event.kind === 'created') {
      const { creator, public_phase } = event.data
      creators.set(contract, creator)
      prices.set(contract, public_phase?.price_wei ?? '0')
      found.push({ ...place, kind: 'created', creator })
    }
    const creator = creators.get(contract)
    if (creator === undefined) continue
    switch (event.kind) {
      case 'public_phase_changed':
        prices.set(contract, event.data.price_wei)
        break
      case 'mint':
      case 'airdrop': {
        const { to, quantity, first_token_id: token_id } = event.data
        const price_wei =
          event.kind === 'airdrop'
            ? '0'
            : (event.data.price_wei ?? prices.get(contract) ?? '0')
        const moved = { creator, from: null, to, quantity, token_id, price_wei }
        found.push({ ...place, kind: event.kind, ...moved })
        break
      }
      case 'transfer':
      case 'burn': {
        const { from, to, quantity, token_id } = event.data
        const moved = { creator, from, to, quantity, token_id, price_wei: '0' }
        found.push({ ...place, kind: event.kind, ...moved })
        break
      }
    }
  }
  return found
}

function toNameEvents(chain_id: number, log: IndexedLog): ChainEvent[] {
  const { blockNumber: block, logIndex, transactionHash: tx, blockTime, topics } = log
  const place = {
    ...{ chain_id, contract: 'names', block, log: logIndex, tx },
    time: blockTime.getTime(),
  }
  // Safe: a log of a contract has its signature as the first topic, and `decodeEventLog` throws otherwise.
  const asked = {
    abi: nameRegistryAbi,
    data: log.data,
    topics: topics as [Hex, ...Hex[]],
  }
  const { eventName, args } = decodeEventLog({ ...asked, strict: true })
  if (eventName === 'Transfer' && args.from === zeroAddress) {
    const name = tokenIdToLabel(args.tokenId)
    const account = args.to.toLowerCase()
    return name === null ? [] : [{ ...place, kind: 'name_registered', account, name }]
  }
  if (eventName === 'PrimaryNameChanged') {
    const name = args.tokenId === 0n ? null : tokenIdToLabel(args.tokenId)
    const account = args.account.toLowerCase()
    return name === null ? [] : [{ ...place, kind: 'name_primary_set', account, name }]
  }
  return []
}
