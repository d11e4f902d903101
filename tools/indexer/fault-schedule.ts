import type { Hash } from 'viem'
import { type Random, randomOf } from '../random.ts'
import { allLies, type Lie, logLies } from './byzantine-faults.ts'
import { allFailures, type Failure } from './crash-faults.ts'
import type { OldView } from './stale-view.ts'

export const allFaults = [
  ...allFailures,
  ...allLies,
  'stale_view',
  'unordered_batch',
] as const
export type Fault = (typeof allFaults)[number]

export type Weather = ReturnType<typeof startWeather>

export type Conditions = {
  /** Failures in the order in which they are tried; empty: it answers. */
  failures: readonly Failure[]
  /** Lies in the order in which they are tried; empty: the truth. */
  lies: readonly Lie[]
  stale: OldView | undefined
  isUnordered: boolean
}

export const DEEP = 60
const MAX_VIEWS = 6

// Longer than a request may take: whoever began to ask finds a sound endpoint to the end.
const HANDOVER_MS = 1000
const MIN_SPELL_MS = 200
const MAX_SPELL_MS = 1600

const calm = {
  failPercent: 0,
  // Wider than the empty lists.
  failures: [] as readonly Failure[],
  liePercent: 0,
  lies: [] as readonly Lie[],
  isStale: false,
}
type Mood = typeof calm

/**
 * Decides what the endpoints of a chain do. With several endpoints any may fail, and at most one
 * lies at a time, while another one neither fails nor lies. No two ever lie about the same block.
 * A single endpoint lies about each block once, and only near the head: reading again heals it.
 * A stale endpoint answers from an old view, which is right about all blocks `DEEP` below the head.
 */
export function startWeather(seed: number, endpoints: number) {
  const random = randomOf(seed, 1000)
  const isAlone = endpoints === 1
  const faults = new Map<Fault, number>()
  const detectable = Array<number>(endpoints).fill(0)
  const liars = new Map<Hash, number>()
  const soundUntil = new Map<number, number>()
  let views: { view: OldView; base: number }[] = []
  let head = 0
  let isClear = false
  let spellEndsAt = 0
  let moods: Mood[] = []
  let sound = random.between(0, endpoints - 1)
  let lastAsked = 0

  const nextSpell = (now: number) => {
    spellEndsAt = now + random.between(MIN_SPELL_MS, MAX_SPELL_MS)
    if (random.isLucky(30)) {
      soundUntil.set(sound, now + HANDOVER_MS)
      sound = random.between(0, endpoints - 1)
    }
    const others = moods.length > 0 && lastAsked !== sound ? [lastAsked] : []
    const liar = random.isLucky(isAlone ? 55 : 80)
      ? (random.anyOf(others) ?? (sound + (isAlone ? 0 : 1)) % endpoints)
      : undefined
    moods = Array.from({ length: endpoints }, (_, endpoint) => {
      if (endpoint === liar) return lyingMood(random, isAlone)
      return liar !== undefined && endpoint === sound ? calm : failingMood(random)
    })
  }
  // Rare faults first, so that every kind occurs.
  const inTurn = <T extends Fault>(kinds: readonly T[]): T[] => {
    const weight = new Map(
      kinds.map((kind) => [kind, (faults.get(kind) ?? 0) * random.between(1, 4)]),
    )
    return kinds.toSorted((a, b) => (weight.get(a) ?? 0) - (weight.get(b) ?? 0))
  }
  return {
    faults,
    /** Lies of each endpoint that a check of the reader must find. */
    detectable,
    at(endpoint: number): Conditions {
      const now = performance.now()
      if (now > spellEndsAt) nextSpell(now)
      lastAsked = endpoint
      const isSound = isClear || now < (soundUntil.get(endpoint) ?? 0)
      const mood = (!isSound && moods[endpoint]) || calm
      const recent = views.filter(({ base }) => base > head - DEEP)
      return {
        failures: random.isLucky(mood.failPercent) ? inTurn(mood.failures) : [],
        lies: random.isLucky(mood.liePercent) ? inTurn(mood.lies) : [],
        stale: mood.isStale ? random.anyOf(recent)?.view : undefined,
        isUnordered: mood !== calm && random.isLucky(30),
      }
    },
    mayLieAbout(endpoint: number, hash: Hash, number: number): boolean {
      const liar = liars.get(hash)
      if (!isAlone) return liar === undefined || liar === endpoint
      return number > head - DEEP && liar === undefined
    },
    lied(endpoint: number, hashes: Iterable<Hash>) {
      for (const hash of hashes) liars.set(hash, endpoint)
    },
    struck(fault: Fault, endpoint: number) {
      faults.set(fault, (faults.get(fault) ?? 0) + 1)
      const isDetectable = fault === 'foreign_logs' || fault.startsWith('absurd')
      if (isDetectable) detectable[endpoint] = (detectable[endpoint] ?? 0) + 1
    },
    noteHead(number: number) {
      head = Math.max(head, number)
    },
    /** Keeps a view that an endpoint may answer from; it differs from the chain after `base`. */
    keepView(view: OldView, base: number) {
      // Of older views all above this block was replaced, too.
      views = views.map((one) => ({ ...one, base: Math.min(one.base, base) }))
      views = [...views, { view, base }].slice(-MAX_VIEWS)
    },
    /** Ends all faults. */
    clear() {
      isClear = true
    },
  }
}

function failingMood(random: Random): Mood {
  const kind = random.between(0, 9)
  if (kind < 4) return calm
  if (kind === 9) {
    return { ...calm, failPercent: 100, failures: [random.oneOf(allFailures)] }
  }
  return { ...calm, failPercent: random.between(15, 50), failures: allFailures }
}

function lyingMood(random: Random, isAlone: boolean): Mood {
  const kind = random.between(0, 9)
  if (kind < 2) return { ...calm, isStale: true }
  // A gap that stays however often the logs are read.
  if (kind < 4 && !isAlone) return { ...calm, liePercent: 100, lies: ['missing_logs'] }
  if (kind < 6) return { ...calm, liePercent: 100, lies: ['altered_log'] }
  const liePercent = random.between(40, 100)
  return { ...calm, liePercent, lies: kind < 9 ? logLies : allLies }
}
