import type { Browser, Page } from '@playwright/test'

/** A task of the page's main thread. */
export type LongTask = {
  /** Processor time: a busy machine takes the thread off its core, and wall time counts that. */
  cpuMs: number
  wallMs: number
}

/** Event of Chromium's trace format; times are microseconds. */
type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
  args?: { name?: string }
}

const MIN_SHOWN_MS = 20

/**
 * Does `act` and returns the tasks of the main thread that took 20 ms of processor time or more,
 * the longest first.
 */
export async function traceTasks(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<LongTask[]> {
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline'],
  })
  let trace: Buffer
  try {
    await act()
  } finally {
    trace = await browser.stopTracing()
  }
  // Safe: this is Chromium's format.
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  return findTasks(traceEvents)
}

function findTasks(events: readonly TraceEvent[]): LongTask[] {
  const threads = new Set(
    events
      .filter(
        ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
      )
      .map(keyOf),
  )
  const tasks = events.filter(
    (event) =>
      event.ph === 'X' && threads.has(keyOf(event)) && /(^|::)RunTask$/.test(event.name),
  )
  if (tasks.length === 0) throw new Error('trace has no task of the main thread')
  return tasks
    .filter(({ tdur = 0 }) => tdur >= MIN_SHOWN_MS * 1000)
    .toSorted((one, other) => (other.tdur ?? 0) - (one.tdur ?? 0))
    .map((task) => ({
      cpuMs: Math.round((task.tdur ?? 0) / 1000),
      wallMs: Math.round((task.dur ?? 0) / 1000),
    }))
}

function keyOf({ pid, tid }: TraceEvent): string {
  return `${pid} ${tid}`
}
