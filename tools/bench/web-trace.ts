/** An event of a Chromium trace. Times in microseconds; `tdur` by the clock of its thread. */
export type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  tdur?: number
  args?: { data?: { navigationId?: string } }
}

type Counting = {
  /** Of each task, what lies beyond this counts. */
  beyondMs: number
  /** How much slower the measured device is than this one. */
  slowdown: number
}

/**
 * The work of the page's main thread beyond `beyondMs` a task, in ms, from the start of the
 * navigation. Counted by the thread's own clock: what else the machine does is not in it.
 */
export function mainThreadMs(
  events: TraceEvent[],
  { beyondMs, slowdown }: Counting,
): number {
  const start = events.findLast(({ name }) => name === 'firstContentfulPaint')
  if (!start) throw new Error('The trace has no first paint of a page.')
  // Every SVG picture is a navigation, too: only that of the page itself is the beginning.
  const began = events.find(
    ({ name, args }) =>
      name === 'navigationStart' &&
      args?.data?.navigationId === start.args?.data?.navigationId,
  )
  if (!began) throw new Error('The trace does not tell when the page was asked for.')
  const tasks = events.filter(
    ({ name, ph, pid, tid, ts }) =>
      name === 'RunTask' &&
      ph === 'X' &&
      pid === start.pid &&
      tid === start.tid &&
      ts >= began.ts,
  )
  return tasks.reduce((sum, { tdur = 0 }) => {
    const ms = (tdur / 1000) * slowdown
    return sum + Math.max(0, ms - beyondMs)
  }, 0)
}
