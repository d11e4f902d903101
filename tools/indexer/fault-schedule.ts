import type { Hash } from 'viem'
import { createRandom, type Random } from '../random.ts'
import { allByzantineFaults, type ByzantineFault, logFaults } from './byzantine-faults.ts'
import { allCrashFaults, type CrashFault } from './crash-faults.ts'
import type { StaleView } from './stale-view.ts'

export const allFaults = [
  ...allCrashFaults,
  ...allByzantineFaults,
  'stale_view',
  'unordered_batch',
] as const
export type Fault = (typeof allFaults)[number]

export type FaultSchedule = ReturnType<typeof createFaultSchedule>

export type RequestFaults = ReturnType<FaultSchedule['at']>

export const FINAL_DEPTH = 60
const MAX_STALE_VIEWS = 6

// Longer than a request may take: a fetch that began on the faultless endpoint ends there.
const HANDOVER_MS = 1000
const MIN_PHASE_MS = 200
const MAX_PHASE_MS = 1600

const noFaults = {
  crashPercent: 0,
  // Wider than the empty lists.
  crashFaults: [] as readonly CrashFault[],
  byzantinePercent: 0,
  byzantineFaults: [] as readonly ByzantineFault[],
  isStale: false,
}
type FaultProfile = typeof noFaults

/**
 * Creates the faults of the endpoints of a chain, by phases. Of several endpoints any may crash and
 * at most one is byzantine, while another one has no fault; no block is falsified by two of them. A
 * single endpoint falsifies each block once and only near the head: a second fetch repairs it.
 */
export function createFaultSchedule(seed: number, endpoints: number) {
  const random = createRandom(seed, 1000)
  const isAlone = endpoints === 1
  const faults = new Map<Fault, number>()
  const detectable = Array<number>(endpoints).fill(0)
  const falsifiedBy = new Map<Hash, number>()
  const faultlessUntil = new Map<number, number>()
  let views: { view: StaleView; base: number }[] = []
  let head = 0
  let isClear = false
  let phaseEndsAt = 0
  let profiles: FaultProfile[] = []
  let faultless = random.between(0, endpoints - 1)
  let lastRequested = 0

  const nextPhase = (now: number) => {
    phaseEndsAt = now + random.between(MIN_PHASE_MS, MAX_PHASE_MS)
    if (random.isLucky(30)) {
      faultlessUntil.set(faultless, now + HANDOVER_MS)
      faultless = random.between(0, endpoints - 1)
    }
    const others =
      profiles.length > 0 && lastRequested !== faultless ? [lastRequested] : []
    const byzantine = random.isLucky(isAlone ? 55 : 80)
      ? (random.anyOf(others) ?? (faultless + (isAlone ? 0 : 1)) % endpoints)
      : undefined
    profiles = Array.from({ length: endpoints }, (_, endpoint) => {
      if (endpoint === byzantine) return byzantineProfile(random, isAlone)
      return byzantine !== undefined && endpoint === faultless
        ? noFaults
        : crashProfile(random)
    })
  }
  // Rare faults first, so that every kind occurs.
  const rarestFirst = <T extends Fault>(kinds: readonly T[]): T[] => {
    const weight = new Map(
      kinds.map((kind) => [kind, (faults.get(kind) ?? 0) * random.between(1, 4)]),
    )
    return kinds.toSorted((a, b) => (weight.get(a) ?? 0) - (weight.get(b) ?? 0))
  }
  return {
    faults,
    /** Faults of each endpoint that the validation of responses must find. */
    detectable,
    /** Returns the faults of a request. An empty list leaves it as it is, others are tried in order. */
    at(endpoint: number) {
      const now = performance.now()
      if (now > phaseEndsAt) nextPhase(now)
      lastRequested = endpoint
      const isFaultless = isClear || now < (faultlessUntil.get(endpoint) ?? 0)
      const profile = (!isFaultless && profiles[endpoint]) || noFaults
      const recent = views.filter(({ base }) => base > head - FINAL_DEPTH)
      return {
        crashFaults: random.isLucky(profile.crashPercent)
          ? rarestFirst(profile.crashFaults)
          : [],
        byzantineFaults: random.isLucky(profile.byzantinePercent)
          ? rarestFirst(profile.byzantineFaults)
          : [],
        stale: profile.isStale ? random.anyOf(recent)?.view : undefined,
        isUnordered: profile !== noFaults && random.isLucky(30),
      }
    },
    mayFalsify(endpoint: number, hash: Hash, number: number): boolean {
      const byzantine = falsifiedBy.get(hash)
      if (!isAlone) return byzantine === undefined || byzantine === endpoint
      return number > head - FINAL_DEPTH && byzantine === undefined
    },
    recordFalsified(endpoint: number, hashes: Iterable<Hash>) {
      for (const hash of hashes) falsifiedBy.set(hash, endpoint)
    },
    recordFault(fault: Fault, endpoint: number) {
      faults.set(fault, (faults.get(fault) ?? 0) + 1)
      const isDetectable = fault === 'foreign_logs' || fault.startsWith('absurd')
      if (isDetectable) detectable[endpoint] = (detectable[endpoint] ?? 0) + 1
    },
    recordHead(number: number) {
      head = Math.max(head, number)
    },
    /** Adds a view for stale responses; it differs from the chain above block `base`. */
    addStaleView(view: StaleView, base: number) {
      // Older views differ above this block, too.
      views = views.map((one) => ({ ...one, base: Math.min(one.base, base) }))
      views = [...views, { view, base }].slice(-MAX_STALE_VIEWS)
    },
    /** Ends all faults. */
    clear() {
      isClear = true
    },
  }
}

function crashProfile(random: Random): FaultProfile {
  const kind = random.between(0, 9)
  if (kind < 4) return noFaults
  if (kind === 9) {
    return { ...noFaults, crashPercent: 100, crashFaults: [random.oneOf(allCrashFaults)] }
  }
  return {
    ...noFaults,
    crashPercent: random.between(15, 50),
    crashFaults: allCrashFaults,
  }
}

function byzantineProfile(random: Random, isAlone: boolean): FaultProfile {
  const kind = random.between(0, 9)
  if (kind < 2) return { ...noFaults, isStale: true }
  // A gap that stays however often the logs are fetched.
  if (kind < 4 && !isAlone)
    return { ...noFaults, byzantinePercent: 100, byzantineFaults: ['missing_logs'] }
  if (kind < 6)
    return { ...noFaults, byzantinePercent: 100, byzantineFaults: ['altered_log'] }
  const byzantinePercent = random.between(40, 100)
  return {
    ...noFaults,
    byzantinePercent,
    byzantineFaults: kind < 9 ? logFaults : allByzantineFaults,
  }
}
