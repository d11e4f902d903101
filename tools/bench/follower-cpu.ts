import { readdirSync, readFileSync } from 'node:fs'

/** Ticks a second on every Linux; other systems have no such files. */
const TICK_MS = 10

/**
 * Milliseconds of CPU that a process, its living children and its ended ones have used; NaN
 * where the system does not say.
 */
export function cpuOfTree(pid: number): number {
  const own = statOf(pid)
  if (!own) return Number.NaN
  const children = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((entry) => statOf(Number(entry)))
    .filter((stat) => stat?.parent === pid)
  const ticks = children.reduce((sum, stat) => sum + (stat?.ticks ?? 0), 0)
  return (own.ticks + own.endedTicks + ticks) * TICK_MS
}

function statOf(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Behind the name, which may hold blanks: state, parent, and at 11 to 14 the ticks.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = (from: number) => Number(fields[from]) + Number(fields[from + 1])
    return { parent: Number(fields[1]), ticks: ticks(11), endedTicks: ticks(13) }
  } catch {
    return undefined
  }
}
