import type { ChildProcess } from 'node:child_process'
import {
  type ServerProcess,
  startServerProcess,
} from '../../apps/server/test/server-process.ts'
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from '../bootstrap.mjs'
import { pause } from '../program.ts'

/** Starts the server with these settings as an operator does; resolves once it answers. */
export async function startProduct(
  folder: string,
  settings: object,
): Promise<ServerProcess> {
  const { url, child } = await startServerProcess(folder, settings, {
    flags: SERVER_FLAGS,
    environment: {
      ...SERVER_ENVIRONMENT,
      PATH: process.env.PATH,
      NODE_ENV: 'production',
    },
  })
  return { url: url.replace('localhost', '127.0.0.1'), child }
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
