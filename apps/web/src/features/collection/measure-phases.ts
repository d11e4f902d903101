import { isOpen, NEVER_ENDS } from '@platemark/rules/collection-state'
import type { MintPhase } from '@platemark/rules/mint-phase'

/** Shares of the whole width, from 0 to 1. */
type Bar = {
  from: number
  width: number /** Elapsed share of the phase. */
  done: number
}

type Scale = {
  /** Widths of phases that follow each other in one row; null: they overlap, a row each. */
  columns: number[] | null
  bars: Bar[]
  /** Position of `now`; null: no phase is open. */
  nowAt: number | null
}

const week = 604_800
const narrowest = 0.12

/** Measures phases for their timeline; sorted by start, `now` in unix seconds. */
export function measurePhases(phases: readonly MintPhase[], now: number): Scale {
  const last = Math.max(...phases.map(({ end }) => (end < NEVER_ENDS ? end : 0)))
  const spans = phases.map(({ start, end }) => {
    const until = end < NEVER_ENDS ? end : Math.max(last, start + week)
    return { start, end: Math.max(until, start + 1) }
  })
  const done = spans.map(({ start, end }) => clamp((now - start) / (end - start)))
  const isOverlapping = spans.some(({ start }, at) =>
    spans.slice(0, at).some(({ end }) => start < end),
  )
  const scale = isOverlapping ? inRows(spans, now) : inOneRow(spans, done)
  const bars = scale.bars.map((bar, at) => ({ ...bar, done: done[at] ?? 0 }))
  const current = phases.findIndex((phase) => isOpen(phase, now))
  return { ...scale, bars, nowAt: current < 0 ? null : scale.nowAt(current) }
}

type Span = { start: number; end: number }

/** Each phase as wide as it is long, but never too narrow to be seen. */
function inOneRow(spans: readonly Span[], done: readonly number[]) {
  const lengths = spans.map(({ start, end }) => end - start)
  const longest = Math.max(...lengths)
  const columns = lengths.map((length) => Math.max(length / longest, narrowest))
  const whole = sumOf(columns)
  const before = (at: number) => sumOf(columns.slice(0, at))
  return {
    columns,
    bars: columns.map((width, at) => ({
      from: before(at) / whole,
      width: width / whole,
    })),
    nowAt: (at: number) => (before(at) + (columns[at] ?? 0) * (done[at] ?? 0)) / whole,
  }
}

/** All phases on one axis of time. */
function inRows(spans: readonly Span[], now: number) {
  const first = Math.min(...spans.map(({ start }) => start))
  const length = Math.max(...spans.map(({ end }) => end)) - first
  return {
    columns: null,
    bars: spans.map(({ start, end }) => ({
      from: (start - first) / length,
      width: (end - start) / length,
    })),
    nowAt: () => clamp((now - first) / length),
  }
}

function sumOf(shares: readonly number[]): number {
  return shares.reduce((sum, share) => sum + share, 0)
}

function clamp(share: number): number {
  return Math.min(Math.max(share, 0), 1)
}
