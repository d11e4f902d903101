import type { CollectionEvent, PreviousState } from '../collection-events.ts'
import type { ChangeSet } from './change-set.ts'
import type { CollectionState } from './collection-state.ts'
import { burn, mint, revertBurn, revertTransfer, transfer, unmint } from './holdings.ts'
import { addList, removeList, restoreList } from './lists.ts'
import { recordMint, unrecordMint } from './mints.ts'
import { changePublicPhase, restorePhases, setPublicPhase } from './phases.ts'

/**
 * Applies one event to a collection's state and the change set, and stores in it what
 * `revertEvent` needs. The files of this folder alone define what a log means for the
 * tables, each with its inverse.
 */
export function applyEvent(
  state: CollectionState,
  changes: ChangeSet,
  event: CollectionEvent,
): void {
  switch (event.kind) {
    case 'mint':
      mint(state, changes, event)
      recordMint(state, changes, event)
      return
    case 'airdrop':
      mint(state, changes, event)
      return
    case 'transfer':
      transfer(state, changes, event)
      return
    case 'burn':
      burn(state, changes, event)
      return
    case 'list_added':
      addList(state, changes, event)
      return
    case 'list_removed':
      removeList(state, changes, event)
      return
    case 'created': {
      const { public_phase, public_title } = event.data
      if (public_phase) setPublicPhase(state, public_phase, public_title)
      return
    }
    case 'public_phase_changed':
      changePublicPhase(state, event)
      return
    default:
      changeSettings(state, event)
  }
}

/** Reverts the last applied event exactly. */
export function revertEvent(
  state: CollectionState,
  changes: ChangeSet,
  event: CollectionEvent,
): void {
  switch (event.kind) {
    case 'mint':
      unrecordMint(state, changes, event)
      unmint(state, changes, event)
      return
    case 'airdrop':
      unmint(state, changes, event)
      return
    case 'transfer':
      revertTransfer(state, changes, event)
      return
    case 'burn':
      revertBurn(state, changes, event)
      return
    default:
      restorePrevious(state, changes, event)
  }
}

/** Restores the state that an event replaced. */
function restorePrevious(
  state: CollectionState,
  changes: ChangeSet,
  event: CollectionEvent,
): void {
  const { previous } = event
  Object.assign(state, previous?.settings)
  restorePhases(state, previous)
  if (event.kind === 'list_added' || event.kind === 'list_removed') {
    restoreList(state, changes, event)
  }
}

type Settings = NonNullable<PreviousState['settings']>

function changeSettings(state: CollectionState, event: CollectionEvent): void {
  const settings = toSettings(event)
  if (!settings) return
  // Safe: the keys are those that the settings were written with.
  const names = Object.keys(settings) as (keyof Settings)[]
  const former = Object.fromEntries(names.map((name) => [name, state[name]]))
  event.previous = { settings: former }
  Object.assign(state, settings)
}

/** Returns the settings that an event changes; undefined if it changes none. */
function toSettings({ kind, data }: CollectionEvent): Settings | undefined {
  switch (kind) {
    case 'cap_lowered':
      return { max_supply: data.max_supply }
    case 'cap_frozen':
      return { is_cap_frozen: true }
    case 'pause_changed':
      return { is_paused: data.is_paused }
    case 'metadata_frozen':
      return { is_metadata_frozen: true }
    case 'royalty_changed':
      return { royalty_bps: data.bps }
    case 'owner_offered':
      return { pending_owner: data.to }
    case 'owner_changed':
      return { owner: data.to, pending_owner: null }
    default:
      return undefined
  }
}
