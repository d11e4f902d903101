import type { CollectionEvent, PreviousState } from '../collection-events.ts'
import { type ChangeSet, findRow, putRow } from './change-set.ts'
import type { CollectionState } from './collection-state.ts'
import { carryMintedCounts, serializePhase } from './phases.ts'

/** Adds a list and opens its phases, if it is published here. */
export function addList(
  state: CollectionState,
  changes: ChangeSet,
  event: CollectionEvent & { kind: 'list_added' },
): void {
  const { root, content_hash } = event.data
  const listed = changes.listPhases.get(root) ?? []
  event.previous = {
    ...listBefore(state, changes, root),
    phases: listed.map(({ phase_id }) => [
      phase_id,
      serializePhase(state.phases.get(phase_id)),
    ]),
  }
  putRow(changes.lists, state.id, root, {
    collection_id: state.id,
    root,
    list: { content_hash, block_number: event.block, ends_at: null },
  })
  for (const { phase_id, ...terms } of listed) {
    state.phases.set(phase_id, {
      ...terms,
      ...carryMintedCounts(terms.max_supply, state.phases.get(phase_id)),
      kind: 'allowlist',
      list_root: root,
    })
  }
}

/** Ends a list and its phases. */
export function removeList(
  state: CollectionState,
  changes: ChangeSet,
  event: CollectionEvent & { kind: 'list_removed' },
): void {
  const { root, until } = event.data
  const ends_at = new Date(until * 1000)
  // Sorted by id, because rows have no defined order.
  const ended = [...state.phases]
    .filter(([, phase]) => phase.list_root === root && phase.ends_at > ends_at)
    .sort(([one], [other]) => one - other)
  event.previous = {
    ...listBefore(state, changes, root),
    phases: ended.map(([phaseId, phase]) => [phaseId, serializePhase(phase)]),
  }
  const known = findRow(changes.lists, state.id, root)
  if (known?.list) known.list = { ...known.list, ends_at }
  for (const [phaseId, phase] of ended) state.phases.set(phaseId, { ...phase, ends_at })
}

function listBefore(
  state: CollectionState,
  changes: ChangeSet,
  root: string,
): Pick<PreviousState, 'list'> {
  const list = findRow(changes.lists, state.id, root)?.list
  if (!list) return { list: null }
  return { list: { ...list, ends_at: list.ends_at?.toISOString() ?? null } }
}

/** Restores the list that an event replaced; its phases are restored separately. */
export function restoreList(
  state: CollectionState,
  changes: ChangeSet,
  { previous, data }: CollectionEvent & { kind: 'list_added' | 'list_removed' },
): void {
  const { root } = data
  const former = previous?.list
  const ends_at = former?.ends_at ? new Date(former.ends_at) : null
  const list = former ? { ...former, ends_at } : null
  putRow(changes.lists, state.id, root, { collection_id: state.id, root, list })
}
