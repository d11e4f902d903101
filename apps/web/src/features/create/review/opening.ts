import type { Draft } from '@platemark/api/studio'
import { toUnix } from './deployment-calls.ts'

/** State of a collection that was just deployed, and the phase that decides on it. */
export type Opening = {
  state: 'live' | 'upcoming' | 'ended'
  /** The phase that is open, else the next one; times in unix seconds. */
  phase: { title: string; start: number; end: number } | undefined
}

/** Returns what is open, or opens next, of the phases of a draft at `now` (unix seconds). */
export function readOpening(phases: Draft['fields']['phases'], now: number): Opening {
  const [phase] = phases
    .map(({ title, start, end }) => ({ title, start: toUnix(start), end: toUnix(end) }))
    .filter(({ end }) => end > now)
    .sort((a, b) => a.start - b.start)
  if (!phase) return { state: 'ended', phase }
  return { state: phase.start <= now ? 'live' : 'upcoming', phase }
}
