import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../program.ts'
import type { ConfirmedSnapshot } from './compare.ts'
import type { Answer, Question, Standing, Start, Told } from './process.ts'

/** A follower in a process of its own. */
export type FollowerProcess = {
  /** Undefined when it ended before it answered. */
  standing(): Promise<Standing | undefined>
  /** The rows that it calls confirmed now; undefined when it ended before it answered. */
  confirmed(): Promise<ConfirmedSnapshot | undefined>
  /** Resolves when a batch begins, or after `ms`. */
  nextBatch(ms: number): Promise<void>
  /** SIGKILL. Answers whether it came within a batch: begun and not committed, as far as told. */
  kill(): Promise<boolean>
  /** Stands still until `wake`. */
  freeze(): void
  wake(): void
  /** Ends it in order. Throws when it ended by itself before. */
  stop(): Promise<void>
  isRunning(): boolean
  /** All that it logged. */
  said(): string
}

const compileCache = join(root, 'node_modules', '.cache', 'compile')

/** Starts a follower and waits until its database is open. Throws with what it said if it ends. */
export async function startProcess(start: Start): Promise<FollowerProcess> {
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, 'process.ts'),
      JSON.stringify(start),
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      serialization: 'advanced',
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    },
  )
  const said = collect(child)
  const exited = once(child, 'exit')
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const questions = new Map<number, (answer: unknown) => void>()
  const waiting = new Set<() => void>()
  let isInBatch = false
  let asked = 0
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (message: Told | Answer) => {
      if ('id' in message) return questions.get(message.id)?.(message.answer)
      if (message.kind === 'ready') return resolve()
      isInBatch = message.kind === 'began'
      if (isInBatch) for (const tell of waiting) tell()
    })
    exited.then(() => reject(new Error(`The follower ended at once:\n${said()}`)))
  })
  exited.then(() => {
    for (const tell of [...questions.values(), ...waiting]) tell(undefined)
  })

  const ask = async (question: Question['question']): Promise<unknown> => {
    if (!isRunning()) return undefined
    const id = ++asked
    const answer = new Promise((resolve) => questions.set(id, resolve))
    const sent: Question = { id, question }
    child.send(sent, () => {})
    return answer.finally(() => questions.delete(id))
  }
  const end = async (signal: NodeJS.Signals) => {
    child.kill('SIGCONT')
    child.kill(signal)
    await exited
  }
  await ready
  return {
    // Safe: what the process answers to these questions.
    standing: () => ask('standing') as Promise<Standing | undefined>,
    confirmed: () => ask('confirmed') as Promise<ConfirmedSnapshot | undefined>,
    async nextBatch(ms) {
      let tell = () => {}
      const began = new Promise<void>((resolve) => {
        tell = resolve
        waiting.add(tell)
        setTimeout(resolve, ms)
      })
      await began.finally(() => waiting.delete(tell))
    },
    async kill() {
      const wasInBatch = isInBatch
      await end('SIGKILL')
      return wasInBatch
    },
    freeze: () => child.kill('SIGSTOP'),
    wake: () => child.kill('SIGCONT'),
    async stop() {
      if (!isRunning()) throw new Error(`The follower ended by itself:\n${said()}`)
      await end('SIGTERM')
      if (child.exitCode !== 0) throw new Error(`It did not end in order:\n${said()}`)
    },
    isRunning,
    said,
  }
}

function collect(child: ChildProcess): () => string {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  return () => said
}
