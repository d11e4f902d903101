import { parentPort, Worker, workerData } from 'node:worker_threads'
import { type FieldProblems, Problem, type ProblemCode } from '@platemark/api/problem'
import { createBoundedQueue } from './bounded-queue.ts'

type Outcome =
  | { result: unknown }
  | { problem: { code: ProblemCode; message: string; fields: FieldProblems | undefined } }

/** Tasks that may wait; their inputs are in memory. */
const MAX_PENDING = 16

// Shared by the process, like its memory and its cores.
const runInOrder = createBoundedQueue({ concurrency: 1, maxPending: MAX_PENDING })

/** Memory of one task; above, the task fails and the process goes on. */
const MAX_HEAP_MB = 512

/**
 * Runs the task of a worker file with `input` in a thread of its own, one at a time, and
 * returns its result; both are copied. The thread ends with the task, which frees its
 * memory. Throws the `Problem` of the task, `busy` when many tasks wait, and errors of the
 * thread.
 */
export function runInWorker(file: URL, input: unknown): Promise<unknown> {
  return runInOrder(() => runTask(file, input))
}

async function runTask(file: URL, input: unknown): Promise<unknown> {
  const worker = new Worker(file, {
    workerData: input,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  try {
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', (code) => {
        reject(new Error(`worker ended without a result: exit code ${code}`))
      })
    })
    if ('result' in outcome) return outcome.result
    const { code, message, fields } = outcome.problem
    throw new Problem(code, message, fields && { fields })
  } finally {
    await worker.terminate()
  }
}

/** Runs `task` with the input of `runInWorker`; the only statement of a worker file. */
export function serveTask<Input>(task: (input: Input) => unknown): void {
  const send = (outcome: Outcome) => parentPort?.postMessage(outcome)
  try {
    // Safe: each worker file is started with the input of its own task.
    send({ result: task(workerData as Input) })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code, message, fields } = error
    send({ problem: { code, message, fields } })
  }
}
