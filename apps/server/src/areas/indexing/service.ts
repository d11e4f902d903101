import type { Address } from 'viem'
import type { Database } from '../../database/database.ts'
import { executeAsOne } from '../../database/rows.ts'
import { type CollectionEvent, decodeEvents } from './collection-events.ts'
import { createEventDecoder, type EventDecoder } from './decode-event.ts'
import { loadListPhases } from './queries/change-set.ts'
import {
  copyState,
  loadCollectionStates,
  saveCollectionStates,
} from './queries/collection-states.ts'
import { countMintedByPhase, listLists } from './queries/late-lists.ts'

export { type CollectionEvent, createEventDecoder, decodeEvents, type EventDecoder }

type Late = {
  id: string
  chain_id: number
  address: Address
  /** Title of the public phase; undefined: it stays. */
  publicTitle: string | undefined
  now: Date
}

/**
 * Opens the phases of lists that the index has had before their files were here, with what was
 * minted in them, and names the public phase.
 */
export async function openLatePhases(
  transaction: Database,
  { id, chain_id, address, publicTitle, now }: Late,
): Promise<void> {
  const states = await loadCollectionStates(transaction, chain_id, [address])
  const state = states.get(address)
  if (!state) throw new Error(`collection is not indexed: got ${address}`)
  const before = copyState(state)
  const lists = await listLists(transaction, id)
  const terms = await loadListPhases(
    transaction,
    lists.map(({ root }) => root),
  )
  const counts = await countMintedByPhase(transaction, id)
  for (const { root, ends_at: removed } of lists) {
    for (const { phase_id, ...phase } of terms.get(root) ?? []) {
      const minted = state.phases.get(phase_id)?.minted ?? counts.get(phase_id) ?? 0
      const minted_uncapped = phase.max_supply === null ? minted : 0
      const ends_at = removed && removed < phase.ends_at ? removed : phase.ends_at
      state.phases.set(phase_id, {
        ...{ ...phase, ends_at, minted, minted_uncapped },
        ...{ kind: 'allowlist', list_root: root },
      })
    }
  }
  for (const phase of state.phases.values()) {
    if (phase.kind === 'public' && publicTitle) phase.title = publicTitle
  }
  await executeAsOne(transaction, saveCollectionStates([{ before, after: state }], now))
}
