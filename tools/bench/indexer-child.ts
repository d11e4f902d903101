import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A process of this bench and its one answer. */
export type Child<Answer> = { answer: Answer; stop(): Promise<void> }

/** Time from start to end, and peak memory. */
export type Usage = { ms: number; peakMb: number }

/** Starts a file of this folder and waits for its answer. */
export async function startChild<Answer>(
  file: string,
  options: object,
): Promise<Child<Answer>> {
  const child = fork(join(import.meta.dirname, file), [JSON.stringify(options)])
  const ended = once(child, 'exit')
  const answer = await Promise.race([
    once(child, 'message'),
    ended.then(() => {
      throw new Error(`${file} ended before it answered.`)
    }),
  ])
  return {
    // Safe: the caller names the type of the file's answer.
    answer: answer[0] as Answer,
    async stop() {
      child.kill()
      await ended
    },
  }
}

/** In a child: returns the options; the child ends with its parent. */
export function childOptions<Options>(): Options {
  process.on('disconnect', () => process.exit(1))
  // Safe: the parent names the type by the file that it starts.
  return JSON.parse(process.argv[2] ?? '') as Options
}

/** In a child: answers the parent. */
export function answer<Answer extends object>(what: Answer): void {
  process.send?.(what)
}

export function usageSince(began: number): Usage {
  // Linux counts the parent's peak into `process.resourceUsage()`, but not into this.
  const status = readFileSync('/proc/self/status', 'utf8')
  const peakMb = Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1024
  return { ms: performance.now() - began, peakMb }
}
