import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../program.ts'
import type { Random } from '../random.ts'
import type { ConfirmedSnapshot } from './compare.ts'
import type { Answer, Cursor, Message, Question, Start } from './process.ts'

export type Followers = Awaited<ReturnType<typeof openFollowers>>

type Follower = Awaited<ReturnType<typeof startFollower>>

const WAIT_FOR_BATCH_MS = 1000

/** Starts `count` follower processes on one database. */
export async function openFollowers(start: Start, count: number) {
  const counts = { kills: 0, killsInBatch: 0, freezes: 0 }
  const former: Follower[] = []
  let running: Follower[] = []
  const startAll = async () => {
    while (running.length < count) running.push(await startFollower(start))
  }
  const ask = async (question: Question) => {
    for (const follower of running) {
      const answer = await follower.ask(question)
      if (answer !== undefined) return answer
    }
    return undefined
  }
  await startAll()
  return {
    counts,
    /** Kills the one that begins a batch next, mostly within it, and starts another. */
    async killOne(random: Random): Promise<void> {
      const victim = await Promise.race(
        running.map(async (follower) => {
          await follower.nextBatch()
          return follower
        }),
      )
      await wait(random.between(0, random.isLucky(70) ? 12 : 400))
      counts.kills += 1
      if (await victim.kill()) counts.killsInBatch += 1
      running = running.filter((follower) => follower !== victim)
      former.push(victim)
      // With two processes the other one takes over first.
      if (count > 1) await wait(random.between(0, 2 * start.leaseMs))
      await startAll()
    },
    /** Stops one with SIGSTOP for longer than its lease. */
    async freezeOne(random: Random): Promise<void> {
      const frozen = random.anyOf(running)
      if (!frozen) return
      await frozen.nextBatch()
      frozen.child.kill('SIGSTOP')
      counts.freezes += 1
      await wait(start.leaseMs * 1.5)
      frozen.child.kill('SIGCONT')
    },
    // Safe: the answers of the process to these questions.
    cursor: () => ask('cursor') as Promise<Cursor>,
    confirmed: () => ask('confirmed') as Promise<ConfirmedSnapshot | undefined>,
    start: startAll,
    async stop(): Promise<void> {
      former.push(...running)
      const ending = running.splice(0)
      await Promise.all(ending.map((follower) => follower.stop()))
    },
    log: () => [...former, ...running].map((follower) => follower.log()).join(''),
  }
}

/** Starts a follower process and waits until its database is open. */
async function startFollower(start: Start) {
  const child = fork(join(import.meta.dirname, 'process.ts'), [JSON.stringify(start)], {
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
  child.on('message', (message: Message | Answer) => {
    if (typeof message === 'string') isInBatch = message === 'began'
  })
  /** Resolves with the first message that fits, or undefined when the process ends. */
  const next = (fits: (message: Message | Answer) => boolean) =>
    new Promise<Message | Answer | undefined>((resolve) => {
      const onMessage = (message: Message | Answer) => {
        if (!fits(message)) return
        child.off('message', onMessage)
        resolve(message)
      }
      child.on('message', onMessage)
      exited.then(() => resolve(undefined))
    })
  const end = async (signal: NodeJS.Signals) => {
    child.kill('SIGCONT')
    child.kill(signal)
    await exited
  }
  const isReady = await next((message) => message === 'ready')
  if (!isReady) throw new Error(`The follower ended at its start:\n${log}`)
  return {
    child,
    /** Returns undefined when the process ends before it answers; one question at a time. */
    async ask(question: Question): Promise<unknown> {
      if (!isRunning()) return undefined
      const answered = next((message) => typeof message === 'object')
      child.send(question, () => {})
      const message = await answered
      return typeof message === 'object' ? message.answer : undefined
    },
    /** Resolves when a batch begins, or after a second. */
    nextBatch: () =>
      Promise.race([next((message) => message === 'began'), wait(WAIT_FOR_BATCH_MS)]),
    /** Kills it; returns whether that was within a batch. */
    async kill(): Promise<boolean> {
      const wasInBatch = isInBatch
      await end('SIGKILL')
      return wasInBatch
    },
    async stop(): Promise<void> {
      if (isRunning()) await end('SIGTERM')
      if (child.exitCode !== 0) throw new Error(`The follower failed:\n${log}`)
    },
    log: () => log,
  }
}
