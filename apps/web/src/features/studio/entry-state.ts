import type { User } from '@platemark/api/profile'
import type { StudioEntry } from '@platemark/api/studio'
import { isSameAddress } from '@platemark/rules/addresses'
import { activePhases, laterPhases, NEVER_ENDS } from '@platemark/rules/collection-state'
import type { CollectionState } from '@platemark/rules/states'

/** State of an entry, and the line beneath: words, then a time where one belongs to it. */
export type EntryState = { state: CollectionState; line: string; at: string | null }

/** Parts of the list that can be shown alone. */
export type EntryGroup = 'live' | 'progress' | 'closed'

/** Returns whether the user owns an entry; else they are its co-editor. */
export function isOwnEntry(entry: StudioEntry, user: User): boolean {
  return isSameAddress(entry.owner, user.address)
}

/** Returns whether an entry is a collection on the chain, and no draft. */
export function isDeployed({ state }: StudioEntry): boolean {
  return state !== 'draft' && state !== 'deploying' && state !== 'failed'
}

/** Returns what the list shows as the state of an entry at `now` (ms since 1970). */
export function entryState(entry: StudioEntry, now: number): EntryState {
  const { state, deadline, updated_at, block } = entry
  if (state === 'deploying') return at(state, 'Can be mined until', deadline)
  if (state === 'draft') {
    return deadline === null
      ? at(state, 'Saved', updated_at)
      : at('failed', 'Not seen on the network by', deadline)
  }
  if (block) return at(state, 'By the operator of this site')
  return deployedState(entry, now / 1000)
}

function deployedState({ state, fields }: StudioEntry, now: number): EntryState {
  const phases = fields.phases.map((phase) => ({
    phaseId: phase.phase_id,
    title: phase.title,
    // A phase of a contract has a price.
    priceWei: BigInt(phase.price_wei ?? 0),
    start: Date.parse(phase.start) / 1000,
    end: Date.parse(phase.end) / 1000,
  }))
  switch (state) {
    case 'live': {
      // It is live until the last of them ends.
      const [open] = activePhases(phases, now).toSorted((a, b) => b.end - a.end)
      if (!open) return at(state, '')
      return open.end >= NEVER_ENDS
        ? at(state, `${open.title}, no end date`)
        : at(state, `${open.title} until`, toInstant(open.end))
    }
    case 'upcoming': {
      const [next] = laterPhases(phases, now)
      return next
        ? at(state, `${next.title} from`, toInstant(next.start))
        : at(state, 'No upcoming phase')
    }
    case 'ended':
      return at(state, 'Since', toInstant(Math.max(...phases.map(({ end }) => end))))
    case 'paused':
      return at(state, 'No one can mint until you resume it')
    case 'unreadable':
      return at(state, 'An event of its contract could not be read')
    default:
      return at(state, '')
  }
}

/** Returns the part of the list that holds a state. */
export function groupState(state: CollectionState): EntryGroup {
  if (state === 'sold_out' || state === 'ended') return 'closed'
  return state === 'live' || state === 'paused' || state === 'unreadable'
    ? 'live'
    : 'progress'
}

function at(state: CollectionState, line: string, time: string | null = null) {
  return { state, line, at: time }
}

function toInstant(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
