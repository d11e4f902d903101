import type { Reading } from './metrics.ts'
import type { LoadRun } from './run.ts'

/** What memory may grow to, and by how much in the second half of a run. */
const MOST_MEGABYTES = 700
const MOST_GROWTH = 1.25
/** What the event loop may be late, in the mean of the run and 99 of 100 times in its median second. */
const MOST_DELAY_MS = { mean: 100, p99: 1000 }

/** What is not as it should be. */
export function judgeLoad(run: LoadRun): string[] {
  return [...judgeAnswers(run), ...judgePace(run), ...judgeProcess(run.readings)]
}

/** What is wrong with what the connections were answered, however busy the machine is. */
export function judgeAnswers({ tally }: Pick<LoadRun, 'tally'>): string[] {
  const { odd, silent, statuses, writes } = tally
  const problems = [
    ...odd.map((line) => `An answer that nobody expects: ${line}`),
    ...silent.map((line) => `A refusal that does not say when to come again: ${line}`),
  ]
  if (!statuses[200] || writes === 0) problems.push('Nothing was read or written.')
  return problems
}

/** What only a long run on a machine of its own can tell. */
function judgePace({
  tally: { statuses, writes },
  recoveredAfter,
}: Pick<LoadRun, 'tally' | 'recoveredAfter'>): string[] {
  const problems: string[] = []
  const answers = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  if (writes > 0 && (writes / answers < 0.03 || writes / answers > 0.07)) {
    problems.push(`Of ${answers} requests ${writes} were writes.`)
  }
  if (recoveredAfter === Number.POSITIVE_INFINITY) {
    problems.push('A single client still waited after ten seconds.')
  }
  return problems
}

function judgeProcess(readings: Reading[]): string[] {
  const sizes = readings.map(({ megabytes }) => megabytes)
  const half = sizes.length >> 1
  const problems: string[] = []
  const most = Math.max(...sizes)
  if (most > MOST_MEGABYTES) problems.push(`It grew to ${Math.round(most)} MB.`)
  const [before, after] = [medianOf(sizes.slice(0, half)), medianOf(sizes.slice(half))]
  if (after > before * MOST_GROWTH) {
    problems.push(`It grew from ${Math.round(before)} to ${Math.round(after)} MB.`)
  }
  const mean = medianOf(readings.map(({ delayMs }) => delayMs.mean))
  const p99 = medianOf(readings.map(({ delayMs }) => delayMs.p99))
  if (mean > MOST_DELAY_MS.mean || p99 > MOST_DELAY_MS.p99) {
    problems.push(
      `The event loop was late by ${Math.round(mean)} ms, 99 of 100 times by ${Math.round(p99)}.`,
    )
  }
  return problems
}

export function medianOf(figures: number[]): number {
  return figures.toSorted((one, other) => one - other)[figures.length >> 1] ?? Number.NaN
}
