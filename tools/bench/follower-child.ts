import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../program.ts'

/** A process of this bench: what it does is its file, what it is told its only argument. */
export type Child<Answer> = {
  process: ChildProcess
  answer: Answer
  end(): Promise<void>
}

/** Starts `tools/bench/FILE` and waits for the first thing it answers. */
export async function startChild<Answer>(
  file: string,
  options: object,
): Promise<Child<Answer>> {
  const { child, answered, ended } = launch<Answer>(file, options)
  return {
    process: child,
    answer: await answered,
    end: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Runs a process that answers once and then ends. */
export async function runChild<Answer>(file: string, options: object): Promise<Answer> {
  const { answered, ended } = launch<Answer>(file, options)
  const answer = await answered
  await ended
  return answer
}

function launch<Answer>(file: string, options: object) {
  const child = fork(join(root, 'tools', 'bench', file), [JSON.stringify(options)], {
    // What is given to Node here, like --cpu-prof, is given to every part.
    execArgv: process.execArgv,
  })
  const ended = once(child, 'exit')
  const answered = new Promise<Answer>((resolve, reject) => {
    child.once('message', (answer) => {
      // Safe: whoever starts a file names the type of its answer.
      resolve(answer as Answer)
    })
    child.once('exit', () => reject(new Error(`${file} ended before it answered.`)))
  })
  return { child, ended, answered }
}

/** In a child: what it was told. It ends with its parent. */
export function optionsOf<Options>(): Options {
  process.on('disconnect', () => process.exit(1))
  // Safe: the parent is this bench, which names the type by the file it starts.
  return JSON.parse(process.argv[2] ?? '') as Options
}

/** In a child: answers the parent. */
export function answer<Answer extends object>(what: Answer): void {
  process.send?.(what)
}

/** In a child: answers the parent and ends. */
export function finish<Answer extends object>(what: Answer): void {
  process.send?.(what, () => process.exit(0))
}

/** What a process took: its own time too, in which noise of the machine counts less. */
export type Usage = { ms: number; cpuMs: number; peakKb: number }

/** Begins to measure; the function that it returns tells what was used since. */
export function measureUsage(): () => Usage {
  const began = performance.now()
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return {
      ms: performance.now() - began,
      cpuMs: (user + system) / 1000,
      peakKb: peakKb(),
    }
  }
}

/** The system's own figure where it has one: that of `resourceUsage` begins at the parent's. */
function peakKb(): number {
  try {
    const status = readFileSync('/proc/self/status', 'utf8')
    return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1])
  } catch {
    return process.resourceUsage().maxRSS
  }
}
