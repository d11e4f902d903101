import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { expect, test } from 'vitest'
import {
  BLOCK_SPAN,
  CREATORS,
  type PlannedEvent,
  planEvents,
  planPhases,
} from './plan.ts'
import type { Work } from './work-types.ts'
import { freshWorks, works } from './works.ts'

const NOW = 1_800_000_000
const BIRTH = NOW - 30 * 86_400
const plan = planEvents(works, NOW)

const mintsOf = (work: Work, events: PlannedEvent[] = plan) =>
  events.flatMap((one) => (one.kind === 'mint' && one.work === work ? [one] : []))

test('the content spans both chains, many creators and every kind', () => {
  expect(works.length).toBeGreaterThanOrEqual(24)
  expect(new Set(works.map(({ chain }) => chain)).size).toBe(2)
  expect(new Set(works.map(({ creator }) => creator)).size).toBe(CREATORS)
  expect(new Set(works.map(({ kind }) => kind)).size).toBe(3)
  expect(new Set(works.map(({ name }) => name)).size).toBe(works.length)
  expect(works.some(({ art }) => art === null)).toBe(true)
  expect(works.filter(({ isSet }) => isSet).length).toBeGreaterThan(5)
  expect(plan.filter(({ kind }) => kind === 'reveal' || kind === 'freeze')).toHaveLength(
    2,
  )
  expect(works.filter(({ hasCover }) => hasCover).length).toBeGreaterThan(1)
})

test('every state is there', () => {
  const states = works.map((work) => {
    const phases = planPhases(work, NOW)
    const minted = mintsOf(work).reduce((sum, { quantity }) => sum + quantity, 0)
    if (work.supply !== null && minted >= work.supply) return 'sold_out'
    if (phases.every(({ end }) => end <= NOW)) return 'ended'
    if (work.pausedAt !== undefined) return 'paused'
    const open = phases.filter(({ start, end }) => start <= NOW && NOW < end)
    if (open.length > 1) return 'several live phases'
    return open.length === 1 ? 'live' : 'upcoming'
  })
  for (const state of ['live', 'several live phases', 'upcoming', 'paused', 'ended']) {
    expect(states).toContain(state)
  }
  expect(states.filter((state) => state === 'sold_out').length).toBeGreaterThan(2)
})

test('the same moment gives the same plan, in order, between birth and now', () => {
  expect(planEvents(works, NOW)).toEqual(plan)
  for (const [index, { at }] of plan.entries()) {
    expect(at).toBeGreaterThanOrEqual(plan[index - 1]?.at ?? BIRTH + 3600)
    expect(at).toBeLessThanOrEqual(NOW)
  }
})

test('no mint breaks a window, a limit, a cap, a list or the supply', () => {
  for (const work of [...works, ...freshWorks]) {
    const mints = mintsOf(work, planEvents([work], NOW))
    const total = mints.reduce((sum, { quantity }) => sum + quantity, 0)
    expect(total + (work.airdropped ?? 0)).toBeLessThanOrEqual(work.supply ?? total)
    for (const phase of planPhases(work, NOW)) {
      const inPhase = mints.filter((mint) => mint.phase.phaseId === phase.phaseId)
      const perWallet = new Map<number, number>()
      for (const { at, by, quantity } of inPhase) {
        expect(at).toBeGreaterThanOrEqual(phase.start)
        expect(at + BLOCK_SPAN).toBeLessThan(phase.end)
        expect(phase.list?.some(({ index }) => index === by.index) ?? true).toBe(true)
        perWallet.set(by.index, (perWallet.get(by.index) ?? 0) + quantity)
      }
      for (const used of perWallet.values()) expect(used).toBeLessThanOrEqual(phase.limit)
      const minted = inPhase.reduce((sum, { quantity }) => sum + quantity, 0)
      expect(minted).toBeLessThanOrEqual(phase.cap ?? minted)
      expect(phase.list === null).toBe(phase.phaseId === PUBLIC_PHASE_ID)
    }
  }
})

test('dependent events never share a block', () => {
  for (const event of plan) {
    if (event.kind === 'deployment') continue
    const deployment = plan.find(
      ({ kind, work }) => kind === 'deployment' && work === event.work,
    )
    expect(event.at - (deployment?.at ?? event.at)).toBeGreaterThan(BLOCK_SPAN)
    if (event.kind !== 'transfer') continue
    let tokens = event.work.airdropped ?? 0
    const mint = mintsOf(event.work).find(({ quantity }) => {
      tokens += quantity
      return tokens >= event.tokenId
    })
    expect(mint?.by).toEqual(event.by)
    expect(event.at - (mint?.at ?? event.at)).toBeGreaterThan(BLOCK_SPAN)
  }
})

test('the last day has mints in most of the live works', () => {
  const today = plan.filter(({ kind, at }) => kind === 'mint' && at > NOW - 86_400)
  expect(new Set(today.map(({ work }) => work.name)).size).toBeGreaterThan(10)
})
