import type { Load } from './web-loads.ts'

/** What no page may exceed, in bytes compressed and in numbers. */
export const most = {
  htmlBytes: 14_000,
  firstScriptBytes: 110_000,
  pictureBytes: 40_000,
  requests: 40,
  cls: 0.01,
  chunkBytes: 25_000,
  connectBytes: 45_000,
  mintBytes: 60_000,
} as const

/** What speed is held to, beside the same page without scripts. */
export const pace = {
  lcpRatio: 1.2,
  floorLcpMs: 1500,
  blockedMs: 150,
  points: 3,
  /** A page without scripts that differs more from run to run than this measures nothing. */
  spread: 2,
} as const

/** One run of Lighthouse on our page or on the same without scripts. */
export type Run = {
  performance: number
  others: Record<string, number>
  lcpMs: number
  cls: number
  blockedMs: number
}

export type Verdict = { line: string; problems: string[] }

/** Holds one visit against what no page may exceed. */
export function judgeLoad(page: string, load: Load): string[] {
  const gates = [
    'htmlBytes',
    'firstScriptBytes',
    'pictureBytes',
    'requests',
    'cls',
  ] as const
  return gates.flatMap((name) => over(`${page}, ${name}`, load[name], most[name]))
}

/** What the steps after the first view load beyond it, in bytes of script. */
export type Steps = Record<'connect' | 'mint', { files: string[]; bytes: number }>

/** Holds the scripts that come later against what one, or one step, may weigh. */
export function judgeScripts(
  scripts: { file: string; bytes: number }[],
  { first, steps }: { first: string[]; steps: Steps },
): string[] {
  const { connect, mint } = steps
  const known = [...first, ...connect.files, ...mint.files]
  const others = scripts.filter(({ file }) => !known.includes(file))
  return [
    ...others.flatMap(({ file, bytes }) => over(file, bytes, most.chunkBytes)),
    ...over('connect and sign', connect.bytes, most.connectBytes),
    ...over('mint', mint.bytes, most.mintBytes),
  ]
}

// Also what could not be measured is over its gate.
function over(name: string, value: number, limit: number): string[] {
  return value <= limit ? [] : [`${name}: ${value}, at most ${limit}`]
}

/** Holds the runs of a page against those of the same page without scripts, one by one beside it. */
export function judgeRuns(page: string, ours: Run[], floor: Run[]): Verdict {
  if (ours.length === 0 || floor.length === 0) {
    return { line: `${page}: not measured`, problems: [`${page}: not measured`] }
  }
  const lcp = median(ours.map(({ lcpMs }) => lcpMs))
  const floorLcp = median(floor.map(({ lcpMs }) => lcpMs))
  const blocked =
    median(ours.map(({ blockedMs }) => blockedMs)) -
    median(floor.map(({ blockedMs }) => blockedMs))
  const best = Math.max(...ours.map(({ performance }) => performance))
  const floorBest = Math.max(...floor.map(({ performance }) => performance))
  const spread = floorBest - Math.min(...floor.map(({ performance }) => performance))
  const isSteady = spread <= pace.spread
  const others = bestOf(ours)
  const cls = Math.max(...ours.map((run) => run.cls))

  const checks: [boolean, string][] = [
    [lcp <= floorLcp * pace.lcpRatio, `LCP ${(lcp / floorLcp).toFixed(2)} x`],
    [floorLcp <= pace.floorLcpMs, `LCP without scripts ${Math.round(floorLcp)} ms`],
    [blocked <= pace.blockedMs, `main thread ${Math.round(blocked)} ms more`],
    [!isSteady || best >= floorBest - pace.points, `performance ${best} of ${floorBest}`],
    [cls <= most.cls, `CLS ${cls.toFixed(4)}`],
    ...Object.entries(others).map(([name, score]): [boolean, string] => [
      score === 100,
      `${name} ${score}`,
    ]),
  ]
  const points = isSteady
    ? `${best} of ${floorBest}`
    : `not measurable (${best}, ±${spread})`
  const line = [
    page,
    `LCP ${seconds(lcp)} of ${seconds(floorLcp)} (${(lcp / floorLcp).toFixed(2)} x)`,
    `main thread +${Math.round(blocked)} ms`,
    `performance ${points}`,
    ...Object.entries(others).map(([name, score]) => `${name} ${score}`),
    `CLS ${cls.toFixed(4)}`,
    `${ours.length} runs`,
  ].join(', ')
  return {
    line,
    problems: checks.filter(([isFine]) => !isFine).map(([, says]) => `${page}: ${says}`),
  }
}

/** The best score of each category among the runs. */
function bestOf(runs: Run[]): Record<string, number> {
  const best: Record<string, number> = {}
  for (const { others } of runs) {
    for (const [name, score] of Object.entries(others)) {
      best[name] = Math.max(best[name] ?? 0, Math.round(score))
    }
  }
  return best
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1], sorted[middle]]
  return sorted.length % 2 === 1 ? high : (low + high) / 2
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}
