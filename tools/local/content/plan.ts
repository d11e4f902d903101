import { chanceFrom } from '@platemark/plates/chance'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { parseEther } from 'viem'
import type { Work } from './work-types.ts'

/** Sender of a transaction: a creator or a wallet of the crowd, by index. */
export type Actor = { kind: 'creator' | 'crowd'; index: number }

/** A transaction of the example content; `at` is in unix seconds. */
export type PlannedEvent = { at: number; work: Work; by: Actor } & (
  | { kind: 'deployment' }
  | { kind: 'airdrop'; to: Actor[] }
  | {
      kind: 'mint'
      phase: PlannedPhase
      quantity: number
      referrer: Actor | undefined
    }
  | { kind: 'transfer'; to: Actor; tokenId: number }
  | { kind: 'release' | 'pause' | 'reveal' | 'freeze' }
)

/** A phase with its id and times in unix seconds. */
export type PlannedPhase = {
  phaseId: number
  title: string
  start: number
  end: number
  priceWei: bigint
  limit: number
  cap: number | null
  /** Accounts on the list; null for the public phase. */
  list: Actor[] | null
}

export const CROWD = 72
export const CREATORS = 9

const HOUR = 3600
/** Events closer than this share a block, so none may depend on another within it. */
export const BLOCK_SPAN = 1500
/** Distance kept before a boundary, so that an event's block is not mined after it. */
const MARGIN = 2 * BLOCK_SPAN

/** Returns the phases of a work for a first start at `now` (unix seconds). */
export function planPhases(work: Work, now: number): PlannedPhase[] {
  const chance = chanceFrom(`lists of ${work.name}`)
  return work.phases.map((phase, index) => ({
    phaseId: phase.list === undefined ? PUBLIC_PHASE_ID : index,
    title: phase.title,
    start: now + Math.round(phase.from * HOUR),
    end: now + Math.round(phase.to * HOUR),
    priceWei: parseEther(phase.eth),
    limit: phase.limit,
    cap: phase.cap ?? null,
    list: phase.list === undefined ? null : listOf(phase.list),
  }))

  function listOf(size: number): Actor[] {
    const crowd = shuffled(wallets(CROWD), () => chance.next()).slice(0, size)
    // A user with an imported development key is on every list.
    const creators = Array.from({ length: CREATORS }, (_, index): Actor => {
      return { kind: 'creator', index }
    })
    return [...crowd, ...creators]
  }
}

/**
 * Returns all events of the works of one chain up to `now`, sorted by time: the same ones each time,
 * shifted to the present. Dependent events are at least `BLOCK_SPAN` apart.
 */
export function planEvents(works: readonly Work[], now: number): PlannedEvent[] {
  return works
    .flatMap((work) => planWorkEvents(work, now))
    .sort((a, b) => a.at - b.at || a.work.name.localeCompare(b.work.name))
}

function planWorkEvents(work: Work, now: number): PlannedEvent[] {
  const chance = chanceFrom(`life of ${work.name}`)
  const creator: Actor = { kind: 'creator', index: work.creator }
  const deployedAt = Math.min(now + Math.round(work.deployedAt * HOUR), now - 2 * MARGIN)
  const pausedAt =
    work.pausedAt === undefined ? Infinity : now + Math.round(work.pausedAt * HOUR)
  const events: PlannedEvent[] = [
    { kind: 'deployment', at: deployedAt, work, by: creator },
  ]
  let tokens = 0

  if (work.airdropped) {
    const to = wallets(CROWD).slice(0, work.airdropped)
    events.push({ kind: 'airdrop', at: deployedAt + MARGIN, work, by: creator, to })
    tokens += work.airdropped
  }
  const mints = planPhases(work, now).flatMap((phase, index) => {
    const window = {
      from: Math.max(phase.start, deployedAt + 2 * MARGIN),
      to: Math.min(phase.end - MARGIN, pausedAt - MARGIN, now),
    }
    return planMints(work, phase, work.phases[index]?.minted ?? 0, window, chance.next)
  })
  mints.sort((a, b) => a.at - b.at)
  events.push(...mints)

  if (work.kind !== 'edition' && !work.isSoulbound) {
    for (const mint of mints) {
      if (mint.kind !== 'mint') continue
      const tokenId = tokens + 1
      tokens += mint.quantity
      const at = mint.at + Math.round(chance.between(MARGIN, 60 * HOUR))
      const to = chance.pick(...crowdFrom(chance.below(CROWD)))
      const isSelf = to.index === mint.by.index
      if (chance.next() > 0.06 || at > now || isSelf) continue
      events.push({ kind: 'transfer', at, work, by: mint.by, to, tokenId })
    }
  }
  if (mints.length > 20) {
    const at = mints[Math.floor(mints.length * 0.6)]?.at ?? now
    const isPast = at + MARGIN < now
    if (isPast) events.push({ kind: 'release', at: at + MARGIN, work, by: creator })
  }
  if (pausedAt < now) events.push({ kind: 'pause', at: pausedAt, work, by: creator })
  const changes = { reveal: work.revealedAt, freeze: work.frozenAt } as const
  for (const kind of ['reveal', 'freeze'] as const) {
    const hours = changes[kind]
    if (hours === undefined) continue
    events.push({ kind, at: now + Math.round(hours * HOUR), work, by: creator })
  }
  return events
}

type Window = { from: number; to: number }

/** Returns mints of exactly `count` tokens within the limits of a phase. */
function planMints(
  work: Work,
  phase: PlannedPhase,
  count: number,
  window: Window,
  next: () => number,
): PlannedEvent[] {
  const minters = shuffled(
    phase.list?.filter(({ kind }) => kind === 'crowd') ?? wallets(CROWD),
    next,
  )
  const used = new Map<Actor, number>()
  const mints: PlannedEvent[] = []
  let left = count
  for (let turn = 0; left > 0; turn += 1) {
    // Most wallets mint once; they mint again only after all others have.
    const by = minters[turn % minters.length]
    if (!by || turn > 50 * minters.length) {
      throw new Error(
        `phase is too small: got ${count} mints in ${phase.title} of ${work.name}`,
      )
    }
    const room = phase.limit - (used.get(by) ?? 0)
    if (room <= 0) continue
    const quantity = Math.min(left, room, 1 + Math.floor(next() ** 2 * 5))
    used.set(by, (used.get(by) ?? 0) + quantity)
    left -= quantity
    const others = minters.filter((minter) => minter !== by)
    const isReferred = Boolean(work.withReferrals) && next() < 0.3
    mints.push({
      kind: 'mint',
      at: pickTime(window, next),
      work,
      by,
      phase,
      quantity,
      referrer: isReferred ? others[Math.floor(next() ** 3 * others.length)] : undefined,
    })
  }
  return mints
}

/** Returns a time mostly soon after the opening, sometimes in the last day for recent activity. */
function pickTime({ from, to }: Window, next: () => number): number {
  const isRecent = next() < 0.3
  const start = isRecent ? Math.max(from, to - 22 * HOUR) : from
  const share = isRecent ? next() : next() ** 1.7
  return Math.round(start + (to - start) * share)
}

function wallets(count: number): Actor[] {
  return crowdFrom(0).slice(0, count)
}

/** Returns the whole crowd, starting with `first`. */
function crowdFrom(first: number): [Actor, ...Actor[]] {
  const actor = (index: number): Actor => ({ kind: 'crowd', index: index % CROWD })
  const rest = Array.from({ length: CROWD - 1 }, (_, index) => actor(first + index + 1))
  return [actor(first), ...rest]
}

function shuffled<T>(items: readonly T[], next: () => number): T[] {
  return items
    .map((item) => ({ item, order: next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)
}
