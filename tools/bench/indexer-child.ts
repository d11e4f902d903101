import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A process of this bench and its one result. */
export type Child<Result> = { result: Result; stop(): Promise<void> }

/** Time from start to end, and peak memory. */
export type Usage = { ms: number; peakMb: number }

/** Starts a file of this folder and waits for its result. */
export async function startChild<Result>(
  file: string,
  options: object,
): Promise<Child<Result>> {
  const child = fork(join(import.meta.dirname, file), [JSON.stringify(options)])
  const ended = once(child, 'exit')
  const message = await Promise.race([
    once(child, 'message'),
    ended.then(() => {
      throw new Error(`${file} ended early: got exit, expected a result`)
    }),
  ])
  return {
    // Safe: the caller names the type of the file's result.
    result: message[0] as Result,
    async stop() {
      child.kill()
      await ended
    },
  }
}

/** In a child: returns the options, and ends the child with its parent. */
export function childOptions<Options>(): Options {
  process.on('disconnect', () => process.exit(1))
  // Safe: the parent names the type by the file that it starts.
  return JSON.parse(process.argv[2] ?? '') as Options
}

/** In a child: sends the result to the parent. */
export function sendResult<Result extends object>(result: Result): void {
  process.send?.(result)
}

export function usageSince(began: number): Usage {
  // Linux counts the parent's peak into `process.resourceUsage()`, but not into this.
  const status = readFileSync('/proc/self/status', 'utf8')
  const peakMb = Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1024
  return { ms: performance.now() - began, peakMb }
}
