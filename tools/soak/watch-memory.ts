import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'

const SAMPLE_MS = 100

/** Samples the resident memory of a process on Linux; its growth is that since now, in MB. */
export function watchMemory({ pid }: ChildProcess) {
  const read = () => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
  }
  const idle = read()
  let highest = idle
  const sample = () => {
    highest = Math.max(highest, read())
  }
  const timer = setInterval(sample, SAMPLE_MS)
  const growth = () => Math.round(highest - idle)
  return {
    growth,
    stop() {
      clearInterval(timer)
      return growth()
    },
  }
}
