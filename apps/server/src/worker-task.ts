import { once } from 'node:events'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { type FieldProblems, Problem, type ProblemCode } from '@platemark/api/problem'
import { createBoundedQueue, type TaskOwner } from './bounded-queue.ts'

type Outcome =
  | { part: unknown }
  | { result: unknown }
  | { problem: { code: ProblemCode; message: string; fields: FieldProblems | undefined } }

/** Tasks that may wait; their inputs are in memory. */
const MAX_PENDING = 16

/** Tasks of one account, and of one network, that run or wait, so that none takes all places. */
const MAX_PER_USER = 2
const MAX_PER_CLIENT = 6

// Shared by the process, like its memory and its cores.
const runInOrder = createBoundedQueue({
  concurrency: 1,
  maxPending: MAX_PENDING,
  maxPerUser: MAX_PER_USER,
  maxPerClient: MAX_PER_CLIENT,
})

/** Memory of one task; above, the task fails and the process goes on. */
const MAX_HEAP_MB = 512

/** Memory for new values of one task. The default is larger, and stays with the process. */
const MAX_YOUNG_MB = 4

/** Uses a part of a task's result; the task goes on when the promise resolves. */
type TakePart = (part: unknown) => Promise<void>

type Options = {
  /** Account and network whose tasks are counted together. */
  owner?: TaskOwner
  take?: TakePart
  /** Memory of `input` that is moved to the thread instead of copied. */
  transfer?: ArrayBufferLike
}

/**
 * Runs the task of a worker file with `input` in a thread of its own, one at a time, and
 * returns its result; both are copied. A large result is passed to `take` in parts, one
 * after the other. The thread ends with the task, which frees its memory. Throws the
 * `Problem` of the task, `busy` when many tasks wait, `too_many_requests` when some of
 * `owner` do, and errors of `take` and the thread.
 */
export function runInWorker(
  file: URL,
  input: unknown,
  { owner, take = refusePart, transfer }: Options = {},
): Promise<unknown> {
  return runInOrder(() => runTask(file, input, { take, transfer }), owner)
}

async function refusePart(): Promise<void> {
  throw new Error('worker sent a part of its result where none is taken')
}

async function runTask(
  file: URL,
  input: unknown,
  { take, transfer }: { take: TakePart; transfer: ArrayBufferLike | undefined },
): Promise<unknown> {
  const worker = new Worker(file, {
    workerData: input,
    ...(transfer instanceof ArrayBuffer && { transferList: [transfer] }),
    resourceLimits: {
      maxOldGenerationSizeMb: MAX_HEAP_MB,
      maxYoungGenerationSizeMb: MAX_YOUNG_MB,
    },
  })
  try {
    const outcome = await new Promise<Exclude<Outcome, { part: unknown }>>(
      (resolve, reject) => {
        worker.on('message', (sent: Outcome) => {
          if (!('part' in sent)) return resolve(sent)
          take(sent.part).then(() => worker.postMessage('taken'), reject)
        })
        worker.once('error', reject)
        worker.once('exit', (code) => {
          reject(new Error(`worker ended without a result: exit code ${code}`))
        })
      },
    )
    if ('result' in outcome) return outcome.result
    const { code, message, fields } = outcome.problem
    throw new Problem(code, message, fields && { fields })
  } finally {
    await worker.terminate()
  }
}

/**
 * Runs `task` with the input of `runInWorker`; the only statement of a worker file. What a
 * generator yields is sent as parts.
 */
export async function serveTask<Input>(task: (input: Input) => unknown): Promise<void> {
  const send = (outcome: Outcome) => parentPort?.postMessage(outcome)
  try {
    // Safe: each worker file is started with the input of its own task.
    const result = task(workerData as Input)
    if (!isGenerator(result)) return send({ result })
    for (const part of result) {
      send({ part })
      if (parentPort) await once(parentPort, 'message')
    }
    send({ result: undefined })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code, message, fields } = error
    send({ problem: { code, message, fields } })
  }
}

function isGenerator(value: unknown): value is Generator {
  return typeof value === 'object' && value !== null && 'next' in value
}
