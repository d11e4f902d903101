import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from '../bootstrap.mjs'
import { root } from '../program.ts'

/** The server in a process of its own. */
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
  for (let tries = 0; ; tries += 1) {
    const response = await fetch(`${url}/api/config`).catch(() => undefined)
    if (response?.ok) return { url, child }
    if (tries > 600 || child.exitCode !== null)
      throw new Error('server is not ready after 60 s')
    await wait(100)
  }
}

/** Ends a server by a signal; resolves once its process has ended. */
export async function endServerProcess(
  { child }: ServerProcess,
  signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM',
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}
