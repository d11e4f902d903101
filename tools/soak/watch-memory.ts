import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Samples the resident memory of a process, by default of this one; its growth is that since now, in MB. */
export function watchMemory(child?: ChildProcess) {
  const read = child
    ? () => readResident(child)
    : () => process.memoryUsage.rss() / 2 ** 20
  const idle = read()
  let highest = idle
  const timer = setInterval(() => {
    highest = Math.max(highest, read())
  }, 50)
  const growth = () => Math.round(highest - idle)
  return {
    growth,
    stop() {
      clearInterval(timer)
      return growth()
    },
  }
}

/** Reads the resident memory of another process, on Linux. */
function readResident({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}
