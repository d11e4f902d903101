import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from '../bootstrap.mjs'
import { pause, root } from '../program.ts'

/** A server in a process of its own. */
export type ServerProcess = { url: string; child: ChildProcess }

/**
 * Starts the server as an operator does, with `settings` of its configuration file, which is
 * written to `folder`. Resolves once it answers, and throws if it does not within a minute.
 */
export async function startServerProcess(
  folder: string,
  settings: Record<string, unknown> & { port: number },
): Promise<ServerProcess> {
  const file = join(folder, 'platemark.config.json')
  writeFileSync(file, JSON.stringify(settings))
  const child = fork('apps/server/src/main.ts', {
    cwd: root,
    execArgv: SERVER_FLAGS,
    env: {
      ...SERVER_ENVIRONMENT,
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PLATEMARK_CONFIG: file,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const url = `http://127.0.0.1:${settings.port}`
  await untilAnswers(`${url}/api/config`, child)
  return { url, child }
}

/** Resolves once an address answers. Ends the process of it and throws after a minute. */
export async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await pause(100)) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    if (child.exitCode !== null) break
  }
  child.kill()
  throw new Error(`${url} does not answer: ${child.spawnfile} is not ready after 60 s`)
}

/** Ends a server by a signal; resolves once its process has ended. */
export async function endServerProcess(
  { child }: Pick<ServerProcess, 'child'>,
  signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM',
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}
