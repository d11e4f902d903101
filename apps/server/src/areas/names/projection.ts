import type { Chain } from '../../configuration/chains.ts'
import type { Database } from '../../database/database.ts'
import { extendProjection, toSkippedLog } from '../../indexer/extend-projection.ts'
import {
  InvalidLogError,
  type Projection,
  type UnreadableLog,
} from '../../indexer/projection.ts'
import { decodeRegistryLogs } from './decode-registry-log.ts'
import type { NameEvent } from './name-events.ts'
import {
  deleteNameEventsAbove,
  insertNameEvents,
  listEventsOfAccounts,
  listEventsOfNames,
} from './queries/events.ts'
import {
  deleteNames,
  loadNames,
  loadPrimaries,
  saveNames,
  savePrimaries,
} from './queries/projected.ts'
import {
  type NameState,
  type PrimaryState,
  reduceName,
  reducePrimary,
} from './reduce-name.ts'

/** Adds the registry of names to a projection: its logs become rows of names on its home chain. */
export function withNames(base: Projection): Projection {
  return extendProjection(base, {
    findContract: (chain) => chain.contracts?.names?.registry,
    decode: decodeRegistryLogs,
    apply,
    revert,
  })
}

async function revert(
  transaction: Database,
  chainId: number,
  blockNumber: number,
): Promise<void> {
  const { names, accounts } = await deleteNameEventsAbove(
    transaction,
    chainId,
    blockNumber,
  )
  await rebuildNames(transaction, chainId, names)
  await rebuildPrimaries(transaction, chainId, accounts)
}

/**
 * Applies events of the registry that were not applied before. A log that does not fit is skipped
 * and returned with `setsAside`; else throws `InvalidLogError`.
 */
async function apply(
  transaction: Database,
  chain: Chain,
  { events, unreadable }: ReturnType<typeof decodeRegistryLogs>,
  setsAside: boolean,
): Promise<UnreadableLog[]> {
  const skipped = unreadable.map(([log, reason]) => toSkippedLog(log, reason))
  const [first] = skipped
  if (first && !setsAside) throw new InvalidLogError(first.reason)
  const states = await loadNames(transaction, chain.id, labelsOf(events))
  const primaries = await loadPrimaries(transaction, chain.id, accountsOf(events))
  const isNew = await insertNameEvents(transaction, chain.id, events)
  for (const event of events) {
    if (!isNew(event)) continue
    try {
      applyTo(states, primaries, event)
    } catch (error) {
      if (!(error instanceof InvalidLogError) || !setsAside) throw error
      skipped.push(toSkipped(event, error.message))
    }
  }
  await saveNames(transaction, chain.id, [...states.values()])
  await savePrimaries(transaction, chain.id, primaries)
  return skipped
}

function applyTo(
  states: Map<string, NameState>,
  primaries: Map<string, PrimaryState>,
  event: NameEvent,
): void {
  if (event.kind === 'primary') {
    const before = primaries.get(event.account) ?? noPrimary
    primaries.set(event.account, reducePrimary(before, event))
  }
  if (event.name === null) return
  const state = reduceName(states.get(event.name), event)
  if (state) states.set(event.name, state)
}

const noPrimary: PrimaryState = { onchain: null, onchain_at: null }

/** Makes the rows of names anew from their remaining events. */
async function rebuildNames(
  transaction: Database,
  chainId: number,
  names: string[],
): Promise<void> {
  if (names.length === 0) return
  const states = new Map<string, NameState>()
  for (const event of await listEventsOfNames(transaction, chainId, names)) {
    try {
      applyTo(states, new Map(), event)
    } catch (error) {
      // It was skipped when it was applied, too.
      if (!(error instanceof InvalidLogError)) throw error
    }
  }
  await deleteNames(
    transaction,
    chainId,
    names.filter((name) => !states.has(name)),
  )
  await saveNames(transaction, chainId, [...states.values()])
}

async function rebuildPrimaries(
  transaction: Database,
  chainId: number,
  accounts: string[],
): Promise<void> {
  const primaries = new Map(accounts.map((account) => [account, noPrimary]))
  for (const event of await listEventsOfAccounts(transaction, chainId, accounts)) {
    if (event.kind !== 'primary') continue
    const before = primaries.get(event.account) ?? noPrimary
    primaries.set(event.account, reducePrimary(before, event))
  }
  await savePrimaries(transaction, chainId, primaries)
}

function labelsOf(events: readonly NameEvent[]): string[] {
  return [...new Set(events.flatMap(({ name }) => name ?? []))]
}

function accountsOf(events: readonly NameEvent[]): string[] {
  return [
    ...new Set(events.flatMap((one) => (one.kind === 'primary' ? one.account : []))),
  ]
}

function toSkipped(event: NameEvent, reason: string): UnreadableLog {
  return {
    address: null,
    blockNumber: event.block,
    blockTime: event.time,
    transactionHash: event.transaction,
    logIndex: event.logIndex,
    reason,
  }
}
