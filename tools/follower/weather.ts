import type { Hash } from 'viem'
import { type Random, randomOf } from '../agreement/random.ts'
import { allFailures, type Failure } from './failures.ts'
import { allLies, type Lie, liesAboutLogs } from './lies.ts'
import type { View, Views } from './views.ts'

export type Strike = Failure | Lie | 'unordered_batch' | 'stale_head'

/** Every way in which an endpoint can go wrong. */
export const allStrikes: Strike[] = [
  ...allFailures,
  ...allLies,
  'unordered_batch',
  'stale_head',
]

/**
 * What the endpoints of a chain do at the moment. The spells change every second or so, each
 * chosen by the seed; when exactly a request meets them is up to the machine.
 *
 * With several endpoints any may fail, all at once too; at most one lies at a time, and while it
 * does another one neither fails nor lies. No two ever lie about the same block, so that one may
 * say the same wrong thing for ever. A single endpoint lies about each block once, and only while
 * it is near the head: what is read again heals. A node that lags or sits on a fork answers as if
 * nothing had happened since; it is never wrong about anything `DEEP` blocks deep.
 */
export type Weather = {
  strikes: Map<Strike, number>
  /** What a request to `endpoint` meets now. */
  at(endpoint: number): Conditions
  mayLieAbout(endpoint: number, hash: Hash, number: number): boolean
  /** `endpoint` was wrong about these blocks. */
  lied(endpoint: number, hashes: Iterable<Hash>): void
  /** The true head, as it passes. */
  noteHead(number: number): void
  struck(strike: Strike, endpoint: number): void
  /** How often `endpoint` went wrong in one of these ways. */
  countOf(endpoint: number, strikes: readonly Strike[]): number
  /** No more faults. */
  clear(): void
}

export type Conditions = {
  /** In what order ways to fail are tried, until one fits; empty: it answers. */
  failures: Failure[]
  /** In what order lies are tried, until one fits; empty: the truth. */
  lies: Lie[]
  /** The chain as this endpoint still sees it. */
  stale: View | undefined
  isUnordered: boolean
}

/** Nothing that lies deeper is told wrongly by a node that lags or by a single endpoint. */
export const DEEP = 60

// Longer than a request may take: who began to ask finds a sound endpoint to the end.
const HANDOVER_MS = 1000

const SPELL_MS = [200, 1600] as const
const SPELLS_OF_ONE_SOUND = [1, 4] as const

type Mood = {
  failPercent: number
  failures: readonly Failure[]
  liePercent: number
  lies: readonly Lie[]
  staleBy: number | undefined
}

const calm: Mood = {
  failPercent: 0,
  failures: [],
  liePercent: 0,
  lies: [],
  staleBy: undefined,
}

/** `clock` is a monotonic one, in milliseconds. */
export function startWeather(
  seed: number,
  endpoints: number,
  views: Views,
  clock: () => number = () => performance.now(),
): Weather {
  const random = randomOf(seed, 1000)
  const counter = countStrikes()
  const { strikes } = counter
  const liars = new Map<Hash, number>()
  const soundUntil = new Map<number, number>()
  let head = 0
  let isClear = false
  let spell: { endsAt: number; moods: Mood[] } = { endsAt: 0, moods: [] }
  let sound = random.between(0, endpoints - 1)
  let spellsLeft = 0
  let lastAsked = 0

  const moodOf = (endpoint: number): Mood => {
    const now = clock()
    if (now > spell.endsAt) {
      const moods = nextMoods(random, endpoints, sound, lastAsked)
      spell = { moods, endsAt: now + random.between(...SPELL_MS) }
      spellsLeft -= 1
      if (spellsLeft < 0) {
        spellsLeft = random.between(...SPELLS_OF_ONE_SOUND)
        soundUntil.set(sound, now + HANDOVER_MS)
        // Whoever is trusted most may lie now: of the others nobody would hear it.
        sound = (lastAsked + random.between(1, Math.max(1, endpoints - 1))) % endpoints
      }
    }
    const isSound = now < (soundUntil.get(endpoint) ?? 0)
    return (!isClear && !isSound && spell.moods[endpoint]) || calm
  }
  const inTurn = <T extends Strike>(kinds: readonly T[]): T[] => {
    const weight = new Map(
      kinds.map((kind) => [kind, (strikes.get(kind) ?? 0) * random.between(1, 4)]),
    )
    return kinds.toSorted((a, b) => (weight.get(a) ?? 0) - (weight.get(b) ?? 0))
  }
  return {
    at(endpoint) {
      const mood = moodOf(endpoint)
      lastAsked = endpoint
      const isFailing = random.isLucky(mood.failPercent)
      const isLying = random.isLucky(mood.liePercent)
      const stale = views.listStale(DEEP)
      return {
        failures: isFailing ? inTurn(mood.failures) : [],
        lies: isLying ? inTurn(mood.lies) : [],
        stale: mood.staleBy === undefined ? undefined : stale.at(-mood.staleBy),
        isUnordered: mood !== calm && random.isLucky(30),
      }
    },
    mayLieAbout(endpoint, hash, number) {
      const liar = liars.get(hash)
      if (endpoints > 1) return liar === undefined || liar === endpoint
      return number > head - DEEP && liar === undefined
    },
    lied(endpoint, hashes) {
      for (const hash of hashes) liars.set(hash, endpoint)
    },
    noteHead(number) {
      head = Math.max(head, number)
    },
    ...counter,
    clear() {
      isClear = true
    },
  }
}

/** A single endpoint that goes wrong in this one way, always and about everything. */
export function steadyWeather(strike: Strike, views: Views): Weather {
  const counter = countStrikes()
  let isClear = false
  const only = <T extends Strike>(kinds: readonly T[]) =>
    isClear ? [] : kinds.filter((kind) => kind === strike)
  return {
    at: () => ({
      failures: only(allFailures),
      lies: only(allLies),
      stale: only(['stale_head']).length > 0 ? views.listStale(DEEP)[0] : undefined,
      isUnordered: only(['unordered_batch']).length > 0,
    }),
    mayLieAbout: () => true,
    lied() {},
    noteHead() {},
    ...counter,
    clear() {
      isClear = true
    },
  }
}

function countStrikes(): Pick<Weather, 'strikes' | 'struck' | 'countOf'> {
  const strikes = new Map<Strike, number>(allStrikes.map((strike) => [strike, 0]))
  const ofEndpoint = new Map<string, number>()
  return {
    strikes,
    struck(strike, endpoint) {
      strikes.set(strike, (strikes.get(strike) ?? 0) + 1)
      const key = `${endpoint} ${strike}`
      ofEndpoint.set(key, (ofEndpoint.get(key) ?? 0) + 1)
    },
    countOf: (endpoint, kinds) =>
      kinds.reduce((sum, kind) => sum + (ofEndpoint.get(`${endpoint} ${kind}`) ?? 0), 0),
  }
}

/** What each endpoint does until the next spell; `sound` is the one that never lies now. */
function nextMoods(
  random: Random,
  endpoints: number,
  sound: number,
  lastAsked: number,
): Mood[] {
  const isAlone = endpoints === 1
  const others = Array.from({ length: endpoints }, (_, endpoint) => endpoint).filter(
    (endpoint) => isAlone || endpoint !== sound,
  )
  const isHeard = random.isLucky(60) && others.includes(lastAsked)
  const chosen = isHeard ? lastAsked : others[random.between(0, others.length - 1)]
  const liar = random.isLucky(isAlone ? 55 : 80) ? chosen : undefined
  return Array.from({ length: endpoints }, (_, endpoint) => {
    if (liar !== undefined && endpoint === sound && !isAlone) return calm
    return endpoint === liar ? lyingMood(random, isAlone) : failingMood(random)
  })
}

function failingMood(random: Random): Mood {
  const kind = random.between(0, 9)
  if (kind < 4) return calm
  if (kind < 9) {
    return { ...calm, failPercent: random.between(15, 50), failures: allFailures }
  }
  return { ...calm, failPercent: 100, failures: [random.oneOf(allFailures)] }
}

function lyingMood(random: Random, isAlone: boolean): Mood {
  const kind = random.between(0, 9)
  if (kind < 2) return { ...calm, staleBy: random.between(1, 4) }
  // A hole that stays: the same logs are missing however often they are read.
  if (kind < 4 && !isAlone) return { ...calm, liePercent: 100, lies: ['missing_logs'] }
  // Only what the logs say is wrong: nothing else betrays it.
  if (kind < 6) return { ...calm, liePercent: 100, lies: ['altered_log'] }
  const liePercent = random.between(40, 100)
  // One that is caught at its blocks is asked for no logs.
  if (kind < 9) return { ...calm, liePercent, lies: liesAboutLogs }
  return { ...calm, liePercent, lies: allLies }
}
