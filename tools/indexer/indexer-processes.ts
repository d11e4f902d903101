import { fork } from 'node:child_process'
import { on, once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../program.ts'
import type { Random } from '../random.ts'
import type { ConfirmedSnapshot } from './compare.ts'
import type {
  Cursor,
  ProcessEvent,
  ProcessOptions,
  ProcessRequest,
  ProcessResponse,
} from './process.ts'

export type IndexerProcesses = Awaited<ReturnType<typeof startIndexerProcesses>>

type IndexerProcess = Awaited<ReturnType<typeof startIndexerProcess>>

type Message = ProcessEvent | ProcessResponse

const BATCH_TIMEOUT_MS = 1000

/** Starts `count` indexer processes on one database. */
export async function startIndexerProcesses(options: ProcessOptions, count: number) {
  const counts = { kills: 0, killsInBatch: 0, freezes: 0 }
  const former: IndexerProcess[] = []
  let running: IndexerProcess[] = []
  const startMissing = async () => {
    while (running.length < count) running.push(await startIndexerProcess(options))
  }
  const requestAny = async (request: ProcessRequest) => {
    for (const indexer of running) {
      const response = await indexer.request(request)
      if (response !== undefined) return response
    }
    return undefined
  }
  await startMissing()
  return {
    counts,
    /** Kills the one that begins a batch next, mostly within it, and starts another. */
    async killOne(random: Random): Promise<void> {
      const victim = await Promise.race(
        running.map(async (indexer) => {
          await indexer.nextBatch()
          return indexer
        }),
      )
      await wait(random.between(0, random.isLucky(70) ? 12 : 400))
      counts.kills += 1
      if (await victim.kill()) counts.killsInBatch += 1
      running = running.filter((indexer) => indexer !== victim)
      former.push(victim)
      // With two processes the other one takes over first.
      if (count > 1) await wait(random.between(0, 2 * options.leaseMs))
      await startMissing()
    },
    /** Stops one with SIGSTOP for longer than its lease. */
    async freezeOne(random: Random): Promise<void> {
      const frozen = random.anyOf(running)
      if (!frozen) return
      await frozen.nextBatch()
      frozen.child.kill('SIGSTOP')
      counts.freezes += 1
      await wait(options.leaseMs * 1.5)
      frozen.child.kill('SIGCONT')
    },
    // Safe: the responses of the process to these requests.
    cursor: () => requestAny('cursor') as Promise<Cursor>,
    confirmed: () => requestAny('confirmed') as Promise<ConfirmedSnapshot | undefined>,
    start: startMissing,
    async stop(): Promise<void> {
      former.push(...running)
      const ending = running.splice(0)
      await Promise.all(ending.map((indexer) => indexer.stop()))
    },
    log: () => [...former, ...running].map((indexer) => indexer.log()).join(''),
  }
}

/** Starts an indexer process and waits until its database is open. */
async function startIndexerProcess(options: ProcessOptions) {
  const child = fork(join(import.meta.dirname, 'process.ts'), [JSON.stringify(options)], {
    cwd: root,
    silent: true,
    serialization: 'advanced',
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile'),
    },
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      log += text
    })
  }
  const exited = once(child, 'exit')
  const isRunning = () => child.exitCode === null && child.signalCode === null
  let isInBatch = false
  child.on('message', (message: Message) => {
    if (typeof message === 'string') isInBatch = message === 'began'
  })
  /** Resolves with the first message that fits, or undefined when the process ends. */
  const next = async (fits: (message: Message) => boolean) => {
    for await (const [message] of on(child, 'message', { close: ['exit'] })) {
      if (fits(message)) return message as Message
    }
    return undefined
  }
  const end = async (signal: NodeJS.Signals) => {
    child.kill('SIGCONT')
    child.kill(signal)
    await exited
  }
  const isReady = await next((message) => message === 'ready')
  if (!isReady) throw new Error(`The indexer process ended during its start:\n${log}`)
  return {
    child,
    /** Returns undefined when the process ends before its response; one request at a time. */
    async request(request: ProcessRequest): Promise<unknown> {
      if (!isRunning()) return undefined
      const responded = next((message) => typeof message === 'object')
      child.send(request, () => {})
      const message = await responded
      return typeof message === 'object' ? message.response : undefined
    },
    /** Resolves when a batch begins, or after a second. */
    nextBatch: () =>
      Promise.race([next((message) => message === 'began'), wait(BATCH_TIMEOUT_MS)]),
    /** Kills it; returns whether that was within a batch. */
    async kill(): Promise<boolean> {
      const wasInBatch = isInBatch
      await end('SIGKILL')
      return wasInBatch
    },
    async stop(): Promise<void> {
      if (isRunning()) await end('SIGTERM')
      const { exitCode } = child
      if (exitCode !== 0)
        throw new Error(
          `The indexer process failed: got exit code ${exitCode}, expected 0\n${log}`,
        )
    },
    log: () => log,
  }
}
