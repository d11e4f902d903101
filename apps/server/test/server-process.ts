import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The server in a process of its own. */
export type ServerProcess = {
  /** Its origin, by the port that it listens on. */
  url: string
  child: ChildProcess
}

/** A server process from its first moment on. */
export type StartingProcess = {
  child: ChildProcess
  /** All output so far. */
  text: () => string
  /** Resolves with the origin once it answers, or with undefined if it ended. */
  url: Promise<string | undefined>
  /** Resolves with the exit code once it has ended and all output was read. */
  ended: Promise<number | null>
}

/** Beside the settings: flags of Node, the whole environment, and the present folder. */
type Surroundings = {
  flags?: readonly string[]
  environment?: NodeJS.ProcessEnv
  cwd?: string
}

const main = join(import.meta.dirname, '../src/main.ts')

/**
 * Starts the server with these settings of its configuration file, which is written to `folder`.
 * It ends with this process.
 */
export function spawnServer(
  folder: string,
  settings: object,
  {
    flags = ['--disable-warning=ExperimentalWarning'],
    environment = { ...process.env, NODE_ENV: '' },
    cwd = process.cwd(),
  }: Surroundings = {},
): StartingProcess {
  const file = join(folder, 'platemark.config.json')
  writeFileSync(file, JSON.stringify(settings))
  const child = spawn(process.execPath, [...flags, main], {
    cwd,
    env: { ...environment, PLATEMARK_CONFIG: file },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('The server was started without pipes')
  let text = ''
  let found: string | undefined
  const { promise: url, resolve } = Promise.withResolvers<string | undefined>()
  for (const stream of [stdout, stderr]) {
    stream.setEncoding('utf8').on('data', (more: string) => {
      text += more
      found ??= /answers at (http:\S+)\n/.exec(text)?.[1]
      if (found) resolve(found)
    })
  }
  // Not 'close', which is never emitted for a child whose channel was closed here.
  const exited = once(child, 'exit')
  const ended = Promise.all([exited, once(stdout, 'close'), once(stderr, 'close')])
    .then(([[code]]): number | null => code)
    .finally(() => resolve(undefined))
  return { child, text: () => text, url, ended }
}

/**
 * Starts the server as `spawnServer` does, and waits until it answers; its errors are printed.
 * Throws if it ends before.
 */
export async function startServerProcess(
  ...options: Parameters<typeof spawnServer>
): Promise<ServerProcess> {
  const { child, text, url: answering } = spawnServer(...options)
  child.stderr?.pipe(process.stderr)
  const url = await answering
  if (!url) throw new Error(`The server ended before it answered:\n${text()}`)
  return { url, child }
}

/** Ends a process by a signal; resolves once it has ended. */
export async function endProcess(
  child: ChildProcess,
  signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM',
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}
