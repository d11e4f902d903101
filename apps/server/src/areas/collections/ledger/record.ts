import type { Before, Happening } from '../happenings.ts'
import type { Account } from './account.ts'
import type { Books } from './books.ts'
import { burn, giveBack, receive, transfer, undoBurn, undoTransfer } from './holdings.ts'
import { addList, putBackList, removeList } from './lists.ts'
import { recordMint, undoMint } from './mints.ts'
import { changePublicPhase, putBackPhases, setPublicPhase } from './phases.ts'

/**
 * Applies one happening to a collection and its books, and notes in it what `undo` needs. What a
 * log means for the index is said here and in the files beside it alone, each with its mirror.
 */
export function record(account: Account, books: Books, happening: Happening): void {
  switch (happening.kind) {
    case 'mint':
      receive(account, books, happening)
      recordMint(account, books, happening)
      return
    case 'airdrop':
      receive(account, books, happening)
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
export function undo(account: Account, books: Books, happening: Happening): void {
  switch (happening.kind) {
    case 'mint':
      undoMint(account, books, happening)
      giveBack(account, books, happening)
      return
    case 'airdrop':
      giveBack(account, books, happening)
      return
    case 'transfer':
      undoTransfer(account, books, happening)
      return
    case 'burn':
      undoBurn(account, books, happening)
      return
    default:
      putBack(account, books, happening)
  }
}

/** Puts back what a happening replaced. */
function putBack(account: Account, books: Books, happening: Happening): void {
  const { before } = happening
  Object.assign(account, before?.account)
  putBackPhases(account, before)
  if (happening.kind === 'list_added' || happening.kind === 'list_removed') {
    putBackList(account, books, happening)
  }
}

type Settings = NonNullable<Before['account']>

function changeSettings(account: Account, happening: Happening): void {
  const settings = settingsOf(happening)
  if (!settings) return
  // Safe: the keys are those that the settings were written with.
  const names = Object.keys(settings) as (keyof Settings)[]
  const former = Object.fromEntries(names.map((name) => [name, account[name]]))
  happening.before = { account: former }
  Object.assign(account, settings)
}

/** What a happening sets; undefined where it sets nothing that the index keeps. */
function settingsOf({ kind, facts }: Happening): Settings | undefined {
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
