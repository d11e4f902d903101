import type { CollectionEvent, PreviousState } from '../collection-events.ts'
import { type ChangeSet, findRow, putRow } from './change-set.ts'
import type { CollectionState } from './collection-state.ts'
import { countMint, serializePhase } from './phases.ts'

/** Opens the phases of a list, as far as it is published here. */
export function addList(
  account: CollectionState,
  books: ChangeSet,
  happening: CollectionEvent & { kind: 'list_added' },
): void {
  const { root, content_hash } = happening.facts
  const listed = books.listPhases.get(root) ?? []
  happening.previous = {
    ...listBefore(account, books, root),
    phases: listed.map(({ phase_id }) => [
      phase_id,
      serializePhase(account.phases.get(phase_id)),
    ]),
  }
  putRow(books.lists, account.id, root, {
    collection_id: account.id,
    root,
    list: { content_hash, block_number: happening.block, ends_at: null },
  })
  for (const { phase_id, ...terms } of listed) {
    account.phases.set(phase_id, {
      ...terms,
      ...countMint(terms.max_supply, account.phases.get(phase_id)),
      kind: 'allowlist',
      list_root: root,
    })
  }
}

/** Ends a list, and the phases that are of it. */
export function removeList(
  account: CollectionState,
  books: ChangeSet,
  happening: CollectionEvent & { kind: 'list_removed' },
): void {
  const { root, until } = happening.facts
  const ends_at = new Date(until * 1000)
  // In order of their ids, because rows come in none.
  const ended = [...account.phases]
    .filter(([, phase]) => phase.list_root === root && phase.ends_at > ends_at)
    .sort(([one], [other]) => one - other)
  happening.previous = {
    ...listBefore(account, books, root),
    phases: ended.map(([phaseId, phase]) => [phaseId, serializePhase(phase)]),
  }
  const known = findRow(books.lists, account.id, root)
  if (known?.list) known.list = { ...known.list, ends_at }
  for (const [phaseId, phase] of ended) account.phases.set(phaseId, { ...phase, ends_at })
}

function listBefore(
  account: CollectionState,
  books: ChangeSet,
  root: string,
): Pick<PreviousState, 'list'> {
  const list = findRow(books.lists, account.id, root)?.list
  if (!list) return { list: null }
  return { list: { ...list, ends_at: list.ends_at?.toISOString() ?? null } }
}

/** Puts back the list that a happening replaced; its phases are put back apart. */
export function restoreList(
  account: CollectionState,
  books: ChangeSet,
  { previous, facts }: CollectionEvent & { kind: 'list_added' | 'list_removed' },
): void {
  const { root } = facts
  const former = previous?.list
  const ends_at = former?.ends_at ? new Date(former.ends_at) : null
  const list = former ? { ...former, ends_at } : null
  putRow(books.lists, account.id, root, { collection_id: account.id, root, list })
}
