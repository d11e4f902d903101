import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Hex, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { startUploadJobs } from '../../../apps/server/src/areas/studio/uploads/jobs.ts'
import { testChain } from '../../../apps/server/test/chain.ts'
import { startTestIndexer } from '../../../apps/server/test/collections/launch.ts'
import { listen } from '../../../apps/server/test/listen.ts'
import { testServer } from '../../../apps/server/test/server.ts'
import { runCollection } from '../command.ts'

/** A line of the output with `--json`. */
export type CommandEvent = Record<string, unknown> & {
  event: string
  sentences: string[]
}

export type OwnSite = Awaited<ReturnType<typeof startOwnSite>>

/** Starts a site with its chain, indexer and uploads, and a creator with coins and a folder. */
export async function startOwnSite() {
  const key = generatePrivateKey()
  const creator = privateKeyToAccount(key)
  const folder = mkdtempSync(join(tmpdir(), 'platemark-way-'))
  const chain = await testChain()
  const server = await testServer({ networks: [chain.network] })
  const { url } = await listen(server.app)
  const indexer = startTestIndexer(server, { pollMs: 50 })
  const endUploads = startUploadJobs(server.context)
  await chain.client.setBalance({ address: creator.address, value: 10n ** 20n })
  const options = ['--json', '--site', url]
  return {
    ...{ chain, server, folder, key },
    run: (...args: string[]) => runCommand(key, folder, [...args, ...options]),
    follow: (...args: string[]) => followCommand(key, folder, [...args, ...options]),
    start: (...args: string[]) => startCommand(key, [...args, ...options]),
    async stop() {
      await Promise.all([indexer.stop(), endUploads()])
      await server.close()
      await chain.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Runs a command in this process; `last` is the object of its last line. */
async function runCommand(key: Hex, folder: string, args: string[]) {
  const { events, ended } = followCommand(key, folder, args)
  const code = await ended
  // Safe: a command prints at least its result or failure.
  return { code, events, last: events.at(-1) as CommandEvent }
}

/** Begins a command in this process; `seen` resolves with the first such event. */
function followCommand(key: Hex, folder: string, args: string[]) {
  const output = collectEvents()
  const print = (line: string) => output.add(line)
  const environment = { PLATEMARK_PRIVATE_KEY: key }
  const ended = runCollection(args, {
    ...{ environment, folder, print, printError: print },
  })
  return output.following(ended)
}

/** Starts a command in a process of its own, which can be killed. */
function startCommand(key: Hex, args: string[]) {
  const main = join(import.meta.dirname, '../main.ts')
  const child: ChildProcess = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, PLATEMARK_PRIVATE_KEY: key },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  if (!child.stdout) throw new Error('command has no output')
  const output = collectEvents()
  createInterface(child.stdout).on('line', output.add)
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { ...output.following(ended), kill }
}

/** Collects the lines of a command, and finds events among those there and to come. */
function collectEvents() {
  const events: CommandEvent[] = []
  const waiting: ((event: CommandEvent) => void)[] = []
  const add = (line: string) => {
    const event: CommandEvent = JSON.parse(line)
    events.push(event)
    for (const look of waiting) look(event)
  }
  const following = <Code>(ended: Promise<Code>) => {
    const seen = (isWanted: (event: CommandEvent) => boolean): Promise<CommandEvent> =>
      new Promise((resolve, reject) => {
        const found = events.find(isWanted)
        if (found) return resolve(found)
        waiting.push((event) => isWanted(event) && resolve(event))
        void ended.then(() => reject(new Error(JSON.stringify(events))))
      })
    const result = async () => {
      const found = await seen(({ event }) => event === 'result')
      await ended
      return found
    }
    return { events, ended, seen, result }
  }
  return { add, following }
}

/** Returns whether a line is a note with these words. */
export const noteWith = (words: string) => (event: CommandEvent) =>
  event.event === 'note' && String(event.sentence).includes(words)

/** Address of a wallet without a key. */
export const wallet = (at: number): Hex => toHex(at, { size: 20 })
