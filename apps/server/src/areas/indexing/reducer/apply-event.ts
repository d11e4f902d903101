import type { CollectionEvent, PreviousState } from '../collection-events.ts'
import type { ChangeSet } from './change-set.ts'
import type { CollectionState } from './collection-state.ts'
import { burn, mint, revertBurn, revertTransfer, transfer, unmint } from './holdings.ts'
import { addList, removeList, restoreList } from './lists.ts'
import { recordMint, unrecordMint } from './mints.ts'
import { changePublicPhase, restorePhases, setPublicPhase } from './phases.ts'

/**
 * Applies one happening to a collection and its books, and notes in it what `undo` needs. What a
 * log means for the index is said here and in the files beside it alone, each with its mirror.
 */
export function applyEvent(
  account: CollectionState,
  books: ChangeSet,
  happening: CollectionEvent,
): void {
  switch (happening.kind) {
    case 'mint':
      mint(account, books, happening)
      recordMint(account, books, happening)
      return
    case 'airdrop':
      mint(account, books, happening)
      return
    case 'transfer':
      transfer(account, books, happening)
      return
    case 'burn':
      burn(account, books, happening)
      return
    case 'list_added':
      addList(account, books, happening)
      return
    case 'list_removed':
      removeList(account, books, happening)
      return
    case 'created': {
      const { public_phase, public_title } = happening.facts
      if (public_phase) setPublicPhase(account, public_phase, public_title)
      return
    }
    case 'public_phase_changed':
      changePublicPhase(account, happening)
      return
    default:
      changeSettings(account, happening)
  }
}

/** Takes back the last happening that was recorded, exactly. */
export function revertEvent(
  account: CollectionState,
  books: ChangeSet,
  happening: CollectionEvent,
): void {
  switch (happening.kind) {
    case 'mint':
      unrecordMint(account, books, happening)
      unmint(account, books, happening)
      return
    case 'airdrop':
      unmint(account, books, happening)
      return
    case 'transfer':
      revertTransfer(account, books, happening)
      return
    case 'burn':
      revertBurn(account, books, happening)
      return
    default:
      putBack(account, books, happening)
  }
}

/** Puts back what a happening replaced. */
function putBack(
  account: CollectionState,
  books: ChangeSet,
  happening: CollectionEvent,
): void {
  const { previous } = happening
  Object.assign(account, previous?.settings)
  restorePhases(account, previous)
  if (happening.kind === 'list_added' || happening.kind === 'list_removed') {
    restoreList(account, books, happening)
  }
}

type Settings = NonNullable<PreviousState['settings']>

function changeSettings(account: CollectionState, happening: CollectionEvent): void {
  const settings = settingsOf(happening)
  if (!settings) return
  // Safe: the keys are those that the settings were written with.
  const names = Object.keys(settings) as (keyof Settings)[]
  const former = Object.fromEntries(names.map((name) => [name, account[name]]))
  happening.previous = { settings: former }
  Object.assign(account, settings)
}

/** What a happening sets; undefined where it sets nothing that the index keeps. */
function settingsOf({ kind, facts }: CollectionEvent): Settings | undefined {
  switch (kind) {
    case 'cap_lowered':
      return { max_supply: facts.max_supply }
    case 'cap_frozen':
      return { is_cap_frozen: true }
    case 'pause_changed':
      return { is_paused: facts.is_paused }
    case 'metadata_frozen':
      return { is_metadata_frozen: true }
    case 'royalty_changed':
      return { royalty_bps: facts.bps }
    case 'owner_changed':
      return { owner: facts.to }
    default:
      return undefined
  }
}
